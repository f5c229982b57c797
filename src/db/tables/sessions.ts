import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { eachMeasure } from '../../sessions/measures.ts';

/**
 * Visits of pages. Each is merged from the beacons of one session: a beacon is one request of the tracker. Triggers
 * update what depends on a row, in the same transaction: see docs/analytics.md.
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
    computationStatus: text('computation_status', { enum: ['pending', 'completed', 'failed'] }).notNull(),
    /** Why the session has the status failed. */
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
    /** When the cron checks whether a pending session has ended. */
    closeAt: integer('close_at'),
    utmCampaign: text('utm_campaign'),
    utmContent: text('utm_content'),
    utmMedium: text('utm_medium'),
    utmSource: text('utm_source'),
    utmTerm: text('utm_term'),
    /** Completed, and enough is known to say whether the session is a bounce. */
    isBounceEligible: integer('is_bounce_eligible', { mode: 'boolean' }).generatedAlwaysAs(
      sql`computation_status = 'completed' and (engaged_ms is not null or total_clicks_count > 0
        or questions_asked_count > 0 or form_state > 0 or has_conversion > 0)`,
      { mode: 'virtual' },
    ),
    isBounce: integer('is_bounce', { mode: 'boolean' }).generatedAlwaysAs(
      sql`computation_status = 'completed' and engaged_ms is not null and engaged_ms < 10000
        and total_clicks_count = 0 and questions_asked_count = 0 and form_state = 0 and has_conversion = 0`,
      { mode: 'virtual' },
    ),
  },
  (t) => [
    index('audience_sessions_page').on(t.pageId, t.sessionStartedAt, t.analyticsSessionId),
    index('audience_sessions_audience')
      .on(t.pageId, t.audienceId, t.sessionStartedAt, t.analyticsSessionId)
      .where(sql`audience_id is not null`),
    index('audience_sessions_pending').on(t.closeAt).where(sql`close_at is not null`),
    index('audience_sessions_started').on(t.sessionStartedAt),
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

const newSum = (name: string) => integer(name).notNull();
/** One column for each measure. */
const sums = eachMeasure(({ column, isLater }) => (isLater ? newSum(column).default(0) : newSum(column)));

/**
 * Sums over the sessions of an audience that began in a span of `hours` hours. An empty text stands for no audience.
 * `start` is in hours since 1970. Spans of 0 hours hold removed sessions, by millisecond.
 */
export const sessionRollups = sqliteTable(
  'session_rollups',
  {
    pageId: text('page_id').notNull(),
    audienceId: text('audience_id').notNull(),
    hours: integer().notNull(),
    start: integer().notNull(),
    /** Sessions that still have a row, which lists show. */
    kept: integer().notNull(),
    ...sums,
  },
  (t) => [primaryKey({ columns: [t.pageId, t.audienceId, t.hours, t.start] })],
);

/** The number of a page's sessions that still have a row, by spans as above. */
export const pageSessionCounts = sqliteTable(
  'page_session_counts',
  {
    pageId: text('page_id').notNull(),
    hours: integer().notNull(),
    start: integer().notNull(),
    kept: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.hours, t.start] })],
);
