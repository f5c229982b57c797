import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { devices } from '../../lib/devices.ts';
import { pathOf } from '../derived/path-of.ts';

/**
 * Visits of pages. Each is merged from the beacons of one session: a beacon is one request of the tracker.
 * docs/analytics.md describes how they become numbers.
 */
export const audienceSessions = sqliteTable(
  'audience_sessions',
  {
    analyticsSessionId: text('analytics_session_id').primaryKey(),
    /** The id as imported. Null for a session from the tracker, whose id is derived from `analyticsSessionId`. */
    audienceSessionId: text('audience_session_id'),
    pageId: text('page_id').notNull(),
    audienceId: text('audience_id'),
    /** The person who submitted the form. */
    personId: text('person_id'),
    pageTitle: text('page_title'),
    pageUrl: text('page_url'),
    /**
     * `pending` for a session of the tracker, whose status depends on the time (analytics/lifetime.ts). An imported
     * session has ended.
     */
    computationStatus: text('computation_status', { enum: ['pending', 'completed', 'failed'] }).notNull(),
    /** Why the session fails when it ends. */
    failure: text(),
    /**
     * 0: no form was submitted, 1: a form without an identifier, 2: a form with an identifier, which may be erased.
     */
    formState: integer('form_state').notNull(),
    formSubmissionId: text('form_submission_id'),
    formSubmissionEmail: text('form_submission_email'),
    formSubmissionPhone: text('form_submission_phone'),
    formSubmissionIdentifier: text('form_submission_identifier'),
    formSubmissionIdentifierType: text('form_submission_identifier_type', {
      enum: ['email', 'linkedin', 'tel'],
    }),
    hasConversion: integer('has_conversion', { mode: 'boolean' }).notNull(),
    questionsAskedCount: integer('questions_asked_count').notNull(),
    totalClicksCount: integer('total_clicks_count').notNull(),
    /** In hundredths of a percent: sums of integers are exact in any order. */
    maxScrollDepth: integer('max_scroll_depth'),
    engagedMs: integer('engaged_ms'),
    sessionStartedAt: integer('session_started_at').notNull(),
    /** Milliseconds from the start to the last activity. */
    activeMs: integer('active_ms').notNull(),
    /** Not used any more: to drop it, SQLite would write the whole table. */
    closeAt: integer('close_at'),
    utmCampaign: text('utm_campaign'),
    utmContent: text('utm_content'),
    utmMedium: text('utm_medium'),
    utmSource: text('utm_source'),
    utmTerm: text('utm_term'),
    /** The host of the website that the visitor came from. */
    referrer: text(),
    /** ISO 3166-1 alpha-2. */
    country: text(),
    device: text({ enum: devices }),
    browser: text(),
    landingPath: text('landing_path').generatedAlwaysAs(sql.raw(pathOf('page_url')), { mode: 'virtual' }),
  },
  (t) => [
    index('audience_sessions_page').on(t.pageId, t.sessionStartedAt, t.analyticsSessionId),
    index('audience_sessions_audience')
      .on(t.pageId, t.audienceId, t.sessionStartedAt, t.analyticsSessionId)
      .where(sql`audience_id is not null`),
    index('audience_sessions_person').on(t.personId).where(sql`person_id is not null`),
    // Indexes that find the forms of an erased person.
    index('audience_sessions_form_email')
      .on(t.formSubmissionEmail)
      .where(sql`form_submission_email is not null`),
    index('audience_sessions_form_phone')
      .on(t.formSubmissionPhone)
      .where(sql`form_submission_phone is not null`),
    index('audience_sessions_form_identifier')
      .on(t.formSubmissionIdentifier)
      .where(sql`form_submission_identifier is not null`),
    uniqueIndex('audience_sessions_imported_id')
      .on(t.audienceSessionId)
      .where(sql`audience_session_id is not null`),
  ],
);

/**
 * Which sessions of a page are rolled up: those up to `rolledAt` and `rolledId`, by start and id, except the ones in
 * session_corrections. The others are the tail, which answers read from the sessions themselves.
 */
export const sessionTails = sqliteTable(
  'session_tails',
  {
    pageId: text('page_id').primaryKey(),
    /** Milliseconds since 1970; -1 when nothing is rolled up. */
    rolledAt: integer('rolled_at').notNull(),
    rolledId: text('rolled_id').notNull(),
    /** When the cron looks at the page again, in milliseconds since 1970; null when no session waits. */
    checkAt: integer('check_at'),
    /** No session of the page that still has a row began before, give or take the delay of a beacon. */
    oldestAt: integer('oldest_at').notNull(),
    /** Identifies the last task that wrote rollups of the page. */
    writeId: text('write_id'),
  },
  (t) => [
    index('session_tails_check').on(t.checkAt).where(sql`check_at is not null`),
    index('session_tails_oldest').on(t.oldestAt),
  ],
);

/** Sessions that are behind the end of their page's rollups, and are not in them as they are now. */
export const sessionCorrections = sqliteTable(
  'session_corrections',
  {
    pageId: text('page_id').notNull(),
    analyticsSessionId: text('analytics_session_id').notNull(),
    /** The facts of the session (analytics/facts.ts) that the rollups count. Null if they do not count it. */
    counted: text(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.analyticsSessionId] })],
);

/** Sums over sessions, by grouping and span of time: docs/analytics.md. */
export const rollups = sqliteTable(
  'rollups',
  {
    /** An empty text for the whole workspace, which is grouped by page. */
    pageId: text('page_id').notNull(),
    /** An empty text for all sessions of the page. An audience has one row for all groupings. */
    audienceId: text('audience_id').notNull(),
    grouping: text().notNull(),
    level: text({ enum: ['day', 'month'] }).notNull(),
    /** Days or months (UTC) since 1970. */
    start: integer().notNull(),
    /** Large rows are split, because D1 limits the size of a row. */
    part: integer().notNull(),
    /** JSON: the sums of each value of the grouping. For an audience, by grouping. */
    totals: text().notNull(),
    /** JSON: as totals, for each quarter of an hour of the day. Null for a month. */
    quarters: text(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.audienceId, t.grouping, t.level, t.start, t.part] })],
);

/** What answers need of sessions that retention has removed, for ranges that begin or end within a quarter. */
export const removedSessions = sqliteTable(
  'removed_sessions',
  {
    pageId: text('page_id').notNull(),
    /** When they began, in milliseconds since 1970. */
    startedAt: integer('started_at').notNull(),
    /** Tells apart sessions that began in the same millisecond. */
    number: integer().notNull(),
    audienceId: text('audience_id'),
    /** JSON array of sums, in the order of analytics/measures.ts. */
    sums: text().notNull(),
    /** JSON array of values, in the order of analytics/dimensions.ts. */
    values: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.startedAt, t.number] })],
);
