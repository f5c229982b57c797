import * as z from 'zod/mini';
import { answerOf, type OperationDocs } from '../http/openapi/document.ts';
import { SampleData } from './sample-schemas.ts';
import { Health } from './schemas.ts';
import { GivenUp, System } from './system-schemas.ts';

/** Not the literal `3.1.1`: of a constant beside other members, generators make a value in place of a type. */
const version = z.string().check(z.regex(/^3\.1\.\d+$/), z.meta({ maxLength: 10 }));

export const healthOperations: OperationDocs = {
  'GET /health': {
    id: 'getHealth',
    tag: 'Service',
    summary: 'Say whether the worker runs, and D1 answers and is migrated',
    answer: answerOf(Health, 'All is well.', { status: 'ok', d1: 'ok' }),
    errors: ['rate_limited'],
  },
  'GET /openapi.json': {
    id: 'getOpenApiDocument',
    tag: 'Service',
    summary: 'Read this document',
    answer: answerOf(
      z.looseObject({ openapi: version }).check(z.meta({ id: 'OpenApiDocument' })),
      'An OpenAPI 3.1 document.',
      { openapi: '3.1.1' },
    ),
  },
};

const visit: GivenUp = {
  givenUpId: 'givenup_01kafz8q6tf7n9t3cwh2k5v4xe',
  kind: 'visit',
  receivedAt: '2026-11-24T09:30:00.000Z',
  givenUpAt: '2026-11-26T10:00:00.000Z',
  attempts: 100,
  failedWith: 'SQLITE_CONSTRAINT',
  pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe',
  audienceId: null,
  versionId: null,
  sentAt: null,
};

const system: System = {
  version: '1.0.0',
  stalled: [{ job: 'given_up', since: '2026-11-26T10:00:00.000Z' }],
  database: {
    sizeBytes: 48_234_496,
    counts: {
      accounts: 412,
      persons: 1893,
      pages: 12,
      topics: 4,
      views: 3,
      websites: 2,
      tenantDomains: 1,
      apiKeys: 6,
    },
  },
  rowsWritten: {
    sampledEvery: 10_000,
    perDay: 18_000,
    days: [
      { date: '2026-11-26', rows: 7000 },
      { date: '2026-11-25', rows: 18_000 },
    ],
  },
  waiting: {
    visits: { count: 3, oldestAt: '2026-11-26T09:59:58.000Z' },
    publishes: { count: 1, scheduled: 1, oldestAt: null },
  },
  deliveries: [
    {
      webhookId: 'webhook_01kafz8q6tf7n9t3cwh2k5v4xe',
      waiting: 2,
      isBehind: false,
      givenUp: 0,
      failingSince: '2026-11-26T09:40:00.000Z',
      disabledAt: null,
    },
  ],
  cron: {
    notedAt: '2026-11-26T09:12:00.000Z',
    notedEverySeconds: 3600,
    isLate: false,
    tasks: [
      {
        task: 'seal sessions',
        lastRunAt: '2026-11-26T09:12:00.000Z',
        tookMs: 84,
        isFailing: false,
        failedAt: null,
        failedWith: null,
      },
    ],
  },
  givenUp: { items: [visit], lost: 0 },
  errors: [
    {
      place: 'GET /v0/persons/search',
      what: 'database_unavailable',
      count: 4,
      firstAt: '2026-11-26T08:00:00.000Z',
      lastAt: '2026-11-26T08:00:09.000Z',
      requestId: '0b8bdc1e-4ad9-4b8c-9a52-3b6c7a1f2d3e',
    },
  ],
};

export const systemOperations: OperationDocs = {
  'GET /v0/system': {
    id: 'getSystem',
    tag: 'Service',
    summary: 'Read what the service does, and what it has failed to do',
    description:
      'For operators: size, rows, queues, deliveries, the cron, what queues gave up, the last errors. It names no person, and has no SQL and no message of an error.',
    answer: answerOf(System, 'The state of the service in this workspace.', system),
  },
  'POST /v0/system/given_up/{given_up_id}/send': {
    id: 'sendGivenUp',
    tag: 'Service',
    summary: 'Send again what a queue gave up',
    description:
      'A visit is merged at once: if that fails, the answer is its error. A publish is requested again, of the words as they are now. To send it twice doubles nothing.',
    example: {},
    answer: answerOf(GivenUp, 'What was sent again.', { ...visit, sentAt: '2026-11-26T11:00:00.000Z' }),
    errors: ['invalid_transition', 'experiment_running'],
  },
};

const loaded: SampleData = { loadedAt: '2026-11-26T10:00:00.000Z' };

export const sampleDataOperations: OperationDocs = {
  'GET /v0/sample_data': {
    id: 'getSampleData',
    tag: 'Service',
    summary: 'Say whether there is sample data',
    answer: answerOf(SampleData, 'Since when there is some.', loaded),
  },
  'POST /v0/sample_data': {
    id: 'loadSampleData',
    tag: 'Service',
    summary: 'Load sample data into an empty workspace',
    description:
      'Pages, companies, persons with logs, audiences with live content and links, and visits of four weeks. It notifies no webhook, channel or alert, and notes no event. To load it again changes nothing.',
    example: {},
    answer: answerOf(SampleData, 'It is there.', loaded),
    errors: ['workspace_not_empty'],
  },
  'DELETE /v0/sample_data': {
    id: 'removeSampleData',
    tag: 'Service',
    summary: 'Remove all sample data',
    description:
      'With what was made of it, such as links to its pages and logs of its persons. What is yours alone stays. It notifies nobody and notes no event. To remove it again changes nothing.',
    answer: answerOf(SampleData, 'It is gone.', { loadedAt: null }),
  },
};
