import { and, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { assertMatch, type IfMatch, type Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { webhooks } from '../../tables/webhooks.ts';
import type { WebhookDeleted } from '../schemas.ts';
import { isLive, selectWebhook, webhookOrThrow } from './internal.ts';

const markDeleted = statement(({ webhookId, write }: { webhookId: Param<string>; write: WriteParams }) =>
  revise(
    webhooks,
    write,
    {
      ...{ url: '', consoleOrigin: sql`null`, author: '', updatedBy: sql`null`, types: sql`'[]'` },
      ...{ leaseId: sql`null`, leaseUntil: sql`null` },
      deletedAt: write.now,
    },
    and(isLive(webhookId), isCurrent(webhooks.revision, write)),
  ),
);

/**
 * Deletes a webhook with its secrets; the cron removes its deliveries. A second call changes nothing. Throws
 * `webhook_not_found`, `precondition_failed`.
 */
export async function deleteWebhook(
  db: Database,
  webhookId: string,
  ifMatch: IfMatch,
): Promise<Tagged<WebhookDeleted>> {
  const write = newWrite(ifMatch);
  const [, [row]] = await db.batch([markDeleted({ webhookId, write }), selectWebhook({ webhookId })]);
  const { deletedAt, revision } = webhookOrThrow(row);
  const etag = String(revision);
  if (deletedAt === null) assertMatch(etag, ifMatch);
  return { value: { webhookId, deletedAt: toTimestamp(deletedAt ?? write.now) }, etag };
}
