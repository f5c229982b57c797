import { and, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { hasWrite, isCurrent, newWrite, revise, type WriteParams } from '../../db/conditional-write.ts';
import { type Param, statement } from '../../db/statement.ts';
import { webhooks } from '../../db/tables/webhooks.ts';
import { eventTypes } from '../../events/types.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../lib/precondition.ts';
import type { Webhook, WebhookUpdate } from '../schemas.ts';
import { getWebhookOrThrow } from './get.ts';
import { isLive, liveWebhookOrThrow, newestEvent, selectWebhook, toTagged } from './internal.ts';

interface ReviseParams {
  webhookId: Param<string>;
  url: Param<string> | undefined;
  /** A JSON array. */
  types: Param<string> | undefined;
  format: Param<string> | undefined;
  consoleOrigin: Param<string>;
  write: WriteParams;
}

const { disabledAt, disabledReason, cursor, failingSince } = webhooks;

/** What switching on or off sets. A webhook that is on already goes on with what it has. */
const switches = {
  on: () => ({
    cursor: sql`iif(${disabledAt} is null, ${cursor}, ${newestEvent})`,
    failingSince: sql`iif(${disabledAt} is null, ${failingSince}, null)`,
    disabledAt: sql`null`,
    disabledReason: sql`null`,
  }),
  off: ({ now }: WriteParams) => ({
    disabledReason: sql`iif(${disabledAt} is null, 'request', ${disabledReason})`,
    disabledAt: sql`coalesce(${disabledAt}, ${now})`,
    leaseId: sql`null`,
    leaseUntil: sql`null`,
  }),
  unchanged: () => ({}),
};

const reviseWebhook = statement(
  ({ webhookId, write, format, ...changes }: ReviseParams, change: keyof typeof switches) =>
    revise(
      webhooks,
      write,
      { ...changes, format: format && sql`${format}`, ...switches[change](write) },
      and(isLive(webhookId), isCurrent(webhooks.revision, write)),
    ),
);

const switchOf = (isEnabled: boolean | undefined) =>
  isEnabled === undefined ? 'unchanged' : isEnabled ? 'on' : 'off';

/**
 * Changes the given fields. One that is switched on gets the events from then on. `consoleOrigin` is where the request
 * came in. Throws `webhook_not_found`, `precondition_failed`.
 */
export async function updateWebhook(
  db: Database,
  webhookId: string,
  { url, types, format, isEnabled }: WebhookUpdate,
  consoleOrigin: string,
  ifMatch: IfMatch,
): Promise<Tagged<Webhook>> {
  if ([url, types, format, isEnabled].every((value) => value === undefined))
    return matched(await getWebhookOrThrow(db, webhookId), ifMatch);
  const write = newWrite(ifMatch);
  const kept = types && JSON.stringify(eventTypes.filter((name) => types.includes(name)));
  const [, [row]] = await db.batch([
    reviseWebhook({ webhookId, url, types: kept, format, consoleOrigin, write }, switchOf(isEnabled)),
    selectWebhook({ webhookId }),
  ]);
  const webhook = toTagged(liveWebhookOrThrow(row));
  if (!row || !hasWrite(row, write)) assertMatch(webhook.etag, ifMatch);
  return webhook;
}
