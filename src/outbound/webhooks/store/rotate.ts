import { and, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { webhookSecrets, webhooks } from '../../tables/webhooks.ts';
import type { WebhookRotated } from '../schemas.ts';
import { createWebhookSecret } from '../signature.ts';
import { isLive, webhookOrThrow } from './internal.ts';
import { selectSecrets } from './secrets.ts';

interface RotateParams {
  webhookId: Param<string>;
  secret: Param<string>;
  previousUntil: Param<number>;
}

// A retry finds its own secret, and changes nothing.
const replaceSecret = statement(({ webhookId, secret, previousUntil }: RotateParams) =>
  build
    .insert(webhookSecrets)
    .select(sql`select ${webhookId}, ${secret}, null, null where ${existsIn(webhooks, isLive(webhookId))}`)
    .onConflictDoUpdate({
      target: webhookSecrets.webhookId,
      set: {
        previous: sql`${webhookSecrets.secret}`,
        previousUntil: sql`${previousUntil}`,
        secret: sql`excluded.secret`,
      },
      setWhere: sql`${webhookSecrets.secret} <> excluded.secret`,
    }),
);

// What a run is signing with the secrets before is not kept, but sent again. A rest ends, too.
const endLease = statement(({ webhookId, by }: { webhookId: Param<string>; by: Param<string> }) => {
  const isByAnother = sql`${webhooks.updatedBy} is not ${by}`;
  return build
    .update(webhooks)
    .set({
      leaseId: null,
      leaseUntil: null,
      updatedBy: by,
      revision: sql`${webhooks.revision} + (${isByAnother})`,
    })
    .where(and(isLive(webhookId), or(isNotNull(webhooks.leaseUntil), isByAnother)));
});

/** Gives a webhook a new secret; the one before signs too, for `overlapSeconds`. Throws `webhook_not_found`. */
export async function rotateSecret(
  db: Database,
  webhookId: string,
  overlapSeconds: number,
  by: string,
): Promise<WebhookRotated> {
  const secret = createWebhookSecret();
  const [, , [row]] = await db.batch([
    replaceSecret({ webhookId, secret, previousUntil: Date.now() + overlapSeconds * 1000 }),
    endLease({ webhookId, by }),
    selectSecrets({ webhookId }),
  ]);
  const { previousUntil } = webhookOrThrow(row);
  return {
    webhookId,
    secret,
    previousValidUntil: previousUntil === null ? null : toTimestamp(previousUntil),
  };
}
