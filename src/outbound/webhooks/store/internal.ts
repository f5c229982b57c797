import { and, getTableColumns, isNull, sql } from 'drizzle-orm';
import { factsOfKey, toUpdatedBy } from '../../../access/api-keys/store/maker.ts';
import { record } from '../../../db/record.ts';
import { recordList } from '../../../db/record-list.ts';
import { FootfallError, orThrow } from '../../../lib/errors.ts';
import { toTimestamp, toTimestampOrNull } from '../../../lib/time.ts';
import { webhooks } from '../../tables/webhooks.ts';
import type { Webhook } from '../schemas.ts';

/** Webhooks. The cron removes the deliveries of a deleted one. */
export const webhookRecord = record({
  table: webhooks,
  id: 'webhookId',
  prefix: 'webhook',
  columns: { ...getTableColumns(webhooks), updater: factsOfKey(webhooks.updatedBy) },
  state: getTableColumns(webhooks),
  toItem: (row): Webhook => ({
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
  }),
  orThrow: orThrow('webhook_not_found', 'There is no webhook with this id.'),
  initial: { keepsAnswers: sql`0`, isCleared: sql`0` },
  emptied: {
    url: '',
    consoleOrigin: sql`null`,
    author: '',
    updatedBy: sql`null`,
    types: sql`'[]'`,
    leaseId: sql`null`,
    leaseUntil: sql`null`,
  },
});
export const {
  selectState: selectWebhook,
  isLive,
  orThrow: webhookOrThrow,
  liveOrThrow: liveWebhookOrThrow,
} = webhookRecord;

/** Throws `webhook_disabled`. */
export function assertOn({ disabledAt }: { disabledAt: number | null }): void {
  if (disabledAt !== null)
    throw new FootfallError('webhook_disabled', 'The webhook is switched off; switch it on first.');
}

/** The condition that a row is any webhook that is not deleted; it finds them by an index. */
export const areLive = and(sql`${webhooks.isCleared} = 0`, isNull(webhooks.deletedAt));

/** Webhooks, newest first. */
export const listWebhooks = recordList(
  { ...webhookRecord, areLive },
  { by: 'webhookId', isDescending: true },
);
