import { type Audience, listAudiences } from '@footfall/client';
import { ask } from '../../api.ts';
import { ago, dayAndTime, plural } from '../../format.ts';
import { Await } from '../../kit/await.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { Empty, Skeleton } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { useList } from '../../list.ts';
import { link } from '../../router.ts';
import { AudienceState } from './audience-columns.tsx';

const columns: Column<Audience>[] = [
  { id: 'audience', label: 'Audience', cell: ({ effectiveName }) => effectiveName },
  { id: 'state', label: 'State', cell: (audience) => <AudienceState audience={audience} /> },
  {
    id: 'for',
    label: 'For',
    notOnPhone: true,
    cell: ({ personId }) => (personId ? 'One person' : 'A group'),
  },
  {
    id: 'created',
    label: 'Created',
    isNumber: true,
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={dayAndTime(createdAt)}>
        {ago(createdAt)}
      </time>
    ),
  },
];

/** All audiences of a page, newest first, by cursor. */
export function AllAudiences({ pageId }: { pageId: string }) {
  const list = useList(['audiences-list', pageId], (cursor, signal) =>
    ask(listAudiences, {
      path: { page_id: pageId },
      query: { limit: 100, ...(cursor && { cursor }) },
      signal,
    }),
  );
  return (
    <Await query={{ ...list, data: list.items }} skeleton={<Skeleton lines={10} />}>
      {(items) =>
        items.length === 0 ? (
          <Empty title="No audiences yet">
            An audience is a group or a person that sees words of its own. <code>POST …/audiences</code> makes
            one.
          </Empty>
        ) : (
          <>
            <p class="muted below-table">
              {list.totalCount === null
                ? 'Newest first'
                : `${plural(list.totalCount, 'audience')}, newest first`}
            </p>
            <Table
              label="All audiences"
              columns={columns}
              rows={items}
              keyOf={({ audienceId }) => audienceId}
              href={({ audienceId }) => link('audience', { pageId, audienceId })}
              onEnd={list.more}
              footer={<ListFooter list={list} />}
            />
          </>
        )
      }
    </Await>
  );
}
