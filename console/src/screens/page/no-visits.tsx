import { listAudienceSessions } from '@footfall/client';
import { ask } from '../../api.ts';
import { day } from '../../format.ts';
import { Await } from '../../kit/await.tsx';
import { Empty } from '../../kit/states.tsx';
import { useQuery } from '../../query.ts';
import { here } from '../../router.ts';
import { ScriptTag } from '../pages/script-tag.tsx';

/** A range without visits: the page is not measured yet, or they came at other times. */
export function NoVisits({ pageId }: { pageId: string }) {
  const latest = useQuery(['latest-visit', pageId], (signal) =>
    ask(listAudienceSessions, { path: { page_id: pageId }, query: { limit: 1 }, signal }),
  );
  return (
    <Await query={latest}>
      {({ items: [visit] }) =>
        visit ? (
          <Empty title="No visits in this range">
            The latest visit was on {day(visit.sessionStartedAt)}.{' '}
            <a href={here({ range: '12m', from: undefined, to: undefined })}>Show the last 12 months</a>
          </Empty>
        ) : (
          <ScriptTag pageId={pageId} />
        )
      }
    </Await>
  );
}
