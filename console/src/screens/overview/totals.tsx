import type { AnalyticsFigures } from '@footfall/client';
import { noneJudged, RateStat, Stat, Stats, TimeStat } from '../../kit/stat.tsx';
import { number } from '../../lib/format.ts';

/** The six figures of a workspace or a page over a range, with their change. */
export function Totals({ now, before }: { now: AnalyticsFigures; before: AnalyticsFigures | undefined }) {
  const then = (pick: (of: AnalyticsFigures) => number) => before && pick(before);
  return (
    <Stats>
      <Stat
        label="Visits"
        value={number(now.totalSessions)}
        compare={{ now: now.totalSessions, before: then((of) => of.totalSessions) }}
        note={before && `${number(before.totalSessions)} before`}
      />
      <Stat
        label="Conversions"
        value={number(now.conversionCount)}
        compare={{ now: now.conversionCount, before: then((of) => of.conversionCount) }}
        note={before && `${number(before.conversionCount)} before`}
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
      />
      <RateStat
        label="Bounce rate"
        hits={now.bounceCount}
        of={now.bounceEligibleSessions}
        before={before && { hits: before.bounceCount, of: before.bounceEligibleSessions }}
        sample="visits"
        none={noneJudged(now.totalSessions)}
        lessIsBetter
      />
      <TimeStat
        mean={now.avgTimeSpentSeconds}
        visits={now.totalSessions}
        before={before && { mean: before.avgTimeSpentSeconds, visits: before.totalSessions }}
      />
    </Stats>
  );
}
