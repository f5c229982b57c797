import type { AnalyticsFigures } from '@footfall/client';
import { noneJudged, RateStat, Stat, Stats, TimeStat } from '../kit/stat.tsx';
import { number } from '../lib/format.ts';
import { here, useRoute } from '../nav/router.ts';
import { metricOf, visitsMetric } from './metrics.ts';

/** The figures of a page. A mean is null if the API does not have it for this filter. */
export type Totals = Pick<
  AnalyticsFigures,
  'totalSessions' | 'bounceCount' | 'bounceEligibleSessions' | 'conversionCount' | 'formSubmitCount'
> & { avgTimeSpentSeconds: number | null };

/** The name of a figure leads to its line in the chart. */
function useMetricLink() {
  const chosen = metricOf(useRoute().query.metric).id;
  return (id: string) => ({
    href: here({ metric: id === visitsMetric.id ? undefined : id }),
    isChosen: chosen === id,
  });
}

/** The six figures of a page over a range, with their change. */
export function Figures({ now, before }: { now: Totals; before: Totals | undefined }) {
  const metric = useMetricLink();
  const visits = before?.totalSessions;
  const conversions = before?.conversionCount;
  return (
    <Stats>
      <Stat
        label="Visits"
        value={number(now.totalSessions)}
        compare={{ now: now.totalSessions, before: visits }}
        note={visits !== undefined && `${number(visits)} before`}
        {...metric('visits')}
      />
      <Stat
        label="Conversions"
        value={number(now.conversionCount)}
        compare={{ now: now.conversionCount, before: conversions }}
        note={conversions !== undefined && `${number(conversions)} before`}
        {...metric('conversions')}
      />
      <RateStat
        label="Conversion rate"
        hits={now.conversionCount}
        of={now.totalSessions}
        before={before && { hits: before.conversionCount, of: before.totalSessions }}
        sample="visits"
      />
      <RateStat
        label="Form rate"
        hits={now.formSubmitCount}
        of={now.totalSessions}
        before={before && { hits: before.formSubmitCount, of: before.totalSessions }}
        sample="visits"
        {...metric('forms')}
      />
      <RateStat
        label="Bounce rate"
        hits={now.bounceCount}
        of={now.bounceEligibleSessions}
        before={before && { hits: before.bounceCount, of: before.bounceEligibleSessions }}
        sample="visits"
        none={noneJudged(now.totalSessions)}
        lessIsBetter
        {...metric('bounces')}
      />
      <TimeStat
        mean={now.avgTimeSpentSeconds}
        visits={now.totalSessions}
        before={before && { mean: before.avgTimeSpentSeconds, visits: before.totalSessions }}
        {...metric('time')}
      />
    </Stats>
  );
}
