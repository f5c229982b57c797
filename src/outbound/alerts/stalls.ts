import { toTimestampOrNull } from '../../lib/time.ts';
import type { FiringFacts } from '../../vocabulary/firing-sentences.ts';
import type { JobName, Stall } from '../../vocabulary/stalls.ts';
import { dateOf } from './calendar.ts';

/**
 * When alerts have told that jobs stand still which still do, in milliseconds since 1970, by `toldKey`. Negative: the job
 * stands still for another time since the firing of the day, and the alert tells of it when the next day begins, then.
 */
export type Told = Record<string, number>;

/** What alerts have told is noted by alert and job. */
export const toldKey = (alertId: string, job: JobName): string => `${alertId} ${job}`;

/** An alert that tells of a job. */
interface Telling<Alert> {
  alert: Alert;
  stall: Stall<number>;
}

/**
 * What alerts have told and still holds when these jobs stand still, and what they have not told. An alert that was changed
 * or switched on since begins anew. That each tells of a job once a day at most is a unique key.
 */
export function tellStalls<Alert extends { alertId: string; updatedAt: number }>(
  told: Told,
  alerts: readonly Alert[],
  stalls: readonly Stall<number>[],
  now: number,
): { kept: Told; untold: Telling<Alert>[] } {
  const kept: Told = {};
  const untold: Telling<Alert>[] = [];
  for (const alert of alerts)
    for (const stall of stalls) {
      const key = toldKey(alert.alertId, stall.job);
      const at = told[key];
      const isTold = at !== undefined && (at < 0 ? now < -at : at >= alert.updatedAt);
      if (isTold) kept[key] = at;
      else untold.push({ alert, stall });
    }
  return { kept, untold };
}

/** What a firing tells of a job that stands still. */
export const stallFacts = ({ job, since }: Stall<number>, day: number): FiringFacts => ({
  type: 'service_stalled',
  date: dateOf(day),
  job,
  since: toTimestampOrNull(since),
});
