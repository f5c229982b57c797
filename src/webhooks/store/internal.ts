import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import { events } from '../../db/tables/events.ts';
import { webhooks } from '../../db/tables/webhooks.ts';
import { orThrow } from '../../lib/errors.ts';
import type { Tagged } from '../../lib/precondition.ts';
import { toTimestamp } from '../../lib/time.ts';
import type { Webhook } from '../schemas.ts';

export const webhookColumns = getTableColumns(webhooks);
type Row = typeof webhooks.$inferSelect;

const orNull = (milliseconds: number | null) => (milliseconds === null ? null : toTimestamp(milliseconds));

export const toWebhook = (row: Row): Webhook => ({
  webhookId: row.webhookId,
  url: row.url,
  types: row.types,
  format: row.format,
  isOrdered: row.isOrdered,
  isEnabled: row.disabledAt === null,
  disabledAt: orNull(row.disabledAt),
  disabledReason: row.disabledReason,
  failingSince: orNull(row.failingSince),
  author: row.author,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
});

export const toTagged = (row: Row): Tagged<Webhook> => ({
  value: toWebhook(row),
  etag: String(row.revision),
});

/** Selects a webhook, deleted or not, within a batch. */
export const selectWebhook = statement(({ webhookId }: { webhookId: Param<string> }) =>
  build.select(webhookColumns).from(webhooks).where(eq(webhooks.webhookId, webhookId)),
);

/** The condition that a row is this webhook and not deleted. */
export const isLive = (webhookId: Param<string>) =>
  and(eq(webhooks.webhookId, webhookId), isNull(webhooks.deletedAt));

/** The condition that a row is any webhook that is not deleted; it finds them by an index. */
export const areLive = and(sql`${webhooks.isCleared} = 0`, isNull(webhooks.deletedAt));

/** The newest event, or 0. */
export const newestEvent = sql<number>`coalesce((select max(${events.sequence}) from ${events}), 0)`;

/** Throws `webhook_not_found` when there is no row. */
export const webhookOrThrow = orThrow('webhook_not_found', 'There is no webhook with this id.');

/** Throws `webhook_not_found` when there is no row or the webhook is deleted. */
export const liveWebhookOrThrow = (row: Row | undefined): Row =>
  webhookOrThrow(row?.deletedAt === null ? row : undefined);
