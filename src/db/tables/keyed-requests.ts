import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The requests with an `Idempotency-Key` that changed something. Triggers: schema/derived/keyed-requests.sql. */
export const keyedRequests = sqliteTable(
  'keyed_requests',
  {
    /** The week of the request, in weeks since 1970. */
    week: integer().notNull(),
    /** SHA-256 of the API key's id and the idempotency key. */
    keyHash: text('key_hash').notNull(),
    /** Identifies one sending of it: a batch that D1 is given twice knows its own. Its new ids follow from it. */
    sending: text().notNull(),
    /** HMAC of path and body, with the idempotency key as the secret. */
    requestDigest: text('request_digest').notNull(),
    /** When it was received: the time in its new ids. */
    receivedAt: integer('received_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.week, t.keyHash] })],
);
