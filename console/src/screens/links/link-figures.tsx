import { type AnalyticsStep, analyticsTimeseries, type PageLink } from '@footfall/client';
import { rangeOf } from '../../analytics/range.ts';
import { ask } from '../../data/api.ts';
import { useQuery } from '../../data/query.ts';
import { Await } from '../../kit/await.tsx';
import { RateStat, Stat, Stats } from '../../kit/stat.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { number, viewerZone } from '../../lib/format.ts';

const sum = (steps: AnalyticsStep[], of: (step: AnalyticsStep) => number): number =>
  steps.reduce((all, step) => all + of(step), 0);

/** What a link brought in the last 30 days: the visits of its audience, or those that began at its path. */
export function LinkFigures({ link }: { link: PageLink }) {
  const { pageId, audienceId } = link.target;
  const filter = audienceId ? { audienceId } : { landingPath: [link.path] };
  const figures = useQuery(['link-figures', pageId, filter], async (signal) => {
    const { startDate, endDate } = rangeOf({});
    const query = { startDate, endDate, timezone: viewerZone, interval: 'day', ...filter } as const;
    const { items } = await ask(analyticsTimeseries, { path: { page_id: pageId }, query, signal });
    return {
      visits: sum(items, (step) => step.totalSessions),
      conversions: sum(items, (step) => step.conversionCount),
    };
  });
  return (
    <section class="period" aria-label="What it brought">
      <h3>{audienceId ? 'Its audience, last 30 days' : 'Visits that began at this path, last 30 days'}</h3>
      <Await query={figures} skeleton={<Skeleton lines={2} />}>
        {({ visits, conversions }) => (
          <Stats>
            <Stat label="Visits" value={number(visits)} />
            <RateStat label="Conversion" hits={conversions} of={visits} sample="visits" />
          </Stats>
        )}
      </Await>
    </section>
  );
}
