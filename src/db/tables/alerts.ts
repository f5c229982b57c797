import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { AlertCondition, AlertType } from '../../vocabulary/conditions.ts';
import type { FiringFacts } from '../../vocabulary/firing-sentences.ts';
import { writtenOrDeleted } from './written.ts';

/** Webhooks with a condition. A deleted one keeps its row, without name, condition and author. */
export const alerts = sqliteTable(
  'alerts',
  {
    alertId: text('alert_id').primaryKey(),
    name: text().notNull(),
    webhookId: text('webhook_id').notNull(),
    /** Whose days count. */
    timezone: text().notNull(),
    /** Of its condition. */
    type: text().$type<AlertType>().notNull(),
    condition: text({ mode: 'json' }).$type<AlertCondition>().notNull(),
    /** The visit of `alert_visits` after which it is on: no earlier one fires it. Null while it is off. */
    onAfter: integer('on_after'),
    /** When the cron looks at it next. Null while it is off, and for one that visits fire. */
    nextDueAt: integer('next_due_at'),
    /** When the cron last failed to look at it. Null since it has. */
    failedAt: integer('failed_at'),
    author: text().notNull(),
    /** The id of the key that made it, or changed it last. Null if that was not noted. */
    updatedBy: text('updated_by'),
    ...writtenOrDeleted,
  },
  (t) => [
    index('alerts_live').on(t.alertId).where(sql`deleted_at is null`),
    index('alerts_on').on(t.type).where(sql`on_after is not null`),
    index('alerts_due').on(t.nextDueAt).where(sql`next_due_at is not null`),
  ],
);

/** Engaged visits, in the order of commits, which a trigger notes while an alert needs them: derived/alerts.sql.ts. */
export const alertVisits = sqliteTable(
  'alert_visits',
  {
    /** SQLite counts on from the newest row, which is never removed. */
    sequence: integer().primaryKey(),
    /** The account or the person. Null when they are erased. */
    subject: text(),
    /** When the visit began, and when it was noted. */
    startedAt: integer('started_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('alert_visits_subject').on(t.subject, t.startedAt).where(sql`subject is not null`)],
);

/** Up to which visit alerts have looked. One row. */
export const alertCursor = sqliteTable('alert_cursor', {
  /** Always 1. */
  id: integer().primaryKey(),
  sequence: integer().notNull(),
});

/** What alerts have sent: once a day of the alert's zone for each subject. It holds ids and numbers. */
export const alertFirings = sqliteTable(
  'alert_firings',
  {
    firingId: text('firing_id').primaryKey(),
    alertId: text('alert_id').notNull(),
    /** The webhook that it is sent to. */
    webhookId: text('webhook_id').notNull(),
    /** The account, the person or the page. An empty text for the whole workspace. */
    subject: text().notNull(),
    /** The day of the alert's zone, in days since 1970. */
    day: integer().notNull(),
    facts: text({ mode: 'json' }).$type<FiringFacts>().notNull(),
    firedAt: integer('fired_at').notNull(),
  },
  (t) => [
    uniqueIndex('alert_firings_once').on(t.alertId, t.subject, t.day),
    index('alert_firings_alert').on(t.alertId, t.firingId),
    index('alert_firings_subject').on(t.subject).where(sql`subject <> ''`),
  ],
);
