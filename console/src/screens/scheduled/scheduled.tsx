import type { Audience } from '@footfall/client';
import { pageName } from '../../data/pages.ts';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { number } from '../../lib/format.ts';
import { link } from '../../nav/router.ts';
import { useUntilLive } from '../audiences/use-until-live.ts';
import { useWaitingColumns } from '../audiences/waiting.tsx';
import { mostAudiences, mostPages, useWaiting } from './data.ts';

/** What goes live later, of all pages? */
export function Scheduled() {
  const { nameOf, ...waiting } = useWaiting();
  useUntilLive(waiting.data?.audiences, 'scheduled');
  const pageOf = ({ pageId }: Audience) => {
    const page = nameOf(pageId);
    return page ? pageName(page) : pageId;
  };
  const columns: Column<Audience>[] = [
    {
      id: 'audience',
      label: 'Audience',
      sortBy: ({ effectiveName }) => effectiveName,
      cell: ({ effectiveName }) => effectiveName,
    },
    { id: 'page', label: 'Page', notOnPhone: true, sortBy: pageOf, cell: pageOf },
    {
      id: 'version',
      label: 'Version',
      isNumber: true,
      notOnPhone: true,
      cell: ({ latestVersion }) => number(latestVersion.versionNumber),
    },
    ...useWaitingColumns(),
  ];
  return (
    <>
      <ScreenHead title="Scheduled" question="What goes live later, and when?" />
      <Await query={waiting} skeleton={<Skeleton lines={4} isTable />}>
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
