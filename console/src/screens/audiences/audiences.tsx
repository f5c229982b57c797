import { getPage } from '@footfall/client';
import { useState } from 'preact/hooks';
import { useActions } from '../../actions.ts';
import { ask } from '../../api.ts';
import { plural } from '../../format.ts';
import { Choice } from '../../kit/pills.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Empty } from '../../kit/states.tsx';
import { useQuery } from '../../query.ts';
import { go, here, link, useRoute } from '../../router.ts';
import { useScope } from '../../session.ts';
import type { StateName } from '../audience/state.ts';
import { AudiencesTable } from './audiences-table.tsx';
import { NewAudience } from './new-audience.tsx';

const states: { value: StateName | ''; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'draft', label: 'Draft' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'archived', label: 'Archived' },
];

/** Who gets words of their own on a page, and which of them are live? */
export function Audiences() {
  const { params, query } = useRoute<'audiences'>();
  const { pageId } = params;
  const mayWrite = useScope('write');
  const isNew = query.new === '1' && mayWrite;
  const [text, setText] = useState(query.q ?? '');
  const page = useQuery(['audiences-page', pageId], (signal) =>
    ask(getPage, { path: { page_id: pageId }, signal }),
  );
  const state = states.find(({ value }) => value !== '' && value === query.state)?.value || undefined;
  const create = () => go(here({ new: '1' }));
  useActions(mayWrite ? [{ title: 'New audience', keys: 'n', group: 'Audiences', run: create }] : []);
  const button = (
    <button type="button" class="button button-main" onClick={create} title="New audience (n)">
      New audience
    </button>
  );
  return (
    <>
      <ScreenHead
        title="Audiences"
        question={
          <>
            Who gets words of their own on{' '}
            <a href={link('page', { pageId })}>{page.data?.title ?? 'this page'}</a>
            {page.data ? `: ${plural(page.data.audiencesCount, 'audience')}` : ''}
          </>
        }
      >
        {mayWrite && button}
      </ScreenHead>
      <div class="row filters">
        <Choice label="State" param="state" choices={states} />
        <input
          type="search"
          class="filter-text"
          aria-label="Search names and titles"
          placeholder="Search names and titles"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            go(here({ q: event.currentTarget.value }), { replace: true });
          }}
        />
      </div>
      <AudiencesTable
        pageId={pageId}
        state={state}
        search={query.q}
        empty={
          <Empty title="No audiences yet">
            <p>An audience gets words of its own on this page: a person, or a group of visitors.</p>
            {mayWrite && <p>{button}</p>}
          </Empty>
        }
      />
      {isNew && <NewAudience pageId={pageId} onClose={() => go(here({ new: undefined }))} />}
    </>
  );
}
