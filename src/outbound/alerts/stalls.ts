import { toTimestampOrNull } from '../../lib/time.ts';
import type { FiringFacts } from '../../vocabulary/firing-sentences.ts';
import type { JobName, Stall } from '../../vocabulary/stalls.ts';
import { dateOf } from './calendar.ts';

/**
 * What alerts have notified of, by `notifiedKey`, while the job is stalled. `at`: when it fired. `waitsUntil`: the job has
 * stalled again on the day of a firing, and the alert fires for it when the next day begins. In milliseconds since 1970.
 */
export type Notified = Record<string, { at: number } | { waitsUntil: number }>;

/** What an alert has notified of is kept by alert and job. */
export const notifiedKey = (alertId: string, job: JobName): string => `${alertId} ${job}`;

/** An alert, with a stalled job that it is to notify of. */
type Notification<Alert> = Alert & { stall: Stall<number> };

/**
 * Of the notifications about stalled jobs: those that are `kept`, because they were sent or wait for the next day, and those
 * that are `due`. An alert that was changed or switched on since it fired begins anew. A unique key lets each fire for a job
 * once a day at most.
 */
export function notificationsOf<Alert extends { alertId: string; updatedAt: number }>(
  notified: Notified,
  alerts: readonly Alert[],
  stalls: readonly Stall<number>[],
  now: number,
): { kept: Notified; due: Notification<Alert>[] } {
  const kept: Notified = {};
  const due: Notification<Alert>[] = [];
  for (const alert of alerts)
    for (const stall of stalls) {
      const key = notifiedKey(alert.alertId, stall.job);
      const before = notified[key];
      const isKept = before && ('at' in before ? before.at >= alert.updatedAt : now < before.waitsUntil);
      if (isKept) kept[key] = before;
      else due.push({ ...alert, stall });
    }
  return { kept, due };
}

/** What a firing has of a stalled job. */
export const stallFacts = ({ job, since }: Stall<number>, day: number): FiringFacts => ({
  type: 'service_stalled',
  date: dateOf(day),
  job,
  since: toTimestampOrNull(since),
});
