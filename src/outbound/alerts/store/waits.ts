import { asc, lte, type SQL, sql } from 'drizzle-orm';
import { audienceVersions } from '../../../content/tables/pages.ts';
import { nextResendAfter } from '../../../content/versions/messages.ts';
import type { Database } from '../../../db/client.ts';
import { oneRow } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { events } from '../../../db/tables/events.ts';
import { givenUp, serviceNotes } from '../../../db/tables/system.ts';
import type { Waits } from '../../../vocabulary/stalls.ts';
import { webhookDeliveries, webhooks } from '../../tables/webhooks.ts';
import { areLive } from '../../webhooks/store/webhooks.ts';

/** How many versions that are to go live a look reads. */
const mostVersions = 100;

const { publishAt, queuedAt, resendAt } = audienceVersions;
/** Since when a version that is to go live waits. Null before its time. */
export const publishWaitsSince = (now: Param<number>): SQL<number | null> =>
  sql<number | null>`iif(${publishAt} > ${now}, null, coalesce(${publishAt}, ${queuedAt}))`;

const { nextAttemptAt } = webhookDeliveries;
const waiting = sql`${webhookDeliveries} where ${webhookDeliveries.webhookId} = ${webhooks.webhookId} and ${nextAttemptAt} is not null`;
const never = sql.raw('9e15');
const { leaseId, leaseUntil } = webhooks;
/** When a rest that the receiver has asked for, or needs after failures, ends. A run that has the webhook is no rest. */
const restsUntil = sql`iif(${leaseId} is null, coalesce(${leaseUntil}, 0), 0)`;
/**
 * Since when a webhook has had something to send. Null, or a later time, if it has not, is off, rests, or keeps its order
 * behind a failure. What waits behind a rest has waited since its end.
 */
export const behindSince: SQL<number | null> = sql<
  number | null
>`iif(${webhooks.disabledAt} is null, nullif(max(${restsUntil}, min(
  coalesce((select ${events.createdAt} from ${events} where ${events.sequence} = ${webhooks.cursor} + 1
    and not (${webhooks.isOrdered} and exists (select 1 from ${waiting}))), ${never}),
  coalesce((select min(${nextAttemptAt}) from ${waiting}), ${never}))), ${never}), null)`;

/** The columns of `Waits` that the database knows of: all but visits, which wait in a queue. */
export const waitsAt = (now: Param<number>) => {
  const inFlight = build
    .select({ since: publishWaitsSince(now).as('since') })
    .from(audienceVersions)
    // None that is to go live now is resent later.
    .where(lte(resendAt, sql`${now} + ${sql.raw(String(nextResendAfter))}`))
    .orderBy(asc(resendAt))
    .limit(mostVersions);
  return {
    cron: sql<
      number | null
    >`(select ${serviceNotes.at} from ${serviceNotes} where ${serviceNotes.name} = 'cron')`,
    publishes: sql<number | null>`(select min(since) from ${inFlight})`,
    deliveries: sql<number | null>`(select min(${behindSince}) from ${webhooks} where ${areLive})`,
    given_up: sql<
      number | null
    >`(select min(${givenUp.givenUpAt}) from ${givenUp} where ${givenUp.sentAt} is null)`,
  };
};

const selectWaits = statement(({ now }: { now: Param<number> }) => build.select(waitsAt(now)).from(oneRow));

/** The messages in a queue, and when the oldest was sent, if any. Null if there is no queue, or it does not say. */
export async function metricsOf(
  queue: Queue | undefined,
): Promise<{ count: number; oldestAt: number | null } | null> {
  const metrics = await queue?.metrics?.().catch(() => undefined);
  if (!metrics) return null;
  return { count: metrics.backlogCount, oldestAt: metrics.oldestMessageTimestamp?.getTime() || null };
}

/** Since when the jobs of the service wait. `visits`: their queue, if there is one. */
export async function readWaits(db: Database, visits: Queue | undefined, now: number): Promise<Waits> {
  const metrics = metricsOf(visits);
  const [[row]] = await db.batch([selectWaits({ now })]);
  if (!row) throw new Error('The look at what waits has no row.');
  return { ...row, visits: (await metrics)?.oldestAt ?? null };
}
