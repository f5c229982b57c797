import type { System } from '@footfall/client';
import { expect, test } from 'vitest';
import { size, troublesOf } from '../../console/src/screens/settings/system-words.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const at = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const well: System = {
  version: '1.0.0',
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
const givenUp = {
  givenUpId: 'givenup_1',
  kind: 'visit',
  receivedAt: at(90),
  givenUpAt: at(5),
  attempts: 100,
  failedWith: 'Error',
  pageId: null,
  audienceId: null,
  versionId: null,
  sentAt: null,
} as const;

test('a service that does its work has no troubles', () => expect(troublesOf(well, now)).toEqual([]));

test.each<[string, Partial<System>, string]>([
  [
    'a cron that never ran',
    { cron: { ...well.cron, notedAt: null, isLate: true } },
    'The cron has never run.',
  ],
  [
    'visits that wait for long',
    { waiting: { ...well.waiting, visits: { count: 9, oldestAt: at(11) } } },
    'Visits wait since 11 min ago.',
  ],
  [
    'what was given up',
    { givenUp: { items: [givenUp, { ...givenUp, sentAt: at(1) }], lost: 0 } },
    '1 message could not be processed. Send it again below.',
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
