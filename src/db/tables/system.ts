import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

// What an operator wants to know of the service. None of it names a person, but for a visit that was given up: an erasure
// deletes that (schema/derived/person-erasure.sql.ts).

/**
 * What the cron noted last, how far it has come with old logs, what was lost, of which stalled jobs alerts have notified, and whether there is sample data: a
 * row each.
 */
export const serviceNotes = sqliteTable('service_notes', {
  name: text({ enum: ['cron', 'logs', 'lost', 'notified', 'sample'] }).primaryKey(),
  at: integer().notNull(),
  /**
   * JSON: of the cron its tasks (`CronNote`), of logs the place of the round (`Place`), of what was lost a number, of alerts `Notified`. Of sample data the time in its ids.
   */
  value: text().notNull(),
});

/** How many rows were written on a UTC day, as isolates noted them: db/notes.ts. */
export const serviceDays = sqliteTable('service_days', {
  /** In days since 1970. */
  day: integer().primaryKey(),
  rowsWritten: integer('rows_written').notNull(),
});

/** Errors of the service itself, by where and what: no message, which may have anything in it. */
export const serviceErrors = sqliteTable(
  'service_errors',
  {
    place: text().notNull(),
    what: text().notNull(),
    count: integer().notNull(),
    firstAt: integer('first_at').notNull(),
    lastAt: integer('last_at').notNull(),
    /** Of the last request with it. The log has its cause. */
    requestId: text('request_id'),
  },
  (t) => [primaryKey({ columns: [t.place, t.what] })],
);

/** What the consumers of queues gave up, kept when it happened: nothing lists a dead-letter queue. */
export const givenUp = sqliteTable(
  'given_up',
  {
    givenUpId: text('given_up_id').primaryKey(),
    /** The message, or the publish request: given up once. */
    source: text().notNull().unique('given_up_source'),
    kind: text({ enum: ['visit', 'publish'] }).notNull(),
    receivedAt: integer('received_at').notNull(),
    givenUpAt: integer('given_up_at').notNull(),
    attempts: integer(),
    /** What its last attempt failed with, as of `service_errors`. */
    what: text().notNull(),
    pageId: text('page_id'),
    audienceId: text('audience_id'),
    versionId: text('version_id'),
    sessionId: text('session_id'),
    /** JSON of the identifiers in the form of a visit, as persons have them. */
    identifiers: text().notNull(),
    /** The message of a visit, until it is sent again. */
    body: text(),
    sentAt: integer('sent_at'),
  },
  (t) => [
    index('given_up_received').on(t.receivedAt),
    index('given_up_unsent').on(t.kind, t.givenUpId).where(sql`sent_at is null`),
  ],
);
