import type { System } from '@footfall/client';
import { expect, test } from 'vitest';
import { dayAndTime } from '../../console/src/lib/format.ts';
import { size, troublesOf } from '../../console/src/screens/settings/system-words.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const well: System = {
  version: '1.0.0',
  stalled: [],
  database: {
    sizeBytes: 1,
    counts: {
      accounts: 0,
      persons: 0,
      pages: 0,
      topics: 0,
      views: 0,
      websites: 0,
      tenantDomains: 0,
      apiKeys: 1,
    },
  },
  rowsWritten: { sampledEvery: 1000, perDay: null, days: [] },
  waiting: { visits: { count: 3, oldestAt: at(1) }, publishes: { count: 1, scheduled: 1, oldestAt: null } },
  deliveries: [],
  cron: { notedAt: at(50), notedEverySeconds: 3600, isLate: false, tasks: [] },
  givenUp: { items: [], lost: 0 },
  errors: [],
};
test('a service that does its work has no troubles', () => expect(troublesOf(well, now)).toEqual([]));

test.each<[string, Partial<System>, string]>([
  ['a cron that never ran', { stalled: [{ job: 'cron', since: null }] }, 'The cron has never run.'],
  [
    'visits that have stalled',
    { stalled: [{ job: 'visits', since: at(11) }] },
    `Visits have been waiting to be counted since ${dayAndTime(at(11))}.`,
  ],
  [
    'a task that fails',
    {
      cron: {
        ...well.cron,
        tasks: [
          {
            task: 'seal sessions',
            lastRunAt: at(1),
            tookMs: 1,
            isFailing: true,
            failedAt: at(1),
            failedWith: 'SQLITE_FULL',
          },
        ],
      },
    },
    'The task “seal sessions” fails: SQLITE_FULL.',
  ],
  [
    'errors of the last day',
    {
      errors: [
        {
          place: 'GET /v0/pages',
          what: 'Error',
          count: 4,
          firstAt: at(9000),
          lastAt: at(9),
          requestId: null,
        },
        {
          place: 'GET /v0/topics',
          what: 'Error',
          count: 1,
          firstAt: at(9000),
          lastAt: at(8000),
          requestId: null,
        },
      ],
    },
    '4 errors of kinds that came in the last day.',
  ],
])('says %s', (_what, change, text) =>
  expect(troublesOf({ ...well, ...change }, now).map((trouble) => trouble.text)).toEqual([text]),
);

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [48_234_496, '48.2 MB'],
  [1_500_000_000, '1.5 GB'],
])('%i bytes are %s', (bytes, text) => expect(size(bytes)).toBe(text));
