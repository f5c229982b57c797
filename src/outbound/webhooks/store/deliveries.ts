import { and, desc, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, columnsOf, type Param, statement } from '../../../db/statement.ts';
import { events } from '../../../db/tables/events.ts';
import { damagedCursor, encodeCursor, numberIn, pageAsked } from '../../../lib/cursor.ts';
import { orThrow } from '../../../lib/errors.ts';
import { timesOf } from '../../../lib/time.ts';
import { webhookAnswers, webhookDeliveries } from '../../tables/webhooks.ts';
import type { WebhookDelivery, WebhookDeliveryList, WebhookDeliveryQuery } from '../delivery-schemas.ts';
import { answerPlaces } from '../schedule.ts';
import { liveWebhookOrThrow, selectWebhook } from './webhooks.ts';

/** How many deliveries an answer searches for a status that has no index. */
const window = 1000;

const { webhookId, sequence, nextAttemptAt } = webhookDeliveries;
const answer = sql<string | null>`(select ${webhookAnswers.answer} from ${webhookAnswers}
  where ${webhookAnswers.webhookId} = ${webhookId}
    and ${webhookAnswers.place} = ${sequence} % ${sql.raw(String(answerPlaces))}
    and ${webhookAnswers.sequence} = ${sequence})`;

const columns = {
  sequence,
  type: events.type,
  ...columnsOf(webhookDeliveries, ['status', 'attempts', 'startedAt', 'durationMs', 'statusCode', 'error']),
  nextAttemptAt,
  answer: sql<string | null>`${answer}`.as('answer'),
};

const selectSome = (id: Param<string>, ...conditions: (SQL | undefined)[]) =>
  build
    .select(columns)
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.sequence, sequence))
    .where(and(eq(webhookId, id), ...conditions));

interface ListParams {
  id: Param<string>;
  before: Param<number> | undefined;
  take: Param<number>;
}

const selectDeliveries = statement(({ id, before, take }: ListParams) =>
  selectSome(id, before && lt(sequence, before))
    .orderBy(desc(sequence))
    .limit(take),
);

interface WaitingParams {
  id: Param<string>;
  /** The time and the number of the last one of the page before. */
  after: { at: Param<number>; sequence: Param<number> } | undefined;
  take: Param<number>;
}

const selectWaiting = statement(({ id, after, take }: WaitingParams) =>
  selectSome(
    id,
    isNotNull(nextAttemptAt),
    after && sql`(${nextAttemptAt}, ${sequence}) > (${after.at}, ${after.sequence})`,
  )
    .orderBy(nextAttemptAt, sequence)
    .limit(take),
);

/** One delivery of a webhook. */
export const selectDelivery = statement(({ id, of }: { id: Param<string>; of: Param<number> }) =>
  selectSome(id, eq(sequence, of)),
);

/** Throws `delivery_not_found` when there is no row. */
export const deliveryOrThrow = orThrow(
  'delivery_not_found',
  'The webhook has no delivery of an event with this number.',
);

type Row = NonNullable<ReturnType<typeof selectDeliveries>['row']>;

/** The delivery that the API shows. */
export const toDelivery = (row: Row): WebhookDelivery => ({
  ...row,
  ...timesOf(row, ['startedAt', 'nextAttemptAt']),
  // Of an attempt before the one that succeeded.
  answer: row.status === 'succeeded' ? null : row.answer,
});

/** The place in a cursor of those that wait. Throws `invalid_cursor`. */
function waitingPlace(key: string) {
  const [, at, of] = /^(\d{1,15})\.(\d{1,15})$/v.exec(key) ?? [];
  if (at === undefined || of === undefined) throw damagedCursor();
  return { at: Number(at), sequence: Number(of) };
}

/** Those that wait, the next attempt first. */
async function listWaiting(
  db: Database,
  id: string,
  query: WebhookDeliveryQuery,
): Promise<WebhookDeliveryList> {
  const asked = pageAsked(['webhook_deliveries', id, 'waiting'], query, waitingPlace);
  const [[webhook], rows] = await db.batch([
    selectWebhook({ webhookId: id }),
    selectWaiting({ id, ...asked.place }),
  ]);
  liveWebhookOrThrow(webhook);
  const keyOf = (last: Row) => `${last.nextAttemptAt}.${last.sequence}`;
  return asked.items(rows, keyOf, toDelivery);
}

/** What became of the events of a webhook, newest first, or the next attempt first. Throws `webhook_not_found`. */
export async function listDeliveries(
  db: Database,
  id: string,
  query: WebhookDeliveryQuery,
): Promise<WebhookDeliveryList> {
  const { status, limit } = query;
  if (status === 'waiting') return listWaiting(db, id, query);
  const binding = ['webhook_deliveries', id, status] as const;
  const { after: before } = pageAsked(binding, query, numberIn).place;
  const take = status ? window : limit + 1;
  const [[webhook], rows] = await db.batch([
    selectWebhook({ webhookId: id }),
    selectDeliveries({ id, before, take }),
  ]);
  liveWebhookOrThrow(webhook);
  const matching = status ? rows.filter((row) => row.status === status) : rows;
  const isCut = matching.length > limit;
  const shown = matching.slice(0, limit);
  const hasMore = isCut || rows.length === window;
  const last = isCut ? shown.at(-1) : rows.at(-1);
  return {
    items: shown.map(toDelivery),
    hasMore,
    nextCursor: hasMore && last ? encodeCursor(binding, last.sequence) : null,
  };
}
