import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { writtenOrDeleted } from '../../db/tables/written.ts';
import type { EventType } from '../../vocabulary/events.ts';
import type { Fault } from '../webhooks/attempt.ts';
import { formats } from '../webhooks/format/formats.ts';
import { deliveryStatuses, reasonsOff } from '../webhooks/schedule.ts';

/** Addresses that events are sent to. A deleted one keeps its row, without address and author. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    webhookId: text('webhook_id').primaryKey(),
    url: text().notNull(),
    types: text({ mode: 'json' }).$type<EventType[]>().notNull(),
    /** What its receiver understands. */
    format: text({ enum: formats }).notNull().default('json'),
    /** The origin that links into the console have: the origin of the last request which made or changed it. */
    consoleOrigin: text('console_origin'),
    /** Nothing is sent while an earlier event waits. */
    isOrdered: integer('is_ordered', { mode: 'boolean' }).notNull(),
    /** Every event up to this one is delivered, waits in `webhook_deliveries`, or is of no interest. */
    cursor: integer().notNull(),
    /** Since when every attempt has failed. */
    failingSince: integer('failing_since'),
    disabledAt: integer('disabled_at'),
    disabledReason: text('disabled_reason', { enum: reasonsOff }),
    /** Who delivers now, and until when no other may. */
    leaseId: text('lease_id'),
    leaseUntil: integer('lease_until'),
    /** Whether the answers of attempts that run may be kept: not after an erasure since they began. */
    keepsAnswers: integer('keeps_answers', { mode: 'boolean' }).notNull(),
    author: text().notNull(),
    /** The id of the key that made it, or changed it or its secret last. Null if that was not noted. */
    updatedBy: text('updated_by'),
    ...writtenOrDeleted,
    /** Whether it is deleted, and its deliveries too: nothing looks at it any more. */
    isCleared: integer('is_cleared', { mode: 'boolean' }).notNull(),
  },
  (t) => [index('webhooks_known').on(t.webhookId).where(sql`is_cleared = 0`)],
);

/** What webhooks sign with. `npm run export` leaves them out: a webhook without a secret waits for a rotation. */
export const webhookSecrets = sqliteTable('webhook_secrets', {
  webhookId: text('webhook_id').primaryKey(),
  secret: text().notNull(),
  /** The secret before it, and until when it is valid too. */
  previous: text(),
  previousUntil: integer('previous_until'),
});

/** What became of the events that webhooks have sent. It goes with its event, or with its webhook. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    webhookId: text('webhook_id').notNull(),
    /** Of the event. */
    sequence: integer().notNull(),
    status: text({ enum: deliveryStatuses }).notNull(),
    /** How many attempts were made since it was first sent, or was to be sent again. */
    attempts: integer().notNull(),
    /** When the last attempt began. Null before the first. */
    startedAt: integer('started_at'),
    durationMs: integer('duration_ms'),
    statusCode: integer('status_code'),
    error: text().$type<Fault>(),
    /** Set while it waits. */
    nextAttemptAt: integer('next_attempt_at'),
  },
  (t) => [
    primaryKey({ columns: [t.webhookId, t.sequence] }),
    index('webhook_deliveries_waiting')
      .on(t.webhookId, t.nextAttemptAt)
      .where(sql`next_attempt_at is not null`),
  ],
);

/** The beginning of answers to attempts that failed: a few places for each webhook, so that an erasure finds all. */
export const webhookAnswers = sqliteTable(
  'webhook_answers',
  {
    webhookId: text('webhook_id').notNull(),
    place: integer().notNull(),
    /** Of the event. */
    sequence: integer().notNull(),
    answer: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.webhookId, t.place] })],
);
