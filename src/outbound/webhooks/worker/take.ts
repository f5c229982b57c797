import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, columnsOf, type Param, statement } from '../../../db/statement.ts';
import { eventListeners, events, newestEvent } from '../../../db/tables/events.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { eventColumns, stored } from '../../events/store/list.ts';
import { webhookDeliveries, webhookSecrets, webhooks } from '../../tables/webhooks.ts';
import type { StoredEvent } from '../format/sentence.ts';
import { hasSecret } from '../store/secrets.ts';

/** How long a webhook is taken, in milliseconds: longer than the attempts between two renewals last. */
export const leaseMs: number = minuteMs;
/** How many events a round sends. */
export const roundSize = 20;
/** How many events a round sends that has found more than that of them, several at once. */
export const wideRound = 200;
/** How many events a round looks at, for those that the webhook listens to. */
const window = 1000;

/** Who delivers. */
export interface Lease {
  webhookId: string;
  leaseId: string;
}
export type LeaseParams = { [K in keyof Lease]: Param<string> };

const { webhookId, leaseId, leaseUntil, disabledAt, deletedAt, cursor } = webhooks;

/** The condition that a row is the webhook, and taken by this lease. */
export const isTaken = (lease: LeaseParams) =>
  and(eq(webhookId, lease.webhookId), eq(leaseId, lease.leaseId));

const takeLease = statement(({ now, ...lease }: LeaseParams & { now: Param<number> }) =>
  build
    .update(webhooks)
    .set({
      leaseId: lease.leaseId,
      leaseUntil: sql`${now} + ${sql.raw(String(leaseMs))}`,
      keepsAnswers: sql`1`,
    })
    .where(
      and(
        eq(webhookId, lease.webhookId),
        sql`${disabledAt} is null and ${deletedAt} is null`,
        sql`(${leaseUntil} is null or ${leaseUntil} <= ${now} or ${leaseId} = ${lease.leaseId})`,
        hasSecret,
      ),
    ),
);

/** Whether nothing promises its receiver an order, or several events in one message. */
export const isUnordered = ({ format, isOrdered }: Pick<Taken, 'format' | 'isOrdered'>): boolean =>
  format === 'json' && !isOrdered;

/** Whether the next round may be wide because a campaign goes on: of its events many are one sentence. */
export const isOfOneCampaign = ({ isOrdered, due }: Pick<Taken, 'isOrdered' | 'due'>): boolean => {
  const [first] = due;
  const campaignId = first?.event.actor?.campaignId;
  return (
    !isOrdered && campaignId !== undefined && due.every(({ event }) => event.actor?.campaignId === campaignId)
  );
};

/** Where a round begins: behind the cursor, but for events that are removed. */
const from = sql<number>`max(${cursor}, coalesce((select min(${events.sequence}) from ${events}), 1) - 1)`;
/** Where a round ends at most. */
const until = sql<number>`min(${newestEvent}, ${from} + ${sql.raw(String(window))})`;

const selectTaken = statement((lease: LeaseParams) =>
  build
    .select({
      ...columnsOf(webhooks, [
        'webhookId',
        'url',
        'format',
        'consoleOrigin',
        'isOrdered',
        'cursor',
        'failingSince',
      ]),
      secret: webhookSecrets.secret,
      previous: webhookSecrets.previous,
      previousUntil: webhookSecrets.previousUntil,
      until: sql<number>`${until}`.as('until'),
      newest: sql<number>`${newestEvent}`.as('newest'),
    })
    .from(webhooks)
    .innerJoin(webhookSecrets, eq(webhookSecrets.webhookId, webhookId))
    .where(isTaken(lease)),
);

const ofDelivery = (lease: LeaseParams) =>
  and(eq(webhookDeliveries.webhookId, lease.webhookId), eq(webhookDeliveries.sequence, events.sequence));

/** The condition that an event is of the webhook's types, or that an alert of the webhook has fired it. */
const isForWebhook = (lease: LeaseParams) =>
  sql`(${events.type} <> 'alert.fired' and ${existsIn(
    eventListeners,
    and(eq(eventListeners.type, events.type), eq(eventListeners.listener, lease.webhookId)),
  )} or ${events.type} = 'alert.fired' and ${events.related} ->> 'webhookId' = ${lease.webhookId})`;

/** `most`: how many events are read. */
type ReadParams = LeaseParams & { most: Param<number> };

// Those that wait already come from selectWaiting.
const selectNew = statement(({ most, ...lease }: ReadParams) =>
  build
    .select(eventColumns)
    .from(events)
    .where(
      and(
        sql`${events.sequence} > (select ${from} from ${webhooks} where ${isTaken(lease)})`,
        sql`${events.sequence} <= (select ${until} from ${webhooks} where ${isTaken(lease)})`,
        isForWebhook(lease),
        sql`not ${existsIn(webhookDeliveries, and(ofDelivery(lease), sql`${webhookDeliveries.nextAttemptAt} is not null`))}`,
      ),
    )
    .orderBy(events.sequence)
    .limit(most),
);

const { nextAttemptAt, attempts, statusCode } = webhookDeliveries;

const selectWaiting = statement(({ now, most, ...lease }: ReadParams & { now: Param<number> }) =>
  build
    .select({ ...eventColumns, attempts, nextAttemptAt, statusCode })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.sequence, webhookDeliveries.sequence))
    .where(
      and(
        eq(webhookDeliveries.webhookId, lease.webhookId),
        sql`${nextAttemptAt} is not null`,
        sql`(${nextAttemptAt} <= ${now} or (select ${webhooks.isOrdered} from ${webhooks} where ${eq(webhookId, lease.webhookId)}))`,
        existsIn(webhooks, isTaken(lease)),
      ),
    )
    .orderBy(nextAttemptAt)
    .limit(most),
);

/** After how many failures of any kind an event is suspect. Before, the receiver is rather not well. */
const fewFailures = 2;

/** Whether an event that has failed may be the cause. A refusal (4xx) says so at once, and a 429 never. */
const isSuspect = (attempts: number, status: number | null) =>
  status !== 429 && (attempts >= fewFailures || (status !== null && status >= 400 && status < 500));

/** An event to be sent, and the attempts before. */
export interface Due {
  event: StoredEvent;
  attempts: number;
  /** When it may be sent; 0 for a new one. */
  at: number;
  isNew: boolean;
  /** Whether it may be what the receiver does not like of the message that it was in. */
  isSuspect: boolean;
}

/** A webhook that was taken, with what to send, in order. `until` is the last event that was looked at. */
export interface Taken extends Omit<NonNullable<ReturnType<typeof selectTaken>['row']>, 'newest'> {
  due: Due[];
  /** Whether there may be more than `due`. */
  hasMore: boolean;
}

/** Takes a webhook, or keeps it for longer, and reads `most` events to send. Undefined if another run has it, or it is off. */
export async function take(db: Database, lease: Lease, most: number): Promise<Taken | undefined> {
  const now = Date.now();
  const [, [taken], found, waiting] = await db.batch([
    takeLease({ ...lease, now }),
    selectTaken(lease),
    selectNew({ ...lease, most }),
    selectWaiting({ ...lease, now, most }),
  ]);
  if (!taken) return undefined;
  // In strict order, an event may wait that is not among these.
  const isFull = taken.isOrdered && waiting.length === most;
  const fresh = isFull ? [] : found;
  const due = [
    ...waiting.map(({ attempts, nextAttemptAt, statusCode, ...event }) => ({
      event: stored(event),
      attempts,
      at: nextAttemptAt ?? 0,
      isNew: false,
      isSuspect: isSuspect(attempts, statusCode),
    })),
    ...fresh.map((event) => ({ event: stored(event), attempts: 0, at: 0, isNew: true, isSuspect: false })),
  ].sort((a, b) => a.event.sequence - b.event.sequence);
  const isWhole = !isFull && fresh.length < most;
  const { newest, ...rest } = taken;
  return {
    ...rest,
    until: isWhole ? taken.until : (fresh.at(-1)?.sequence ?? taken.cursor),
    due,
    hasMore: !isWhole || taken.until < newest || waiting.length === most,
  };
}
