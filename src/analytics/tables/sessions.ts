import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  primaryKey,
  type SQLiteColumn,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { pathOf } from '../../db/path-of.ts';
import { devices } from '../../lib/devices.ts';
import { each } from '../../lib/each.ts';
import type { CountField } from '../../vocabulary/counts.ts';
import { campaigns, type Dimension } from '../../vocabulary/dimensions.ts';
import type { ColumnName, TextName } from '../../vocabulary/facts.ts';

/** Visits of pages, each merged from the beacons of one session: see docs/contributors/sessions.md. */
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
    /**
     * The account that this person was linked to then: an empty text for none. Null without a person, and for sessions
     * from before migration 0034: the analytics know neither of them.
     */
    accountId: text('account_id'),
    /** The recipient: whom the audience was made for, and the account that this person was linked to at the visit. */
    recipientPersonId: text('recipient_person_id'),
    recipientAccountId: text('recipient_account_id'),
    /** The page link that the visitor came by: the one with the host and path of `pageUrl` when visits were merged. */
    pageLinkId: text('page_link_id'),
    pageTitle: text('page_title'),
    pageUrl: text('page_url'),
    /** `pending` for a session of the tracker, whose status depends on the time; an imported session has ended. */
    computationStatus: text('computation_status', { enum: ['pending', 'completed', 'failed'] }).notNull(),
    /** Why the session fails when it ends. */
    failure: text(),
    /** 0: no form was submitted, 1: a form without an identifier, 2: one with an identifier, which may be erased. */
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
    /** The visitor has moved or pressed a pointer, touched, typed or turned the wheel. Null if that is not known. */
    hasInput: integer('has_input', { mode: 'boolean' }),
    /**
     * The path of `pageUrl` in the spelling of page links. Null in sessions from before migration 0063, and for a path that
     * no link can have.
     */
    linkPath: text('link_path'),
    /** The version of the audience whose words the page showed, as the first beacon reported it that had both. */
    versionId: text('version_id'),
    /** As it is spelled in `pageUrl`. Not used any more: versions before migration 0063 read it. */
    spelledPath: text('landing_path').generatedAlwaysAs(sql.raw(pathOf('page_url')), { mode: 'virtual' }),
    landingPath: text('landed_path').generatedAlwaysAs(
      sql.raw(`coalesce(link_path, ${pathOf('page_url')})`),
      {
        mode: 'virtual',
      },
    ),
  },
  (t) => [
    index('audience_sessions_page').on(t.pageId, t.sessionStartedAt, t.analyticsSessionId),
    index('audience_sessions_started').on(t.sessionStartedAt, t.analyticsSessionId),
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
) satisfies Record<Dimension | CountField, SQLiteColumn>;

/**
 * By which columns a session is of a person, besides its page, and which columns of `persons` each may equal. The last is the
 * identifier of the form, of any type. An erasure clears these sessions, and an export has them.
 */
export const personSessionsBy = {
  person_id: ['person_id'],
  form_submission_email: ['email'],
  form_submission_phone: ['phone_number'],
  form_submission_identifier: ['email', 'phone_number', 'linkedin_identity'],
} as const;

/** The columns of a session that may name its person, besides the columns of a form: an erasure clears them. */
export const mayNamePerson = [
  'pageLinkId',
  'pageTitle',
  'pageUrl',
  'linkPath',
  ...campaigns.toSorted(),
  'referrer',
] as const;

/** The columns that name the person whom the audience of a session was made for: the erasure of this person clears them. */
export const mayNameRecipient = [...mayNamePerson, 'recipientPersonId', 'recipientAccountId'] as const;

export const cleared = each(mayNamePerson, () => null);
export const clearedOfRecipient = each(mayNameRecipient, () => null);

/**
 * Audiences that were made for a person who has been erased. Their sessions of before lose what may name the person. They
 * are kept as long as a queue may hold a visit of that time.
 */
export const erasedAudiences = sqliteTable(
  'erased_audiences',
  {
    audienceId: text('audience_id').primaryKey(),
    pageId: text('page_id').notNull(),
    /** Sessions that began by then are cleared: five minutes after the erasure, as clocks of visitors differ. */
    clearsUntil: integer('clears_until').notNull(),
    /** What the cron clears next: sessions, then blocks of removed ones; `wait` when all is cleared. */
    step: text({ enum: ['sessions', 'blocks', 'wait'] }).notNull(),
    /** Where the step goes on: the start of a block, or the rowid of one. Null at its beginning. */
    place: integer(),
    /** When the cron has something to do for it. */
    dueAt: integer('due_at').notNull(),
    /** The links that led to it: while it is archived, visits through them are of no audience, and their URL names the person. */
    pageLinkIds: text('page_link_ids', { mode: 'json' }).$type<string[]>().notNull().default([]),
  },
  (t) => [index('erased_audiences_due').on(t.dueAt)],
);

/** Up to which session all are sealed, in the order of start and id. One row; none before the first are sealed. */
export const sessionSeal = sqliteTable('session_seal', {
  /** Always 1. */
  id: integer().primaryKey(),
  sealedAt: integer('sealed_at').notNull(),
  sealedId: text('sealed_id').notNull(),
  /** The number of writes of blocks. Each follows the one before. */
  revision: integer().notNull(),
  /**
   * Not read: it stands for what blocks have that earlier Workers cannot read. A change of the default is a change of the
   * schema, so `/health` of an earlier Worker says 503, and `npm run deploy` refuses it.
   */
  format: integer().notNull().default(2),
  /** Not read, as `format`: blocks have ids by their bytes. To change a default, SQLite would write the table again. */
  packsIds: integer('packs_ids').notNull().default(1),
  /** Blocks of the workspace that begin by then have numbers of who came, if that is worth it: tables/visitors.ts. */
  numberedAt: integer('numbered_at').notNull().default(-1),
});

/** Sessions that are sealed, and that the blocks do not have as they are now. */
export const sessionCorrections = sqliteTable(
  'session_corrections',
  {
    pageId: text('page_id').notNull(),
    analyticsSessionId: text('analytics_session_id').notNull(),
    /** The facts of the session (vocabulary/facts.ts) that the blocks have. Null if they do not have it. */
    counted: text(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.analyticsSessionId] })],
);

/**
 * Sealed sessions in the order of their start, up to 2,000 a row, each column with the values of all of them
 * (analytics/columns.ts). Each session is in a block of its page, and in one of the whole workspace.
 */
export const sessionBlocks = sqliteTable(
  'session_blocks',
  {
    /** An empty text for the whole workspace. */
    pageId: text('page_id').notNull(),
    /** 1 for sessions that retention has removed, whose start is known by the day. */
    isRemoved: integer('is_removed').notNull(),
    /** When the first and the last of the sessions began. */
    firstAt: integer('first_at').notNull(),
    /** Tells apart blocks of sessions that began in the same millisecond. */
    part: integer().notNull(),
    lastAt: integer('last_at').notNull(),
    /** When the last of the sessions ends if it is not active again. */
    endsAt: integer('ends_at').notNull(),
    count: integer().notNull(),
    /** The sums of each quarter of an hour. Null if there are nearly as many quarters as sessions. */
    sums: text(),
    // In the order in which most questions need them: SQLite reads the pages of a row up to the last column that it needs.
    // A column of texts is followed by the sums of each text: null if they are not much shorter than the sessions, if `sums`
    // is null, and of who came.
    flags: text().notNull(),
    clicks: text().notNull(),
    questions: text().notNull(),
    country: text().notNull(),
    countrySums: text('country_sums'),
    device: text().notNull(),
    deviceSums: text('device_sums'),
    browser: text().notNull(),
    browserSums: text('browser_sums'),
    /** The page of each session. */
    page: text().notNull(),
    pageSums: text('page_sums'),
    scrollDepth: text('scroll_depth').notNull(),
    engagedMs: text('engaged_ms').notNull(),
    utmSource: text('utm_source').notNull(),
    utmSourceSums: text('utm_source_sums'),
    utmMedium: text('utm_medium').notNull(),
    utmMediumSums: text('utm_medium_sums'),
    utmCampaign: text('utm_campaign').notNull(),
    utmCampaignSums: text('utm_campaign_sums'),
    pageLinkId: text('page_link_id').notNull().default('[]'),
    pageLinkIdSums: text('page_link_id_sums'),
    audienceId: text('audience_id').notNull(),
    audienceIdSums: text('audience_id_sums'),
    startedAt: text('started_at').notNull(),
    landingPath: text('landing_path').notNull(),
    landingPathSums: text('landing_path_sums'),
    referrer: text().notNull(),
    referrerSums: text('referrer_sums'),
    utmContent: text('utm_content').notNull(),
    utmContentSums: text('utm_content_sums'),
    utmTerm: text('utm_term').notNull(),
    utmTermSums: text('utm_term_sums'),
    activeMs: text('active_ms').notNull(),
    accountId: text('account_id').notNull().default('[]'),
    accountIdSums: text('account_id_sums'),
    personId: text('person_id').notNull().default('[]'),
    personIdSums: text('person_id_sums'),
    recipientAccountId: text('recipient_account_id').notNull().default('[]'),
    recipientAccountIdSums: text('recipient_account_id_sums'),
    recipientPersonId: text('recipient_person_id').notNull().default('[]'),
    recipientPersonIdSums: text('recipient_person_id_sums'),
    versionId: text('version_id').notNull().default('[]'),
    versionIdSums: text('version_id_sums'),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.isRemoved, t.firstAt, t.part] })],
) satisfies Record<ColumnName | `${TextName}Sums`, SQLiteColumn>;
