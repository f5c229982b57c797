import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { writtenOrDeleted } from '../../db/tables/written.ts';
import type { OwnMapping } from '../sources/mapping.ts';
import { providerIds } from '../sources/providers.ts';

/** Services whose webhooks become logs of persons. A deleted one keeps its row, without what it was about. */
export const sources = sqliteTable(
  'sources',
  {
    sourceId: text('source_id').primaryKey(),
    provider: text({ enum: providerIds }).notNull(),
    /** What its logs have as `source`. */
    name: text().notNull(),
    /** JSON of what is mapped in another way than the provider's ready mapping. Null if nothing is. */
    mapping: text({ mode: 'json' }).$type<OwnMapping>(),
    author: text().notNull(),
    ...writtenOrDeleted,
    /** A JSON array of the last deliveries and what became of them, the newest first. */
    recent: text().notNull(),
    /** The ids of the last requests that were counted here: a batch that is sent again finds its own. */
    receipts: text().notNull(),
    receivedCount: integer('received_count').notNull(),
    loggedCount: integer('logged_count').notNull(),
    excludedCount: integer('excluded_count').notNull(),
    lastReceivedAt: integer('last_received_at'),
    /** How many deliveries are kept now, and how many had to go for newer ones. Triggers update both. */
    keptCount: integer('kept_count').notNull(),
    droppedCount: integer('dropped_count').notNull(),
    /** The bytes of what is kept. */
    keptBytes: integer('kept_bytes').notNull().default(0),
    /** Counts what changes without a write of the record, for its ETag. */
    activity: integer().notNull(),
  },
  (t) => [
    index('sources_live').on(t.sourceId).where(sql`deleted_at is null`),
    index('sources_kept').on(t.keptCount).where(sql`kept_count > 0`),
  ],
);

/** What senders sign with. `npm run export` leaves them out: a source without a secret takes nothing. */
export const sourceSecrets = sqliteTable('source_secrets', {
  sourceId: text('source_id').primaryKey(),
  secret: text().notNull(),
  setAt: integer('set_at').notNull(),
  /** The secret before it, and until when it is valid too. */
  previous: text(),
  previousUntil: integer('previous_until'),
});

/** Why a delivery is kept: it names nobody, or by nothing that identifies a person. */
export const keptReasons = ['no_identifier', 'invalid_identifier'] as const;

/** SQL of the condition that a kept delivery may name a person, who is in a row: `old` in a trigger. */
export const keptNames = (row: string): string =>
  ['email', 'phone_number', 'linkedin_identity']
    .map((name) => `(${row}.${name} IS NOT NULL AND instr(identifiers, json_quote(${row}.${name})))`)
    .join('\n      OR ');

/** Deliveries that fit nobody, until somebody maps or deletes them, or 30 days have passed. */
export const keptDeliveries = sqliteTable(
  'kept_deliveries',
  {
    keptId: text('kept_id').primaryKey(),
    sourceId: text('source_id').notNull(),
    /** SHA-256 of the idempotency key that its log would have. */
    keyHash: text('key_hash').notNull(),
    /** That key. */
    deliveryKey: text('delivery_key').notNull(),
    type: text().notNull(),
    reason: text({ enum: keptReasons }).notNull(),
    receivedAt: integer('received_at').notNull(),
    /** JSON of all that may identify a person in the body, before it: an erasure looks here and reads no body. */
    identifiers: text().notNull(),
    body: text().notNull(),
  },
  (t) => [
    uniqueIndex('kept_deliveries_key').on(t.sourceId, t.keyHash),
    index('kept_deliveries_source').on(t.sourceId, t.keptId),
  ],
);
