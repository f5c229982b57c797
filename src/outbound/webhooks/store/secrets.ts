import { eq } from 'drizzle-orm';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { webhookSecrets, webhooks } from '../../tables/webhooks.ts';

/** The condition that a webhook can sign: one that was imported cannot, until a rotation. */
export const hasSecret = existsIn(webhookSecrets, eq(webhookSecrets.webhookId, webhooks.webhookId));

/** Selects the secrets of a webhook that is not deleted. */
export const selectSecrets = statement(({ webhookId }: { webhookId: Param<string> }) =>
  build
    .select({
      secret: webhookSecrets.secret,
      previous: webhookSecrets.previous,
      previousUntil: webhookSecrets.previousUntil,
    })
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
