import { type AnalyticsStep, analyticsTimeseries } from '@footfall/client';
import { perStep } from '../../analytics/range.ts';
import { useRange } from '../../analytics/range-picker.tsx';
import { ask } from '../../data/api.ts';
import { useQuery } from '../../data/query.ts';
import { Sparkline } from '../../kit/sparkline.tsx';
import { RateStat, Stat, Stats } from '../../kit/stat.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { number } from '../../lib/format.ts';
import { link } from '../../nav/router.ts';
import type { AudiencePath } from './data.ts';

const sum = (steps: AnalyticsStep[], of: 'totalSessions' | 'conversionCount') =>
  steps.reduce((all, step) => all + step[of], 0);

/** The visits of an audience over the range of the address, and what they led to. */
export function Numbers({ path: { page_id: pageId, audience_id: audienceId } }: { path: AudiencePath }) {
  const chosen = useRange();
  const { startDate, endDate, zone, interval, label, words } = chosen;
  const asked = { startDate, endDate, timezone: zone, interval, audienceId };
  const series = useQuery(['audience-series', pageId, asked], (signal) =>
    ask(analyticsTimeseries, { path: { page_id: pageId }, query: asked, signal }),
  );
  const pageAddress = link('page', { pageId }, { audience: audienceId });
  return (
    <section aria-labelledby="audience-numbers">
      <h2 id="audience-numbers">Results</h2>
      <Await query={series} skeleton={<Skeleton lines={4} />}>
        {({ items }) => {
          const visits = sum(items, 'totalSessions');
          if (visits === 0) return <Empty title={`No visits: ${words}`} />;
          return (
            <>
              <Stats>
                <Stat
                  label="Visits"
                  value={number(visits)}
                  note={
                    <Sparkline
                      values={items.map((step) => step.totalSessions)}
                      label={perStep('Visits', chosen)}
                      end={items.at(-1)?.end}
                    />
                  }
                />
                <RateStat
                  label="Conversion rate"
                  hits={sum(items, 'conversionCount')}
                  of={visits}
                  sample="visits"
                />
              </Stats>
              <p class="muted after">
                {label}. <a href={pageAddress}>More on the page</a>
              </p>
            </>
          );
        }}
      </Await>
    </section>
  );
}
