import { asc, desc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import { audienceVersions } from '../../content/tables/pages.ts';
import type { Database } from '../../db/client.ts';
import { type CronNote, notedEvery } from '../../db/cron-note.ts';
import { mostErrors, notedRows } from '../../db/notes.ts';
import { build, columnsOf, type Param, statement } from '../../db/statement.ts';
import { counters } from '../../db/tables/service.ts';
import { givenUp, serviceDays, serviceErrors, serviceNotes } from '../../db/tables/system.ts';
import { dayMs } from '../../lib/durations.ts';
import { toTimestamp, toTimestampOrNull } from '../../lib/time.ts';
import { behindSince, metricsOf, publishWaitsSince } from '../../outbound/alerts/store/waits.ts';
import { webhookDeliveries, webhooks } from '../../outbound/tables/webhooks.ts';
import { persons } from '../../people/tables/persons.ts';
import { isStalled, stallsOf } from '../../vocabulary/stalls.ts';
import { version } from '../../vocabulary/version.ts';
import type { GivenUp, System } from '../system-schemas.ts';

/** How many of each are counted, and how many deliveries of a webhook are looked at. */
const most = { counted: 1000, deliveries: 100, givenUp: 100, webhooks: 100 };
/** How many days of rows the answer has, with today. */
const shownDays = 8;

const number = (value: number) => sql.raw(String(value));

const selectCounters = statement(() =>
  build.select({ name: counters.name, value: counters.value }).from(counters),
);
const countPersons = statement(() =>
  build
    .select({ value: sql<number>`${persons.seq} - ${persons.gone}` })
    .from(persons)
    .orderBy(desc(persons.seq))
    .limit(1),
);
const selectNotes = statement(() =>
  build.select(columnsOf(serviceNotes, ['name', 'at', 'value'])).from(serviceNotes),
);
const selectDays = statement(({ from }: { from: Param<number> }) =>
  build
    .select(columnsOf(serviceDays, ['day', 'rowsWritten']))
    .from(serviceDays)
    .where(gte(serviceDays.day, from))
    .orderBy(desc(serviceDays.day)),
);
const selectErrors = statement(() =>
  build
    .select(columnsOf(serviceErrors, ['place', 'what', 'count', 'firstAt', 'lastAt', 'requestId']))
    .from(serviceErrors)
    .orderBy(desc(serviceErrors.lastAt))
    .limit(number(mostErrors) as never),
);

const selectPublishes = statement(({ now }: { now: Param<number> }) => {
  const { resendAt } = audienceVersions;
  const inFlight = build
    .select({ since: publishWaitsSince(now).as('since') })
    .from(audienceVersions)
    .where(isNotNull(resendAt))
    .orderBy(asc(resendAt))
    .limit(number(most.counted) as never)
    .as('waiting');
  return build
    .select({
      count: sql<number>`count(*)`,
      scheduled: sql<number>`coalesce(sum(${inFlight.since} is null), 0)`,
      oldestAt: sql<number | null>`min(${inFlight.since})`,
    })
    .from(inFlight);
});

const selectWebhooks = statement(() => {
  const { sequence, status, nextAttemptAt } = webhookDeliveries;
  const ofWebhook = sql`${webhookDeliveries.webhookId} = ${webhooks.webhookId}`;
  return build
    .select({
      ...columnsOf(webhooks, ['webhookId', 'failingSince', 'disabledAt']),
      waiting: sql<number>`(select count(*) from (select 1 from ${webhookDeliveries}
        where ${ofWebhook} and ${nextAttemptAt} is not null limit ${number(most.counted)}))`,
      behindSince: sql<number | null>`${behindSince}`,
      givenUp: sql<number>`(select count(*) from (select ${status} as status from ${webhookDeliveries}
        where ${ofWebhook} order by ${sequence} desc limit ${number(most.deliveries)}) where status = 'given_up')`,
    })
    .from(webhooks)
    .where(isNull(webhooks.deletedAt))
    .orderBy(desc(webhooks.webhookId))
    .limit(number(most.webhooks) as never);
});

const givenUpColumns = columnsOf(givenUp, [
  'givenUpId',
  'kind',
  'receivedAt',
  'givenUpAt',
  'attempts',
  'what',
  'pageId',
  'audienceId',
  'versionId',
  'sentAt',
]);
const selectGivenUp = statement(() =>
  build
    .select(givenUpColumns)
    .from(givenUp)
    .orderBy(sql`${givenUp.sentAt} is not null`, desc(givenUp.givenUpId))
    .limit(number(most.givenUp) as never),
);

/** Selects one that was given up, with the message of a visit. */
export const selectOneGivenUp = statement(({ givenUpId }: { givenUpId: Param<string> }) =>
  build
    .select({ ...givenUpColumns, body: givenUp.body })
    .from(givenUp)
    .where(eq(givenUp.givenUpId, givenUpId)),
);
type Row = NonNullable<ReturnType<typeof selectGivenUp>['row']>;

/** One that was given up, as answers have it. */
export const toGivenUp = (row: Row): GivenUp => ({
  givenUpId: row.givenUpId,
  kind: row.kind,
  receivedAt: toTimestamp(row.receivedAt),
  givenUpAt: toTimestamp(row.givenUpAt),
  attempts: row.attempts,
  failedWith: row.what,
  pageId: row.pageId,
  audienceId: row.audienceId,
  versionId: row.versionId,
  sentAt: toTimestampOrNull(row.sentAt),
});

/** The estimates of rows, with their mean. Today is not over. */
function rowsOf(
  days: NonNullable<ReturnType<typeof selectDays>['row']>[],
  today: number,
): System['rowsWritten'] {
  const whole = days.filter(({ day }) => day < today);
  const first = whole.at(-1)?.day;
  const sum = whole.reduce((rows, { rowsWritten }) => rows + rowsWritten, 0);
  return {
    sampledEvery: notedRows,
    perDay: first === undefined ? null : Math.round(sum / (today - first)),
    days: days.map(({ day, rowsWritten: rows }) => ({ date: toTimestamp(day * dayMs).slice(0, 10), rows })),
  };
}

type Notes = NonNullable<ReturnType<typeof selectNotes>['row']>[];

function cronOf(notes: Notes, now: number): System['cron'] {
  const note = notes.find(({ name }) => name === 'cron');
  const { tasks } = note ? (JSON.parse(note.value) as CronNote) : { tasks: {} };
  return {
    notedAt: toTimestampOrNull(note?.at ?? null),
    notedEverySeconds: notedEvery / 1000,
    isLate: isStalled('cron', note?.at ?? null, now),
    tasks: Object.entries(tasks)
      .sort(([, a], [, b]) => b.at - a.at)
      .map(([task, { at, ms, isFailing, failedAt, failedWith }]) => ({
        task,
        lastRunAt: toTimestamp(at),
        tookMs: ms,
        isFailing,
        failedAt: toTimestampOrNull(failedAt ?? null),
        failedWith: failedWith ?? null,
      })),
  };
}

/** The earliest of some times. Null if there is none. */
const earliest = (times: readonly (number | null)[]) => {
  const known = times.filter((time) => time !== null);
  return known.length > 0 ? Math.min(...known) : null;
};

/** Reads what the service does and has failed to do in a workspace, in one round trip. `visits`: their queue, if there is one. */
export async function getSystem(db: Database, visits: Queue | undefined, now: number): Promise<System> {
  const today = Math.floor(now / dayMs);
  const asked = metricsOf(visits);
  const [counted, [people], notes, days, errors, [publishes], hooks, kept] = await db.batch([
    selectCounters({}),
    countPersons({}),
    selectNotes({}),
    selectDays({ from: today - shownDays + 1 }),
    selectErrors({}),
    selectPublishes({ now }),
    selectWebhooks({}),
    selectGivenUp({}),
  ]);
  const countOf = (name: (typeof counted)[number]['name']) =>
    counted.find((row) => row.name === name)?.value ?? 0;
  const metrics = await asked;
  const waits = {
    cron: notes.find(({ name }) => name === 'cron')?.at ?? null,
    visits: metrics?.oldestAt ?? null,
    publishes: publishes?.oldestAt ?? null,
    deliveries: earliest(hooks.map((hook) => hook.behindSince)),
    given_up: earliest(kept.map(({ sentAt, givenUpAt }) => (sentAt === null ? givenUpAt : null))),
  };
  return {
    version,
    stalled: stallsOf(waits, now).map(({ job, since }) => ({ job, since: toTimestampOrNull(since) })),
    database: {
      sizeBytes: db.notes.size ?? null,
      counts: {
        accounts: countOf('accounts'),
        persons: people?.value ?? 0,
        pages: countOf('pages'),
        topics: countOf('topics'),
        views: countOf('views'),
        websites: countOf('websites'),
        tenantDomains: countOf('tenant_domains'),
        apiKeys: countOf('api_keys'),
      },
    },
    rowsWritten: rowsOf(days, today),
    waiting: {
      visits: metrics && { ...metrics, oldestAt: toTimestampOrNull(metrics.oldestAt) },
      publishes: {
        count: publishes?.count ?? 0,
        scheduled: publishes?.scheduled ?? 0,
        oldestAt: toTimestampOrNull(publishes?.oldestAt ?? null),
      },
    },
    deliveries: hooks.map(({ behindSince: since, failingSince, disabledAt, ...hook }) => ({
      ...hook,
      isBehind: since !== null && isStalled('deliveries', since, now),
      failingSince: toTimestampOrNull(failingSince),
      disabledAt: toTimestampOrNull(disabledAt),
    })),
    cron: cronOf(notes, now),
    givenUp: {
      items: kept.map(toGivenUp),
      lost: Number(notes.find(({ name }) => name === 'lost')?.value ?? 0),
    },
    errors: errors.map(({ firstAt, lastAt, ...error }) => ({
      ...error,
      firstAt: toTimestamp(firstAt),
      lastAt: toTimestamp(lastAt),
    })),
  };
}
