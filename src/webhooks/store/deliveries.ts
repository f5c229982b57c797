import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { existsIn } from '../../db/sql.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { events } from '../../db/tables/events.ts';
import { webhookAnswers, webhookDeliveries, webhooks } from '../../db/tables/webhooks.ts';
import { type CursorBinding, decodeNumber, encodeCursor } from '../../lib/cursor.ts';
import { FootfallError } from '../../lib/errors.ts';
import { toTimestamp } from '../../lib/time.ts';
import type { WebhookDelivery, WebhookDeliveryList, WebhookDeliveryQuery } from '../delivery-schemas.ts';
import { answerPlaces } from '../limits.ts';
import { isLive, liveWebhookOrThrow, selectWebhook } from './internal.ts';

/** How many deliveries an answer looks at for those of a status: most succeed, and have no index. */
const window = 1000;

const { webhookId, sequence } = webhookDeliveries;
const answer = sql<string | null>`(select ${webhookAnswers.answer} from ${webhookAnswers}
  where ${webhookAnswers.webhookId} = ${webhookId}
    and ${webhookAnswers.place} = ${sequence} % ${sql.raw(String(answerPlaces))}
    and ${webhookAnswers.sequence} = ${sequence})`;

const columns = {
  sequence,
  type: events.type,
  status: webhookDeliveries.status,
  attempts: webhookDeliveries.attempts,
  startedAt: webhookDeliveries.startedAt,
  durationMs: webhookDeliveries.durationMs,
  statusCode: webhookDeliveries.statusCode,
  error: webhookDeliveries.error,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
  answer: sql<string | null>`${answer}`.as('answer'),
};

interface ListParams {
  id: Param<string>;
  before: Param<number> | undefined;
  take: Param<number>;
}

const selectDeliveries = statement(({ id, before, take }: ListParams) =>
  build
    .select(columns)
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.sequence, sequence))
    .where(and(eq(webhookId, id), before && lt(sequence, before)))
    .orderBy(desc(sequence))
    .limit(take),
);

const selectDelivery = statement(({ id, of }: { id: Param<string>; of: Param<number> }) =>
  build
    .select(columns)
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.sequence, sequence))
    .where(and(eq(webhookId, id), eq(sequence, of))),
);

type Row = NonNullable<ReturnType<typeof selectDeliveries>['row']>;

const orNull = (milliseconds: number | null) => (milliseconds === null ? null : toTimestamp(milliseconds));

const toDelivery = (row: Row): WebhookDelivery => ({
  ...row,
  startedAt: orNull(row.startedAt),
  nextAttemptAt: orNull(row.nextAttemptAt),
  // Of an attempt before the one that succeeded.
  answer: row.status === 'succeeded' ? null : row.answer,
});

/**
 * What became of the events that a webhook has sent, the newest first. Of some status, it looks at 1,000. Throws
 * `webhook_not_found`.
 */
export async function listDeliveries(
  db: Database,
  id: string,
  { status, cursor, limit }: WebhookDeliveryQuery,
): Promise<WebhookDeliveryList> {
  const binding: CursorBinding = ['webhook_deliveries', id, status];
  const before = cursor === undefined ? undefined : decodeNumber(binding, cursor);
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

interface ResendParams {
  id: Param<string>;
  of: Param<number>;
  now: Param<number>;
}

const markWaiting = statement(({ id, of, now }: ResendParams) =>
  build
    .update(webhookDeliveries)
    .set({ status: 'waiting', attempts: 0, nextAttemptAt: now })
    .where(
      and(
        eq(webhookId, id),
        eq(sequence, of),
        existsIn(webhooks, and(isLive(id), isNull(webhooks.disabledAt))),
      ),
    ),
);

/**
 * Lets a delivery wait for an attempt now, with all attempts before it. Throws `webhook_not_found`,
 * `delivery_not_found`, `webhook_disabled`.
 */
export async function resendDelivery(db: Database, id: string, of: number): Promise<WebhookDelivery> {
  const [, [webhook], [delivery]] = await db.batch([
    markWaiting({ id, of, now: Date.now() }),
    selectWebhook({ webhookId: id }),
    selectDelivery({ id, of }),
  ]);
  const { disabledAt } = liveWebhookOrThrow(webhook);
  if (!delivery)
    throw new FootfallError(
      'delivery_not_found',
      'The webhook has no delivery of an event with this number.',
    );
  if (disabledAt !== null)
    throw new FootfallError('webhook_disabled', 'The webhook is switched off; switch it on first.');
  return toDelivery(delivery);
}
