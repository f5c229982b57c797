import { type Audience, listAudiences, type Page } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { allOf } from '../../data/at-most.ts';
import { pageName, usePages } from '../../data/pages.ts';
import { type QueryState, together, useQuery } from '../../data/query.ts';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { type Column, column, Table } from '../../kit/table.tsx';
import { number } from '../../lib/format.ts';
import { link } from '../../nav/router.ts';
import { isInFlight } from '../audiences/state.tsx';
import { useUntilLive, useWaitingColumns } from '../audiences/waiting.tsx';

/** So many pages with audiences are looked through, and so many of the newest audiences of each. */
const mostPages = 50;
const mostAudiences = 100;
/** So many pages are asked for at once. */
const atOnce = 6;

/** What waits to be published, and whether there is more than was looked through. */
interface Waiting {
  audiences: Audience[];
  isPart: boolean;
}

/** The audiences of pages whose latest version waits. The API has no such list. */
async function waitingOf(pages: Page[], signal: AbortSignal): Promise<Waiting> {
  const lists = await allOf(atOnce, pages.slice(0, mostPages), ({ pageId }) =>
    ask(listAudiences, { path: { page_id: pageId }, query: { limit: mostAudiences }, signal }),
  );
  return {
    audiences: lists.flatMap(({ items }) =>
      items.filter((audience) => audience.archivedAt === null && isInFlight(audience)),
    ),
    isPart: pages.length > mostPages || lists.some(({ hasMore }) => hasMore),
  };
}

/** What waits to be published, of all pages, and what the page of an audience is called. */
function useWaiting(): QueryState<Waiting> & { pageOf: (audience: Audience) => string } {
  const pages = usePages();
  const withAudiences = pages.data?.filter(({ audiencesCount }) => audiencesCount > 0);
  const ids = withAudiences?.map(({ pageId }) => pageId);
  const waiting = useQuery(ids && ['scheduled', ids], (signal) => waitingOf(withAudiences ?? [], signal));
  return {
    ...together(waiting.data, waiting, pages),
    pageOf: ({ pageId }) => {
      const page = pages.data?.find((one) => one.pageId === pageId);
      return page ? pageName(page) : pageId;
    },
  };
}

/** What goes live later, of all pages? */
export function Scheduled() {
  const { pageOf, ...waiting } = useWaiting();
  useUntilLive(waiting.data?.audiences, 'scheduled');
  const columns: Column<Audience>[] = [
    column(
      'audience',
      'Audience',
      { sortBy: ({ effectiveName }) => effectiveName },
      ({ effectiveName }) => effectiveName,
    ),
    column('page', 'Page', { notOnPhone: true, sortBy: pageOf }, pageOf),
    column('version', 'Version', { isNumber: true, notOnPhone: true }, ({ latestVersion }) =>
      number(latestVersion.versionNumber),
    ),
    ...useWaitingColumns(),
  ];
  return (
    <>
      <ScreenHead title="Scheduled" question="What goes live later, and when?" />
      <Await query={waiting} what="what is scheduled" skeleton={<Skeleton lines={4} isTable />}>
        {({ audiences, isPart }) => (
          <>
            {audiences.length === 0 ? (
              <Empty title="Nothing is scheduled">
                <p>To schedule a version, choose “Publish later …” in the content of an audience.</p>
              </Empty>
            ) : (
              <Table
                label="Scheduled"
                columns={columns}
                rows={audiences}
                keyOf={({ audienceId }) => audienceId}
                href={({ pageId, audienceId }) => link('audience', { pageId, audienceId })}
                initialSort="time"
              />
            )}
            <p class="note muted">
              A version that waits behind a newer one is on the screen of its audience only.
              {isPart &&
                ` The newest ${number(mostAudiences)} audiences of the newest ${number(mostPages)} pages were searched.`}
            </p>
          </>
        )}
      </Await>
    </>
  );
}
