import * as z from 'zod/mini';
import { described, object } from '../http/described.ts';
import { count, id, textUpTo, timestamp } from '../http/schemas.ts';
import { jobNames } from '../vocabulary/stalls.ts';

const text = textUpTo(255);
const some = <T extends z.ZodMiniType>(schema: T, most: number) => z.array(schema).check(z.maxLength(most));
const orNull = (schema: z.ZodMiniType<string>, meaning: string) => described(z.nullable(schema), meaning);
const when = (meaning: string) => orNull(timestamp, meaning);
const bytes = described(z.nullable(count), 'As D1 says with each answer. Null if it has not said it.');
const date = z.string().check(z.maxLength(10), z.meta({ format: 'date', example: '2026-11-26' }));

const Stalled = object('StalledJob', {
  job: z.enum(jobNames),
  since: when('Since when it waits. Null for a cron that never ran.'),
});

const Counts = object('SystemCounts', {
  accounts: count,
  persons: count,
  pages: count,
  topics: count,
  views: count,
  websites: count,
  tenantDomains: count,
  apiKeys: count,
});

const Waiting = object('SystemWaiting', {
  visits: described(
    z.nullable(
      z.object({ count, oldestAt: when('When the oldest of them was sent. Null if there is none.') }),
    ),
    'Messages in the queue of visits, of all workspaces of this deployment, and without its dead-letter queue. Null if there is no such queue, or it does not say.',
  ),
  publishes: described(
    z.object({
      count: described(count, 'Versions that are queued or processing, at most 1,000.'),
      scheduled: described(count, 'How many of them have a later time.'),
      oldestAt: when('Since when the first of the others waits.'),
    }),
    'Versions that are to go live.',
  ),
});

const SystemDelivery = object('SystemDelivery', {
  webhookId: id('webhook'),
  waiting: described(count, 'Deliveries that will be attempted again, at most 1,000.'),
  isBehind: described(
    z.boolean(),
    'It has had events to send for ten minutes, which no failure of its receiver keeps waiting.',
  ),
  givenUp: described(count, 'Of its latest 100 deliveries. Each can be sent again: `resendDelivery`.'),
  failingSince: when('Since when every attempt has failed.'),
  disabledAt: when('When it was switched off.'),
});

const CronTask = object('CronTask', {
  task: described(text, 'Its name in the log.'),
  lastRunAt: timestamp,
  tookMs: described(count, 'How long that run took.'),
  isFailing: described(z.boolean(), 'That run failed.'),
  failedAt: when('When it failed last.'),
  failedWith: orNull(text, 'With what. The message is in the log.'),
});

const Cron = object('SystemCron', {
  notedAt: when('When it last noted that it runs. Null if it never has.'),
  notedEverySeconds: described(
    count,
    'It notes that it runs, and how its tasks did, so often, and a failure at once. So all times here may be so old.',
  ),
  isLate: described(z.boolean(), 'It has noted nothing for more than twice as long: it does not run.'),
  tasks: described(some(CronTask, 20), 'Tasks that have had work, the latest first.'),
});

export const GivenUp = object('GivenUp', {
  givenUpId: id('givenup'),
  kind: z.enum(['visit', 'publish']),
  receivedAt: timestamp,
  givenUpAt: timestamp,
  attempts: described(z.nullable(count), 'How often its last queue delivered it.'),
  failedWith: described(text, 'What its last attempt failed with.'),
  pageId: z.nullable(text),
  audienceId: z.nullable(text),
  versionId: z.nullable(text),
  sentAt: when('When it was sent again with success.'),
});
export type GivenUp = z.infer<typeof GivenUp>;

const SystemError = object('SystemError', {
  place: described(text, 'The route, or the task of a queue.'),
  what: described(text, 'A code, or the class of the error. The message is in the log.'),
  count,
  firstAt: timestamp,
  lastAt: timestamp,
  requestId: orNull(text, 'Of the last one, if it was a request.'),
});

export const System = object('System', {
  version: described(text, 'The release that runs.'),
  stalled: described(
    some(Stalled, jobNames.length),
    'The stalled jobs: a cron without a note for two hours; visits, publishes and deliveries that have waited for ten minutes; what queues gave up and nobody has sent again. Alerts of the type `service_stalled` fire for it.',
  ),
  database: z.object({ sizeBytes: bytes, counts: Counts }),
  rowsWritten: described(
    z.object({
      sampledEvery: described(count, 'An isolate notes its rows when it has written so many.'),
      perDay: described(z.nullable(count), 'The mean of the whole days here. Null before the first.'),
      days: some(z.object({ date, rows: count }), 8),
    }),
    'An estimate, by UTC day, latest first. An isolate begins to count at random, so that the sum is right on average. Less than some thousand a day is noise.',
  ),
  waiting: Waiting,
  deliveries: described(some(SystemDelivery, 100), 'The webhooks of the workspace.'),
  cron: Cron,
  givenUp: z.object({
    items: described(
      some(GivenUp, 100),
      'What the queues gave up in the last 13 days: first what was not sent again, then the latest.',
    ),
    lost: described(
      count,
      'How many could not be kept, because 100 that were not sent again are kept, or a megabyte.',
    ),
  }),
  errors: described(
    some(SystemError, 50),
    'Errors of the service itself, the latest first: of requests that were answered by a 500 or because of the database, and of queues.',
  ),
});
export type System = z.infer<typeof System>;
