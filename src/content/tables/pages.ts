import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { written } from '../../db/tables/written.ts';
import type { VersionStatus } from '../audiences/lifecycle.ts';
import type { FieldValues, PageField } from '../pages/fields.ts';
import type { MetadataFields } from '../pages/metadata.ts';

/** Pages of the website. A trigger sets `audiencesCount`. */
export const pages = sqliteTable('pages', {
  pageId: text('page_id').primaryKey(),
  title: text().notNull(),
  url: text().notNull().unique('pages_url'),
  metadata: text({ mode: 'json' }).$type<MetadataFields>().notNull(),
  audiencesCount: integer('audiences_count').notNull(),
  fields: text({ mode: 'json' }).$type<PageField[]>().notNull().default([]),
  ...written,
});

/** Fields that visits say they have found on a page, which anyone can claim. Pages without any have no row. */
export const foundFields = sqliteTable('found_fields', {
  pageId: text('page_id').primaryKey(),
  /** By name, the UTC day of the last report, in days since 1970. */
  days: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
  /** Counts the writes of this row, for the ETag of the page. */
  revision: integer().notNull(),
});

/** Audiences of pages. Status and supplementary context are stored in their versions. */
export const audiences = sqliteTable(
  'audiences',
  {
    pageId: text('page_id').notNull(),
    audienceId: text('audience_id').notNull().unique('audiences_audience_id'),
    /** The number of the audience within its page: the N of `Audience N`. */
    audienceNumber: integer('audience_number').notNull(),
    personId: text('person_id'),
    customName: text('custom_name'),
    actionFormIdOverride: text('action_form_id_override'),
    actionFormInstructionsOverride: text('action_form_instructions_override'),
    actionUrlOverride: text('action_url_override'),
    metadataOverride: text('metadata_override', { mode: 'json' }).$type<MetadataFields>().notNull(),
    /** Counts the writes of this row and, by trigger, of its versions, for the ETag. */
    revision: integer().notNull(),
    /** The ids of the last writes of this row: see db/conditional-write.ts. */
    writeIds: text('write_id').notNull(),
    createdAt: integer('created_at').notNull(),
    archivedAt: integer('archived_at'),
    fieldOverrides: text('field_overrides', { mode: 'json' }).$type<FieldValues>().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.pageId, t.audienceId] }),
    uniqueIndex('audiences_person').on(t.personId, t.pageId).where(sql`person_id is not null`),
    index('audiences_archived').on(t.pageId, t.audienceId).where(sql`archived_at is not null`),
    // Those that are compared: not made for one person.
    index('audiences_groups')
      .on(t.pageId, t.audienceId)
      .where(sql`person_id is null and archived_at is null`),
  ],
);

/** The names by which audiences are found: their own, or their person's. See schema/derived/audience-search.sql.ts. */
export const audienceNames = sqliteTable('audience_names', {
  /** The order in which names were given; also the rowid of the search index. */
  seq: integer().primaryKey(),
  audienceId: text('audience_id').notNull().unique('audience_names_audience_id'),
  text: text().notNull(),
});

/** Versions of audiences. content/audiences/lifecycle.ts defines the changes of their status. */
export const audienceVersions = sqliteTable(
  'audience_versions',
  {
    audienceId: text('audience_id').notNull(),
    versionNumber: integer('version_number').notNull(),
    versionId: text('version_id').notNull().unique('audience_versions_version_id'),
    status: text().$type<VersionStatus>().notNull(),
    isNewPageAgent: integer('is_new_page_agent', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    becameDraftAt: integer('became_draft_at'),
    queuedAt: integer('queued_at'),
    /** When it is to go live, if a later time was asked for. */
    publishAt: integer('publish_at'),
    /** Who asked for its publishing last: the name of a key, or the email of who signed in. */
    requestedBy: text('requested_by'),
    processingAt: integer('processing_at'),
    publishedAt: integer('published_at'),
    cancelledAt: integer('cancelled_at'),
    obsoleteAt: integer('obsolete_at'),
    archivedAt: integer('archived_at'),
    cancelReason: text('cancel_reason'),
    /** Identifies the request that last changed the status. A queue message of an earlier request does nothing. */
    transitionId: text('transition_id').notNull(),
    /** The order of publish requests: of two versions without a time, the one that was requested later is live. */
    publishOrder: integer('publish_order'),
    /** When the cron sends the version to the queue, first or again; null when it is not in flight. */
    resendAt: integer('sweep_at'),
    /** Why the last attempt to publish failed. */
    failure: text(),
    supplementaryContext: text('supplementary_context'),
    /** JSON of everything that the snapshot is made from, as it was when publishing was requested. */
    frozen: text(),
    /** JSON of what visitors get after publishing. */
    snapshot: text(),
  },
  (t) => [
    primaryKey({ columns: [t.audienceId, t.versionNumber] }),
    uniqueIndex('audience_versions_live').on(t.audienceId).where(sql`status = 'published'`),
    index('audience_versions_published')
      .on(t.audienceId, t.publishedAt, t.versionId)
      .where(sql`published_at is not null`),
    index('audience_versions_in_flight').on(t.audienceId).where(sql`sweep_at is not null`),
    index('audience_versions_sweep').on(t.resendAt).where(sql`sweep_at is not null`),
  ],
);

/** The version that each operation key has published, or `declined`. Without a key, the id of a transition is one. */
export const operationKeys = sqliteTable('operation_keys', {
  operationKey: text('operation_key').primaryKey(),
  versionId: text('version_id').notNull(),
  createdAt: integer('created_at').notNull(),
});

/** When versions of the audiences of a page were published. A trigger writes them: see schema/derived/publishes.sql. */
export const publishes = sqliteTable(
  'publishes',
  {
    pageId: text('page_id').notNull(),
    publishedAt: integer('published_at').notNull(),
    versionId: text('version_id').notNull(),
    audienceId: text('audience_id').notNull(),
    versionNumber: integer('version_number').notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.publishedAt, t.versionId] })],
);
