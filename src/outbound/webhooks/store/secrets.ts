import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, columnsOf, type Param, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { webhookSecrets, webhooks } from '../../tables/webhooks.ts';
import type { Receiver } from '../attempt.ts';
import type { Format } from '../format/formats.ts';
import type { WebhookRotated } from '../schemas.ts';
import { createWebhookSecret } from '../signature.ts';
import { isLive, liveWebhookOrThrow, selectWebhook, webhookOrThrow } from './webhooks.ts';

/** The condition that a webhook can sign: one that was imported cannot, until a rotation. */
export const hasSecret = existsIn(webhookSecrets, eq(webhookSecrets.webhookId, webhooks.webhookId));

/** Selects the secrets of a webhook that is not deleted. */
const selectSecrets = statement(({ webhookId }: { webhookId: Param<string> }) =>
  build
    .select(columnsOf(webhookSecrets, ['secret', 'previous', 'previousUntil']))
    .from(webhookSecrets)
    .where(eq(webhookSecrets.webhookId, webhookId)),
);

type Row = Pick<typeof webhookSecrets.$inferSelect, 'secret' | 'previous' | 'previousUntil'>;

/** The secrets that are valid, the newest first. */
export const validSecrets = (
  { secret, previous, previousUntil }: Row,
  now: number,
): readonly [string, ...string[]] =>
  previous !== null && previousUntil !== null && now < previousUntil ? [secret, previous] : [secret];

/** Where a webhook leads, takes and signs. Throws `webhook_not_found`, `webhook_secret_missing`. */
export async function receiverOrThrow(
  db: Database,
  webhookId: string,
  now: number,
): Promise<Omit<Receiver, 'isLocal'> & { format: Format }> {
  const [[row], [secrets]] = await db.batch([selectWebhook({ webhookId }), selectSecrets({ webhookId })]);
  const { url, format } = liveWebhookOrThrow(row);
  if (!secrets)
    throw new FootfallError(
      'webhook_secret_missing',
      'The webhook has no secret, because it was imported; rotate it first.',
    );
  return { url, format, secrets: validSecrets(secrets, now) };
}

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
