import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import type { NewRow } from '../../../db/record.ts';
import { existsIn } from '../../../db/sql.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { newestEvent } from '../../../db/tables/events.ts';
import { FootfallError } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { eventTypes } from '../../../vocabulary/events.ts';
import { webhookSecrets, webhooks } from '../../tables/webhooks.ts';
import { mostWebhooks } from '../limits.ts';
import type { WebhookCreate, WebhookCreated } from '../schemas.ts';
import { createWebhookSecret } from '../signature.ts';
import { areLive, webhookRecord } from './internal.ts';

const insertWebhook = statement((row: NewRow<typeof webhooks>) =>
  webhookRecord.insert(
    { ...row, cursor: newestEvent },
    sql`(select count(*) from ${webhooks} where ${areLive}) < ${sql.raw(String(mostWebhooks))}`,
  ),
);

const insertSecret = statement((row: { webhookId: Param<string>; secret: Param<string> }) =>
  insertWhere(
    webhookSecrets,
    row,
    existsIn(webhooks, eq(webhooks.webhookId, row.webhookId)),
    webhookSecrets.webhookId,
  ),
);

/** Creates a webhook, which gets the events from now on; `from` says by whom and where. Throws `webhooks_full`. */
export async function createWebhook(
  db: Database,
  { url, types, format, isOrdered }: WebhookCreate,
  from: { author: string; updatedBy: string; consoleOrigin: string },
): Promise<Tagged<WebhookCreated>> {
  const secret = createWebhookSecret();
  const kept = JSON.stringify(eventTypes.filter((name) => types.includes(name)));
  const row = { url, types: kept, format, isOrdered, ...from };
  const { value, etag } = await webhookRecord.create(db, row, {
    write: insertWebhook,
    also: ({ webhookId }) => insertSecret({ webhookId, secret }),
    refuse: () => {
      throw new FootfallError('webhooks_full', `A workspace has at most ${mostWebhooks} webhooks.`);
    },
  });
  return { value: { ...value, secret }, etag };
}
