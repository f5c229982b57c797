import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Exact table sizes, which triggers update in the transaction of the write. Persons have theirs in the row of the last one:
 * the row `persons` is as it was before migration 0081, for versions before. Two rows are something else:
 * `sessions_removed_before` is a time. Sessions that began before it have been removed, whatever the retention is now.
 * `recipients_forgotten_before` is one too: sessions before it have lost their recipients.
 */
export const counters = sqliteTable('counters', {
  name: text({
    enum: [
      'accounts',
      'accounts_empty',
      'api_keys',
      'pages',
      'tenant_domains',
      'topics',
      'websites',
      'views',
      'sessions_removed_before',
      'recipients_forgotten_before',
    ],
  }).primaryKey(),
  value: integer().notNull(),
});

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

/** Secrets of this database, made at random by the migration that adds their row. `npm run export` leaves them out. */
export const secrets = sqliteTable('secrets', {
  name: text({ enum: ['erased_identifiers', 'previews'] }).primaryKey(),
  value: text().notNull(),
});
