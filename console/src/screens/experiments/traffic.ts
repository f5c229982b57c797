import { type AnalyticsStep, analyticsTimeseries } from '@footfall/client';
import { estimateDays } from '../../../../src/lib/sequential.ts';
import { expectedLift, type Goal } from '../../../../src/vocabulary/experiments.ts';
import { addDays, spanIn, todayIn } from '../../analytics/days.ts';
import { spanQuery } from '../../analytics/questions.ts';
import { useAnswer } from '../../data/api.ts';
import type { QueryState } from '../../data/query.ts';
import { viewerZone } from '../../lib/format.ts';

/** The traffic of so many days says how long a test takes. */
export const trafficDays = 28;

type Step = Pick<AnalyticsStep, 'totalSessions' | 'conversionCount' | 'formSubmitCount'>;

/** The visits of an audience in the days before today, by day. */
export function useTraffic(pageId: string, audienceId: string): QueryState<Step[]> {
  const until = todayIn(viewerZone);
  const span = spanIn(viewerZone, { from: addDays(until, -trafficDays), until });
  const answer = useAnswer('audience-traffic', analyticsTimeseries, {
    path: { page_id: pageId },
    query: { ...spanQuery(span, viewerZone), interval: 'day', audienceId },
  });
  return { ...answer, data: answer.data?.items };
}

/** What a test can expect of some days. */
export interface Estimate {
  visitorsPerDay: number;
  rate: number;
  days: number;
}

/**
 * How long a test takes at the traffic of some days, since the first of them that had a visit. Undefined if that says nothing: no
 * visit reached the goal, or it is one that visits do not tell about.
 */
export function estimateFor(
  days: readonly Step[],
  goal: Goal,
  weights: readonly [number, ...number[]],
): Estimate | undefined {
  if (goal === 'actionClick') return undefined;
  const known = days.slice(days.findIndex(({ totalSessions }) => totalSessions > 0));
  const sum = (of: keyof Step) => known.reduce((all, step) => all + step[of], 0);
  const visits = sum('totalSessions');
  const hits = sum(goal === 'conversion' ? 'conversionCount' : 'formSubmitCount');
  if (hits === 0) return undefined;
  const traffic = { visitorsPerDay: visits / known.length, rate: hits / visits };
  return { ...traffic, days: estimateDays({ ...traffic, weights, lift: expectedLift }) };
}
