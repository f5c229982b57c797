import { notedEvery } from '../../../src/db/cron-note.ts';
import { hourMs, minuteMs } from '../../../src/lib/durations.ts';
import {
  isStalled,
  type JobName,
  jobNames,
  stallSentence,
  stallsOf,
} from '../../../src/vocabulary/stalls.ts';

const now = Date.UTC(2026, 10, 26, 12);

test.each<[JobName, number | null, boolean]>([
  ['cron', null, true],
  ['cron', 2 * hourMs - 1, false],
  ['cron', 2 * hourMs, true],
  ['visits', null, false],
  ['visits', 10 * minuteMs - 1, false],
  ['visits', 10 * minuteMs, true],
  ['publishes', null, false],
  ['publishes', 10 * minuteMs - 1, false],
  ['publishes', 10 * minuteMs, true],
  ['deliveries', null, false],
  // It is to be attempted again later.
  ['deliveries', -minuteMs, false],
  ['deliveries', 10 * minuteMs - 1, false],
  ['deliveries', 10 * minuteMs, true],
  ['given_up', null, false],
  ['given_up', 0, true],
])('that %s have waited for %s ms means that they have stalled: %s', (job, ms, hasStalled) => {
  const since = ms === null ? null : now - ms;
  expect(isStalled(job, since, now)).toBe(hasStalled);
  const waits = { cron: now, visits: null, publishes: null, deliveries: null, given_up: null, [job]: since };
  expect(stallsOf(waits, now)).toEqual(hasStalled ? [{ job, since }] : []);
});

test('the cron has stalled after two notes that it has not written', () => {
  expect(notedEvery).toBe(hourMs);
});

test('each job says what has stalled, and since when', () => {
  const said = jobNames.map((job) => stallSentence({ job, since: 'x' }, (at) => `26 Nov (${at})`));
  expect([...said, stallSentence({ job: 'cron', since: null }, String)]).toEqual([
    'The cron does not run. It has noted nothing since 26 Nov (x).',
    'Visits have been waiting to be counted since 26 Nov (x).',
    'Versions have been waiting to go live since 26 Nov (x).',
    'Events have been waiting to be sent to webhooks since 26 Nov (x).',
    'Visits or versions that could not be processed have been waiting to be sent again since 26 Nov (x).',
    'The cron has never run.',
  ]);
});
