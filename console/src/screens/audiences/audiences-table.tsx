import { type Audience, listAudiences } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useListOf } from '../../data/list.ts';
import { useScope } from '../../data/session.ts';
import { Ago } from '../../kit/ago.tsx';
import { useChoose } from '../../kit/choose.tsx';
import { Choice } from '../../kit/pills.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { type Column, column, Table } from '../../kit/table.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { number, plural } from '../../lib/format.ts';
import { link, useRoute } from '../../nav/router.ts';
import { type RunningArms, useRunningArms } from '../experiments/running-tests.tsx';
import { audienceActions } from './bulk.tsx';
import { Badges, badgesOf, isIn, type StateName } from './state.tsx';
import { useUntilLive, useWaitingColumns } from './waiting.tsx';

const changedAt = ({ archivedAt, latestVersion: of }: Audience): string =>
  archivedAt ?? of.cancelledAt ?? of.publishedAt ?? of.queuedAt ?? of.createdAt;

const columnsWith = (arms: RunningArms): Column<Audience>[] => [
  column(
    'audience',
    'Audience',
    { sortBy: ({ effectiveName }) => effectiveName },
    ({ effectiveName }) => effectiveName,
  ),
  column(
    'state',
    'State',
    {
      sortBy: (audience) =>
        badgesOf(audience, arms.of(audience.audienceId))
          .map(({ text }) => text)
          .join(),
    },
    (audience) => <Badges audience={audience} arms={arms.of(audience.audienceId)} />,
  ),
  column('for', 'For', { notOnPhone: true }, ({ personId }) => (personId ? 'One person' : 'A group')),
  column('title', 'Title', { notOnPhone: true }, ({ effectiveMetadata }) => effectiveMetadata.title),
  column('changed', 'Changed', { isNumber: true, notOnPhone: true, sortBy: changedAt }, (audience) => (
    <Ago at={changedAt(audience)} />
  )),
];

const states: { value: StateName | ''; label: string }[] = [
  { value: '', label: 'In any state' },
  { value: 'live', label: 'Live' },
  { value: 'draft', label: 'Draft' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'archived', label: 'Archived' },
];

/** Where all wait, their time says more than when they were changed. */
const unlessWaiting = new Set(['title', 'changed']);

interface AllAudiencesProps {
  pageId: string;
  /** The name of the screen. */
  title: string;
  /** What the toolbar has besides: the choice of the list. */
  start: ComponentChildren;
}

/**
 * All audiences of a page, newest first, those without visits too, with their state. With a filter all of them are loaded,
 * since the API has none.
 */
export function AllAudiences({ pageId, title, start }: AllAudiencesProps) {
  const { state: wanted, q: search = '' } = useRoute().query;
  const state = states.find(({ value }) => value !== '' && value === wanted)?.value || undefined;
  const audiences = useListOf('audience-list', listAudiences, { path: { page_id: pageId } });
  useUntilLive(audiences.items, 'audience-list');
  const choose = useChoose<Audience>({
    what: 'audiences',
    keyOf: ({ audienceId }) => audienceId,
    nameOf: ({ effectiveName }) => effectiveName,
    actions: audienceActions((audience) => audience, { mayWrite: useScope('write'), hasArchived: true }),
  });
  const arms = useRunningArms();
  const columns = columnsWith(arms);
  const waiting = useWaitingColumns();
  const shownColumns =
    state === 'waiting' ? [...columns.filter(({ id }) => !unlessWaiting.has(id)), ...waiting] : columns;
  const isFiltered = state !== undefined || search !== '';
  const isSearching = isFiltered && audiences.hasMore && audiences.error === undefined;
  useEffect(() => {
    if (isSearching && !audiences.isLoading) audiences.more();
  });
  const text = search.toLocaleLowerCase();
  const matches = (audience: Audience) =>
    (state === undefined || isIn(state, audience, arms.of(audience.audienceId))) &&
    [audience.effectiveName, audience.computedName, audience.effectiveMetadata.title].some((words) =>
      words.toLocaleLowerCase().includes(text),
    );
  return (
    <>
      <Toolbar
        title={title}
        file={{ what: 'Audiences', of: () => [[listAudiences, { path: { page_id: pageId } }]] }}
      >
        <SearchField label="Search names and titles" />
        {start}
        <Choice label="State" param="state" choices={states} />
      </Toolbar>
      <Await
        query={{ ...audiences, data: arms.areKnown ? audiences.items : undefined }}
        skeleton={<Skeleton lines={8} />}
      >
        {(items) => {
          const shown = isFiltered ? items.filter(matches) : items;
          if (items.length === 0)
            return (
              <Empty title="No audiences yet">
                <p>An audience gets its own content on this page: a person, or a group of visitors.</p>
              </Empty>
            );
          const searched = (
            <p class="list-footer muted" role="status">
              {number(items.length)} of {number(audiences.totalCount ?? items.length)} searched …
            </p>
          );
          if (shown.length === 0) return isSearching ? searched : <Empty title="No audiences match" />;
          return (
            <>
              {!isFiltered && audiences.totalCount !== null && (
                <p class="muted below-table">{plural(audiences.totalCount, 'audience')}, newest first</p>
              )}
              <Table
                label="All audiences"
                columns={shownColumns}
                rows={shown}
                keyOf={({ audienceId }) => audienceId}
                href={({ audienceId }) => link('audience', { pageId, audienceId })}
                choose={choose}
                list={isSearching ? undefined : audiences}
                footer={isSearching && searched}
              />
            </>
          );
        }}
      </Await>
    </>
  );
}
