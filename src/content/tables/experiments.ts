import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { writtenOrDeleted } from '../../db/tables/written.ts';
import type { EndReason, ExperimentStatus, Goal } from '../../vocabulary/experiments.ts';

/** A version in a test. */
export interface Arm {
  versionId: string;
  versionNumber: number;
  weight: number;
}

/** What was found so far of an arm against the live version. */
export interface Look {
  /** The highest natural logarithm of the evidence. */
  peak: number;
  decidedAt: number | null;
  /** 1 if it was decided to convert better. */
  isBetter: 0 | 1 | null;
}

/** The visitors of each arm, and how many of them reached the goal. */
export interface ArmCounts {
  seen: number[];
  hits: number[];
  /** Visitors who were only known by their session. */
  bySession: number;
  /** Visits of the audience that reported none of the versions. */
  others: number;
  /** More than 0 if visitors of one address were not counted, because they were too many. */
  isLimited: number;
}

/** Tests of versions of an audience against each other. Arms are in the order of `arms`; the first is the live version. */
export const experiments = sqliteTable(
  'experiments',
  {
    experimentId: text('experiment_id').primaryKey(),
    pageId: text('page_id').notNull(),
    audienceId: text('audience_id').notNull(),
    name: text(),
    goal: text().$type<Goal>().notNull(),
    arms: text({ mode: 'json' }).$type<Arm[]>().notNull(),
    author: text().notNull(),
    status: text().$type<ExperimentStatus>().notNull(),
    startedAt: integer('started_at'),
    endsAt: integer('ends_at'),
    endedAt: integer('ended_at'),
    endReason: text('end_reason').$type<EndReason>(),
    /** The version that was published as its winner. */
    publishedVersionId: text('published_version_id'),
    /** When the cron has something to do: end the test, or forget who its visitors were. */
    dueAt: integer('due_at'),
    /** Of each arm but the first. */
    looks: text({ mode: 'json' }).$type<Look[]>().notNull(),
    /** When the first of these was decided. */
    decidedAt: integer('decided_at'),
    splitBrokenAt: integer('split_broken_at'),
    /** Once the visitors are forgotten. */
    counts: text({ mode: 'json' }).$type<ArmCounts>(),
    ...writtenOrDeleted,
  },
  (t) => [
    uniqueIndex('experiments_running').on(t.audienceId).where(sql`status = 'running'`),
    index('experiments_list').on(t.experimentId).where(sql`deleted_at is null`),
    index('experiments_audience').on(t.audienceId, t.experimentId).where(sql`deleted_at is null`),
    index('experiments_page').on(t.pageId, t.experimentId).where(sql`deleted_at is null`),
    index('experiments_status').on(t.status, t.experimentId).where(sql`deleted_at is null`),
    index('experiments_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
);

/**
 * The visitors of tests, by a part of their hash: a visit writes one row, however many visitors there are. The texts are
 * lists, of which each entry has the same length (visits/experiments/store/units.ts). They are deleted after the test.
 */
export const experimentUnits = sqliteTable(
  'experiment_units',
  {
    experimentId: text('experiment_id').notNull(),
    bucket: integer().notNull(),
    /** The visitors of each arm, and how many of them reached the goal. */
    seen0: integer('seen_0').notNull(),
    seen1: integer('seen_1').notNull(),
    seen2: integer('seen_2').notNull(),
    seen3: integer('seen_3').notNull(),
    hits0: integer('hits_0').notNull(),
    hits1: integer('hits_1').notNull(),
    hits2: integer('hits_2').notNull(),
    hits3: integer('hits_3').notNull(),
    bySession: integer('by_session').notNull(),
    others: integer().notNull(),
    isLimited: integer('is_limited').notNull(),
    /** Of each visitor, a hash of their address. */
    addresses: text().notNull(),
    /** Of each visitor who reached the goal: the hash of who it was, of their address, and the end of the id of a person. */
    reached: text().notNull(),
    /** The hash of each visitor, and their arm, or `-`. */
    units: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.experimentId, t.bucket] })],
);
