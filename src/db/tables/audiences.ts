import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { VersionStatus } from '../../audiences/lifecycle.ts';
import type { MetadataFields } from '../../pages/metadata.ts';

/** Audiences of pages. What a version holds (status, supplementary context) is not told here again. */
export const audiences = sqliteTable(
  'audiences',
  {
    pageId: text('page_id').notNull(),
    audienceId: text('audience_id').notNull().unique('audiences_audience_id'),
    /** Counts the audiences of the page: the N of `Audience N`. */
    audienceNumber: integer('audience_number').notNull(),
    personId: text('person_id'),
    customName: text('custom_name'),
    actionFormIdOverride: text('action_form_id_override'),
    actionFormInstructionsOverride: text('action_form_instructions_override'),
    actionUrlOverride: text('action_url_override'),
    metadataOverride: text('metadata_override', { mode: 'json' }).$type<MetadataFields>().notNull(),
    /** Counts the writes of this row and, by trigger, of its versions, for the ETag. */
    revision: integer().notNull(),
    /** Names the request that wrote last, so that a lost answer's retry knows its own. */
    writeId: text('write_id').notNull(),
    createdAt: integer('created_at').notNull(),
    archivedAt: integer('archived_at'),
  },
  (t) => [
    primaryKey({ columns: [t.pageId, t.audienceId] }),
    uniqueIndex('audiences_person').on(t.personId, t.pageId).where(sql`person_id is not null`),
  ],
);

/** Versions of audiences; audiences/lifecycle.ts says how their status moves. */
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
    processingAt: integer('processing_at'),
    publishedAt: integer('published_at'),
    cancelledAt: integer('cancelled_at'),
    obsoleteAt: integer('obsolete_at'),
    archivedAt: integer('archived_at'),
    cancelReason: text('cancel_reason'),
    /** Names the request that last moved the status; a queue message for an earlier one does nothing. */
    transitionId: text('transition_id').notNull(),
    /** Counts the publish requests of the audience: of two versions, the one asked for later is live. */
    publishOrder: integer('publish_order'),
    /** When the cron sends the version to the queue again; null when it is not in flight. */
    sweepAt: integer('sweep_at'),
    /** Why the last attempt to publish failed. */
    failure: text(),
    supplementaryContext: text('supplementary_context'),
    /** Everything the snapshot is made of, as it was when publish was asked for; JSON. */
    frozen: text(),
    /** What visitors get, from the moment of publishing on; JSON. */
    snapshot: text(),
  },
  (t) => [
    primaryKey({ columns: [t.audienceId, t.versionNumber] }),
    uniqueIndex('audience_versions_live').on(t.audienceId).where(sql`status = 'published'`),
    index('audience_versions_in_flight').on(t.audienceId).where(sql`sweep_at is not null`),
    index('audience_versions_sweep').on(t.sweepAt).where(sql`sweep_at is not null`),
  ],
);

/** The version that each operation key has published; a publish without a key has its transition's id for one. */
export const operationKeys = sqliteTable('operation_keys', {
  operationKey: text('operation_key').primaryKey(),
  versionId: text('version_id').notNull(),
  createdAt: integer('created_at').notNull(),
});
