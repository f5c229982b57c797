import { useEffect, useState } from 'preact/hooks';
import { Await, Empty } from '../kit/states.tsx';
import { day } from '../lib/format.ts';
import { toast } from '../lib/toasts.ts';
import { here } from '../nav/router.ts';
import { useFollowers } from './follow.ts';
import { useLatestVisit } from './latest-visit.ts';
import { ScriptTag } from './script-tag.tsx';

/** How often the first visit is looked for, in milliseconds: somebody may be waiting for it. */
const often = 5000;

/** A range without visits: the page is not measured yet, or they came at other times. */
export function NoVisits({ pageId }: { pageId: string }) {
  const [isMeasured, setMeasured] = useState(false);
  const latest = useLatestVisit(pageId, { isWanted: true, every: isMeasured ? undefined : often });
  const [hadNone, setHadNone] = useState(false);
  if (!hadNone && latest.data?.items.length === 0) setHadNone(true);
  if (!isMeasured && latest.data?.items.length) setMeasured(true);
  useEffect(() => {
    if (hadNone && isMeasured) toast('The first visit was received');
  }, [hadNone, isMeasured]);
  useFollowers(latest, ['page-series', 'page-analytics', 'first-steps'], pageId);
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
