import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { EventType } from '../../vocabulary/events.ts';
import type { Actor } from '../actor.ts';

/** SQL of the person or the account that `related` of an event names, if any: it has an index. drizzle-kit cuts at commas. */
export const named =
  "case when related ->> 'personId' is null then related ->> 'accountId' else related ->> 'personId' end";

/** SQL of `related` without them, and without the log of the person. What it leads to else, such as a webhook, stays. */
export const unnamed = "json_remove(related, '$.personId', '$.personLogId', '$.accountId')";

const namesSomebody = sql.raw(`(${named}) is not null`);

/** What happened, in the order of commits, without text of people. Triggers write it: schema/derived/events.sql.ts. */
export const events = sqliteTable(
  'events',
  {
    /** Without gaps: SQLite counts on from the newest row, which is never removed. */
    sequence: integer().primaryKey(),
    type: text().$type<EventType>().notNull(),
    /** The id of its subject. Null for a visit, whose id is in `related`. */
    subject: text(),
    /** The ids of other records, by the names that the interface gives them. */
    related: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
    /** The names of the fields that have changed; null where all is new, or gone. */
    changes: text({ mode: 'json' }).$type<string[]>(),
    /** Who did it, of events until 27 November 2026. Those of later ones are in `event_authors`. */
    actor: text({ mode: 'json' }).$type<Actor>(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('events_subject').on(t.subject, t.sequence).where(sql`subject is not null`),
    // For the time when recipients are forgotten.
    index('events_visited')
      .on(t.createdAt)
      .where(sql`type in ('account.visited', 'person.visited') and subject is not null`),
    // Of others that name somebody: for the time when that is forgotten, and for an erasure.
    index('events_naming').on(t.createdAt).where(namesSomebody),
    index('events_named')
      .on(sql.raw(`(${named})`))
      .where(namesSomebody),
  ],
);

/** Who listens to which type of event: `feed`, `alerts`, or the id of a webhook. Others are not written. */
export const eventListeners = sqliteTable(
  'event_listeners',
  {
    type: text().$type<EventType>().notNull(),
    listener: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.type, t.listener] })],
);

/** One row while somebody listens, and else none: then nobody is noted as an author. */
export const eventActor = sqliteTable('event_actor', {
  id: integer().primaryKey(),
  actor: text({ mode: 'json' }).$type<Actor>(),
  /** Whether a webhook is among those who listen: then a batch that writes says what is newest. */
  hasWebhooks: integer('has_webhooks', { mode: 'boolean' }).notNull().default(false),
});

/** Who wrote the events of a batch, which end with `until`. A trigger deletes it with its last event. */
export const eventAuthors = sqliteTable('event_authors', {
  until: integer().primaryKey(),
  /** Null if the statements did not come from Footfall. */
  actor: text({ mode: 'json' }).$type<Actor>(),
});

/** The last day for which the visit of a person or an account was reported. */
export const visitDays = sqliteTable(
  'visit_days',
  {
    type: text({ enum: ['account.visited', 'person.visited'] }).notNull(),
    subject: text().notNull(),
    /** The UTC day, in days since 1970. */
    day: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.type, t.subject] })],
);

/** What the feed keeps: one row. */
export const eventSettings = sqliteTable('event_settings', {
  id: integer().primaryKey(),
  types: text({ mode: 'json' }).$type<EventType[]>().notNull(),
  retentionDays: integer('retention_days').notNull(),
  /** Counts the writes of this row, for its ETag. */
  revision: integer().notNull(),
  /** The ids of the last writes of this row: see db/conditional-write.ts. */
  writeIds: text('write_id').notNull(),
  updatedAt: integer('updated_at').notNull(),
  /** The id of the key that changed them last. Null if none has, or if it was not noted. */
  updatedBy: text('updated_by'),
});

/** The number of the newest event, or 0. */
export const newestEvent = sql<number>`coalesce((select max(${events.sequence}) from ${events}), 0)`;
