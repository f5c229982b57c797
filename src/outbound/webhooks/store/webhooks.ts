import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import { factsOfKey, toUpdatedBy } from '../../../access/api-keys/store/maker.ts';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { type NewRow, record } from '../../../db/record.ts';
import { recordList } from '../../../db/record-list.ts';
import { existsIn, insertWhere } from '../../../db/sql.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { newestEvent } from '../../../db/tables/events.ts';
import { FootfallError, orThrow, validationError } from '../../../lib/errors.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { timesOf, toTimestampOrNull } from '../../../lib/time.ts';
import { type EventType, eventTypes } from '../../../vocabulary/events.ts';
import { webhookSecrets, webhooks } from '../../tables/webhooks.ts';
import { forPrograms, isForPrograms } from '../format/formats.ts';
import type { Webhook, WebhookCreate, WebhookCreated, WebhookUpdate } from '../schemas.ts';
import { createWebhookSecret } from '../signature.ts';

/** Webhooks. The cron removes the deliveries of a deleted one. */
export const webhookRecord = record({
  table: webhooks,
  id: 'webhookId',
  prefix: 'webhook',
  columns: { ...getTableColumns(webhooks), updater: factsOfKey(webhooks.updatedBy) },
  state: getTableColumns(webhooks),
  toItem: (row): Webhook => ({
    ...pick(row, ['webhookId', 'url', 'types', 'format', 'isOrdered']),
    isEnabled: row.disabledAt === null,
    disabledAt: toTimestampOrNull(row.disabledAt),
    disabledReason: row.disabledReason,
    failingSince: toTimestampOrNull(row.failingSince),
    author: row.author,
    ...timesOf(row, ['createdAt', 'updatedAt']),
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

/** How many webhooks a workspace has at most. */
const mostWebhooks = 20;

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

/** The condition that a channel gets no types that are for programs: see `isForPrograms`. */
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

/** What a request switches. */
export const switchOf = (isEnabled: boolean | undefined) =>
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
