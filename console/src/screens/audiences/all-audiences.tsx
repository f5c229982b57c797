import { Choice } from '../../kit/pills.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Empty } from '../../kit/states.tsx';
import { useRoute } from '../../nav/router.ts';
import { AudiencesTable } from './audiences-table.tsx';
import type { StateName } from './state.ts';

const states: { value: StateName | ''; label: string }[] = [
  { value: '', label: 'In any state' },
  { value: 'live', label: 'Live' },
  { value: 'draft', label: 'Draft' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'archived', label: 'Archived' },
];

/** All audiences of a page, newest first, those without visits too. */
export function AllAudiences({ pageId }: { pageId: string }) {
  const { query } = useRoute();
  const state = states.find(({ value }) => value !== '' && value === query.state)?.value || undefined;
  return (
    <>
      <div class="row filters">
        <Choice label="State" param="state" choices={states} />
        <SearchField label="Search names and titles" />
      </div>
      <AudiencesTable
        pageId={pageId}
        state={state}
        search={query.q}
        empty={
          <Empty title="No audiences yet">
            <p>An audience gets content of its own on this page: a person, or a group of visitors.</p>
          </Empty>
        }
      />
    </>
  );
}
