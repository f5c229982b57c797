import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { written } from '../../db/tables/written.ts';
import type { Cleared, Job, Words } from '../campaigns/words.ts';

/** Lists of people, each of whom gets a page in the words of a template. A trigger sets `rowsCount`. */
export const campaigns = sqliteTable(
  'campaigns',
  {
    campaignId: text('campaign_id').primaryKey(),
    pageId: text('page_id').notNull(),
    name: text().notNull(),
    /** The template of the paths of its links. */
    path: text().notNull(),
    /** Null for the fallback subdomain. */
    tenantDomainId: text('tenant_domain_id'),
    /** What becomes of a row whose path another row has. */
    onPathTaken: text('on_path_taken', { enum: ['suffix', 'refuse'] }).notNull(),
    /** The template of its words. */
    words: text({ mode: 'json' }).$type<Words>().notNull(),
    /** What earlier templates said, and this one does not. */
    cleared: text({ mode: 'json' }).$type<Cleared>().notNull(),
    /** The template before the last change. */
    earlierWords: text('earlier_words', { mode: 'json' }).$type<Words>(),
    rowsCount: integer('rows_count').notNull(),
    /** The last calls that changed rows, so that one that is sent again changes none: see campaign-calls.ts. */
    calls: text().notNull().default(''),
    archivedAt: integer('archived_at'),
    /** What is done, or was done last, to all of its rows. */
    job: text({ mode: 'json' }).$type<Job>(),
    /** When the cron sends the message of the job again; null when it does not run. */
    dueAt: integer('due_at'),
    ...written,
  },
  (t) => [
    index('campaigns_page').on(t.pageId, t.campaignId),
    index('campaigns_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
);

/** The people of campaigns. An erasure deletes the rows of the person. */
export const campaignRows = sqliteTable(
  'campaign_rows',
  {
    campaignId: text('campaign_id').notNull(),
    personId: text('person_id').notNull(),
    audienceId: text('audience_id').notNull(),
    pageLinkId: text('page_link_id').notNull(),
    /** What was sent, as JSON text: the words of another template are made from it. */
    sent: text().notNull(),
    /** A hash of the words that were published last. */
    wordsHash: text('words_hash').notNull(),
    /** The version with them. */
    versionId: text('version_id').notNull(),
    revision: integer().notNull(),
    /** The ids of the last writes of this row: see db/conditional-write.ts. */
    writeIds: text('write_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.personId] })],
);

/** Rows that wait for the job that writes them, by the hundred. An erasure takes away those of the person. */
export const waitingRows = sqliteTable(
  'campaign_waiting_rows',
  {
    campaignId: text('campaign_id').notNull(),
    /** In the order in which they came. */
    partId: text('part_id').notNull(),
    /** JSON: each row with the identifiers of its person, or null in place of one who was erased. */
    rows: text().notNull(),
    author: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.partId] })],
);
