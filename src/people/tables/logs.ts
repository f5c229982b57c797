import { type SQL, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

type Owner = 'person' | 'account';

/** What the ids of logs begin with. */
export const logIdStart = (owner: Owner): string => `${owner}_log_`;

/**
 * The logs of one kind of owner, and their exact number by owner, source and type, which a trigger updates. `payload`
 * is JSON text as it was sent. `fingerprint` has a checksum for each field of the request that wrote the row.
 */
const logTables = (owner: Owner) => ({
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
      /** When it happened, or else when it was received. */
      happenedAt: integer('happened_at').generatedAlwaysAs(
        (): SQL => sql`coalesce(occurred_at, created_at)`,
        { mode: 'virtual' },
      ),
      /** That time as ids have it (db/id-time.ts), if it is not the time of its own id: for timelines. */
      ownTime: text('own_time'),
    },
    (t) => [
      primaryKey({ columns: [t.ownerId, t.logId] }),
      // By time: most logs have no time of their own, and are in the order of their ids.
      index(`${owner}_logs_times`).on(t.ownerId, t.source, t.type, t.ownTime, t.logId),
      // By id those that have one; its time lets a page read no row.
      index(`${owner}_logs_ids`)
        .on(t.ownerId, t.source, t.type, t.logId, t.ownTime)
        .where(sql`own_time is not null`),
    ],
  ),
  counts: sqliteTable(
    `${owner}_log_counts`,
    {
      ownerId: text(`${owner}_id`).notNull(),
      source: text().notNull(),
      type: text().notNull(),
      logs: integer().notNull(),
      /** How many of them have a time of their own. */
      ownTimes: integer('own_times').notNull().default(0),
    },
    (t) => [primaryKey({ columns: [t.ownerId, t.source, t.type] })],
  ),
});

export const { logs: personLogs, counts: personLogCounts } = logTables('person');
export const { logs: accountLogs, counts: accountLogCounts } = logTables('account');

/**
 * The first answer to each idempotency key, written in the batch that wrote the log or the person. It outlives them: after an
 * erasure the hash of the key and the ids are kept, so that a late retry does not create the person again.
 */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    /** `delivery`: one of a source that was excluded, whose owner is the source. */
    resource: text({ enum: ['person_log', 'account_log', 'person', 'delivery'] }).notNull(),
    /** SHA-256 of the key, or the id of a log without one. */
    keyHash: text('key_hash').notNull(),
    ownerId: text('owner_id').notNull(),
    /** The id of the log, or of the write of a person. */
    logId: text('log_id').notNull(),
    /** HMAC of the whole request with its key as the secret. It outlives the log, and detects another request. */
    requestDigest: text('request_digest').notNull(),
    /** Whether the request created the owner. */
    createdOwner: integer('created_owner', { mode: 'boolean' }).notNull(),
    source: text().notNull(),
    /** The type of the log, or what the write of a person did. */
    type: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.resource, t.keyHash] })],
);
