import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { newestEvent } from '../../../db/tables/events.ts';
import { validationError } from '../../../lib/errors.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { type EventType, eventTypes } from '../../../vocabulary/events.ts';
import { webhooks } from '../../tables/webhooks.ts';
import { forPrograms, isForPrograms } from '../for-programs.ts';
import type { Webhook, WebhookUpdate } from '../schemas.ts';
import { webhookRecord } from './internal.ts';

interface ReviseParams {
  webhookId: Param<string>;
  url: Param<string> | undefined;
  /** A JSON array. */
  types: Param<string> | undefined;
  format: Param<string> | undefined;
  consoleOrigin: Param<string>;
  updatedBy: Param<string>;
  write: WriteParams;
}

const { disabledAt, disabledReason, cursor, failingSince, leaseId, leaseUntil } = webhooks;

/** Ends a rest. A run that has the webhook goes on. */
const withoutRest = sql`iif(${leaseId} is null, null, ${leaseUntil})`;

/** The condition that a channel gets no types that are for programs: see outbound/webhooks/for-programs.ts. */
const isFitting = (types: Param<string> | undefined, format: Param<string> | undefined) =>
  types || format
    ? sql`(${format ?? webhooks.format} = 'json' or instr(${types ?? webhooks.types}, '"session.') = 0)`
    : undefined;

/** What switching on or off sets. A webhook that is on already goes on with what it has. */
const switches = {
  on: () => ({
    cursor: sql`iif(${disabledAt} is null, ${cursor}, ${newestEvent})`,
    failingSince: sql`iif(${disabledAt} is null, ${failingSince}, null)`,
    leaseUntil: withoutRest,
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
    webhookRecord.revise(
      webhookId,
      write,
      {
        ...changes,
        format: format && sql`${format}`,
        // The rest was for the address before.
        leaseUntil: changes.url && withoutRest,
        ...switches[change](write),
      },
      isFitting(changes.types, format),
    ),
);

const switchOf = (isEnabled: boolean | undefined) =>
  isEnabled === undefined ? 'unchanged' : isEnabled ? 'on' : 'off';

/** The refusal of what a channel cannot have, by the field that was given. */
const unfitting = (types: readonly EventType[] | undefined) => {
  const paths = types
    ? [...types.entries()].flatMap(([place, name]) => (isForPrograms(name) ? [`types.${place}`] : []))
    : ['format'];
  return validationError(
    paths.map((path) => ({ in: 'body', path, code: 'not_allowed', message: forPrograms })),
  );
};

/** Changes the given fields. `from` says by whom and where. Throws `webhook_not_found`, `precondition_failed`. */
export function updateWebhook(
  db: Database,
  webhookId: string,
  { url, types, format, isEnabled }: WebhookUpdate,
  from: { updatedBy: string; consoleOrigin: string },
  ifMatch: IfMatch,
): Promise<Tagged<Webhook>> {
  const kept = types && JSON.stringify(eventTypes.filter((name) => types.includes(name)));
  return webhookRecord.write(db, webhookId, { url, types, format, isEnabled }, ifMatch, {
    write: (write) =>
      reviseWebhook({ webhookId, url, types: kept, format, ...from, write }, switchOf(isEnabled)),
    refuse: () => {
      throw unfitting(types);
    },
  });
}
