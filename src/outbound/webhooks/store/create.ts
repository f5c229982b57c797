import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { newestEvent } from '../../../db/newest-event.ts';
import { existsIn } from '../../../db/sql.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { eventTypes } from '../../../vocabulary/events.ts';
import { webhookSecrets, webhooks } from '../../tables/webhooks.ts';
import { mostWebhooks } from '../limits.ts';
import type { WebhookCreate, WebhookCreated } from '../schemas.ts';
import { createWebhookSecret } from '../signature.ts';
import { areLive, selectShownWebhook, toTagged } from './internal.ts';

interface InsertParams {
  webhookId: Param<string>;
  url: Param<string>;
  /** A JSON array. */
  types: Param<string>;
  format: Param<string>;
  consoleOrigin: Param<string>;
  isOrdered: Param<number>;
  author: Param<string>;
  updatedBy: Param<string>;
  writeIds: Param<string>;
  now: Param<number>;
}

const insertWebhook = statement(({ now, types, format, isOrdered, ...row }: InsertParams) =>
  insertWhere(
    webhooks,
    {
      ...row,
      ...{ types: sql`${types}`, format: sql`${format}`, isOrdered: sql`${isOrdered}`, cursor: newestEvent },
      ...{ keepsAnswers: sql`0`, isCleared: sql`0`, revision: 1, createdAt: now, updatedAt: now },
    },
    sql`(select count(*) from ${webhooks} where ${areLive}) < ${sql.raw(String(mostWebhooks))}`,
    webhooks.webhookId,
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

/**
 * Creates a webhook, which gets the events from now on. `from` says who asked, with which key, and at which origin. Throws
 * `webhooks_full`.
 */
export async function createWebhook(
  db: Database,
  { url, types, format, isOrdered }: WebhookCreate,
  from: { author: string; updatedBy: string; consoleOrigin: string },
): Promise<Tagged<WebhookCreated>> {
  const webhookId = newId('webhook');
  const secret = createWebhookSecret();
  const kept = JSON.stringify(eventTypes.filter((name) => types.includes(name)));
  const row = { webhookId, url, types: kept, format, isOrdered: Number(isOrdered), ...from };
  const [, , [created]] = await db.batch([
    insertWebhook({ ...row, writeIds: newId('write'), now: Date.now() }),
    insertSecret({ webhookId, secret }),
    selectShownWebhook({ webhookId }),
  ]);
  if (!created) throw new FootfallError('webhooks_full', `A workspace has at most ${mostWebhooks} webhooks.`);
  const { value, etag } = toTagged(created);
  return { value: { ...value, secret }, etag };
}
