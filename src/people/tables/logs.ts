import { type SQL, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The logs of one kind of owner, and their exact number by owner, source and type, which a trigger updates. `payload`
 * is JSON text as it was sent. `fingerprint` has a checksum for each field of the request that wrote the row.
 */
const logTables = (owner: 'person' | 'account') => ({
  logs: sqliteTable(
    `${owner}_logs`,
    {
      ownerId: text(`${owner}_id`).notNull(),
      logId: text(`${owner}_log_id`).notNull(),
      source: text().notNull(),
      type: text().notNull(),
      payload: text().notNull(),
      idempotencyKey: text('idempotency_key'),
      fingerprint: text({ mode: 'json' }).$type<Record<string, string>>(),
      /** When the log was received. */
      createdAt: integer('created_at').notNull(),
      /** When it happened, if the request said so. */
      occurredAt: integer('occurred_at'),
      /** When it happened, or else when it was received: the order of timelines. */
      happenedAt: integer('happened_at').generatedAlwaysAs(
        (): SQL => sql`coalesce(occurred_at, created_at)`,
        { mode: 'virtual' },
      ),
    },
    (t) => [
      primaryKey({ columns: [t.ownerId, t.logId] }),
      index(`${owner}_logs_kind`).on(t.ownerId, t.source, t.type, t.logId),
      index(`${owner}_logs_happened`).on(t.ownerId, t.source, t.type, t.happenedAt, t.logId),
    ],
  ),
  counts: sqliteTable(
    `${owner}_log_counts`,
    {
      ownerId: text(`${owner}_id`).notNull(),
      source: text().notNull(),
      type: text().notNull(),
      logs: integer().notNull(),
    },
    (t) => [primaryKey({ columns: [t.ownerId, t.source, t.type] })],
  ),
});

export const { logs: personLogs, counts: personLogCounts } = logTables('person');
export const { logs: accountLogs, counts: accountLogCounts } = logTables('account');

/**
 * The first answer to each idempotency key, written in the batch that wrote the log. It outlives the log: after an
 * erasure the hash of the key and the ids are kept, so that a late retry does not create the person again.
 */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    resource: text({ enum: ['person_log', 'account_log'] }).notNull(),
    /** SHA-256 of the key, or the id of a log without one. */
    keyHash: text('key_hash').notNull(),
    ownerId: text('owner_id').notNull(),
    logId: text('log_id').notNull(),
    /** HMAC of the whole request with its key as the secret. It outlives the log, and detects another request. */
    requestDigest: text('request_digest').notNull(),
    /** Whether the request created the owner. */
    createdOwner: integer('created_owner', { mode: 'boolean' }).notNull(),
    source: text().notNull(),
    type: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.resource, t.keyHash] })],
);
