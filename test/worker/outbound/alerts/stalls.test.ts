import { stallFacts, type Told, tellStalls } from '../../../../src/outbound/alerts/stalls.ts';
import type { JobName } from '../../../../src/vocabulary/stalls.ts';

const at = (time: number, ...jobs: JobName[]): Told =>
  Object.fromEntries(jobs.map((job) => [`alert_1 ${job}`, time]));

test.each<[string, Told, JobName[], Told, JobName[]]>([
  ['nothing, while nothing stands still', {}, [], {}, []],
  ['what stands still', {}, ['cron', 'visits'], {}, ['cron', 'visits']],
  ['each job for itself', at(7, 'cron'), ['cron', 'visits'], at(7, 'cron'), ['visits']],
  ['nothing twice', at(7, 'cron'), ['cron'], at(7, 'cron'), []],
  [
    'nothing of what goes on again, which is forgotten',
    at(7, 'cron', 'visits'),
    ['visits'],
    at(7, 'visits'),
    [],
  ],
  ['all anew since it was changed', at(4, 'cron'), ['cron'], {}, ['cron']],
  ['nothing for the second time on a day', at(-9, 'cron'), ['cron'], at(-9, 'cron'), []],
  ['when the next day begins', at(-8, 'cron'), ['cron'], {}, ['cron']],
  ['nothing of an alert that is off', { 'alert_2 cron': 7 }, [], {}, []],
])('an alert tells %s', (_, told, jobs, kept, untold) => {
  const alerts = [{ alertId: 'alert_1', updatedAt: 5 }];
  const stalls = jobs.map((job) => ({ job, since: 1 }));
  const next = tellStalls(told, alerts, stalls, 8);
  expect(next.kept).toEqual(kept);
  expect(next.untold.map(({ stall }) => stall.job)).toEqual(untold);
});

test('what an alert tells has the day, the job and since when, and a cron that never ran has no time', () => {
  expect([stallFacts({ job: 'visits', since: 0 }, 1), stallFacts({ job: 'cron', since: null }, 1)]).toEqual([
    { type: 'service_stalled', date: '1970-01-02', job: 'visits', since: '1970-01-01T00:00:00.000Z' },
    { type: 'service_stalled', date: '1970-01-02', job: 'cron', since: null },
  ]);
});
