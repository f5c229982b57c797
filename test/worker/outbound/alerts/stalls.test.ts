import { type Notified, notificationsOf, stallFacts } from '../../../../src/outbound/alerts/stalls.ts';
import type { JobName } from '../../../../src/vocabulary/stalls.ts';

/** What alert_1 has notified of jobs. */
const noted = (one: Notified[string], ...jobs: JobName[]): Notified =>
  Object.fromEntries(jobs.map((job) => [`alert_1 ${job}`, one]));
const at = (time: number, ...jobs: JobName[]) => noted({ at: time }, ...jobs);
const waits = (until: number, ...jobs: JobName[]) => noted({ waitsUntil: until }, ...jobs);

test.each<[string, Notified, JobName[], Notified, JobName[]]>([
  ['of nothing, while no job has stalled', {}, [], {}, []],
  ['of stalled jobs', {}, ['cron', 'visits'], {}, ['cron', 'visits']],
  ['of each job by itself', at(7, 'cron'), ['cron', 'visits'], at(7, 'cron'), ['visits']],
  ['of no job twice', at(7, 'cron'), ['cron'], at(7, 'cron'), []],
  ['not of a job that goes on, which is forgotten', at(7, 'cron', 'visits'), ['visits'], at(7, 'visits'), []],
  ['anew since it was changed', at(4, 'cron'), ['cron'], {}, ['cron']],
  ['not for the second time on a day', waits(9, 'cron'), ['cron'], waits(9, 'cron'), []],
  ['when the next day begins', waits(8, 'cron'), ['cron'], {}, ['cron']],
  ['of nothing, if it is off', { 'alert_2 cron': { at: 7 } }, [], {}, []],
])('an alert notifies %s', (_, notified, jobs, kept, due) => {
  const alerts = [{ alertId: 'alert_1', updatedAt: 5 }];
  const stalls = jobs.map((job) => ({ job, since: 1 }));
  const next = notificationsOf(notified, alerts, stalls, 8);
  expect(next.kept).toEqual(kept);
  expect(next.due.map(({ stall }) => stall.job)).toEqual(due);
});

test('a firing has the day, the job and since when, and a cron that never ran has no time', () => {
  expect([stallFacts({ job: 'visits', since: 0 }, 1), stallFacts({ job: 'cron', since: null }, 1)]).toEqual([
    { type: 'service_stalled', date: '1970-01-02', job: 'visits', since: '1970-01-01T00:00:00.000Z' },
    { type: 'service_stalled', date: '1970-01-02', job: 'cron', since: null },
  ]);
});
