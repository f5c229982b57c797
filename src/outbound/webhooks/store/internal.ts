import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { factsOfKey, toUpdatedBy } from '../../../access/api-keys/store/maker.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { toTimestamp, toTimestampOrNull } from '../../../lib/time.ts';
import { webhooks } from '../../tables/webhooks.ts';
import type { Webhook } from '../schemas.ts';

/** What an answer shows of a webhook. */
export const webhookColumns = { ...getTableColumns(webhooks), updater: factsOfKey(webhooks.updatedBy) };
type Row = typeof webhooks.$inferSelect;
type ShownRow = Row & { updater: string | null };

export const toWebhook = (row: ShownRow): Webhook => ({
  webhookId: row.webhookId,
  url: row.url,
  types: row.types,
  format: row.format,
  isOrdered: row.isOrdered,
  isEnabled: row.disabledAt === null,
  disabledAt: toTimestampOrNull(row.disabledAt),
  disabledReason: row.disabledReason,
  failingSince: toTimestampOrNull(row.failingSince),
  author: row.author,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
  updatedBy: toUpdatedBy(row),
});

export const toTagged = (row: ShownRow): Tagged<Webhook> => ({
  value: toWebhook(row),
  etag: String(row.revision),
});

/** Selects a webhook, deleted or not, within a batch. */
export const selectWebhook = statement(({ webhookId }: { webhookId: Param<string> }) =>
  build.select(getTableColumns(webhooks)).from(webhooks).where(eq(webhooks.webhookId, webhookId)),
);

/** The same, with what an answer shows. */
export const selectShownWebhook = statement(({ webhookId }: { webhookId: Param<string> }) =>
  build.select(webhookColumns).from(webhooks).where(eq(webhooks.webhookId, webhookId)),
);

/** The condition that a row is this webhook and not deleted. */
export const isLive = (webhookId: Param<string>) =>
  and(eq(webhooks.webhookId, webhookId), isNull(webhooks.deletedAt));

/** The condition that a row is any webhook that is not deleted; it finds them by an index. */
export const areLive = and(sql`${webhooks.isCleared} = 0`, isNull(webhooks.deletedAt));

/** Throws `webhook_not_found` when there is no row. */
export const webhookOrThrow = orThrow('webhook_not_found', 'There is no webhook with this id.');

/** Throws `webhook_not_found` when there is no row or the webhook is deleted. */
export const liveWebhookOrThrow = <T extends Row>(row: T | undefined): T =>
  webhookOrThrow(row?.deletedAt === null ? row : undefined);
