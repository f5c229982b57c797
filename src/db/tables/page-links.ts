import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Custom domains that page links may live on. */
export const tenantDomains = sqliteTable('tenant_domains', {
  tenantDomainId: text('tenant_domain_id').primaryKey(),
  domain: text().notNull().unique('tenant_domains_domain'),
  createdAt: integer('created_at').notNull(),
});

const live = sql`deleted_at is null`;

/**
 * Paths and what they lead to. Triggers (db/derived/) keep the search index `page_link_search` and the
 * counts of the links that are not deleted.
 */
export const pageLinks = sqliteTable(
  'page_links',
  {
    /** Order of creation; the rowid that the search index shares. */
    seq: integer().primaryKey(),
    pageLinkId: text('page_link_id').notNull().unique('page_links_page_link_id'),
    /** Null for the fallback subdomain. */
    tenantDomainId: text('tenant_domain_id'),
    /** Normalised: see page-links/path.ts. */
    path: text().notNull(),
    /** `path` as the search index holds it. */
    searchPath: text('search_path').notNull(),
    targetType: text('target_type', { enum: ['audience', 'page'] }).notNull(),
    /** The page, or the page of the audience. */
    pageId: text('page_id').notNull(),
    audienceId: text('audience_id'),
    /** Counts the writes of this row, for its ETag. */
    revision: integer().notNull(),
    /** Names the request that wrote last, so that a lost answer's retry knows its own. */
    writeId: text('write_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (t) => [
    uniqueIndex('page_links_path').on(t.path).where(sql`tenant_domain_id is null and ${live}`),
    uniqueIndex('page_links_domain_path')
      .on(t.tenantDomainId, t.path)
      .where(sql`tenant_domain_id is not null and ${live}`),
    // A list of one domain, by each combination of filters; every index ends with the rowid.
    index('page_links_domain').on(t.tenantDomainId).where(live),
    index('page_links_type').on(t.tenantDomainId, t.targetType).where(live),
    index('page_links_page').on(t.tenantDomainId, t.pageId).where(live),
    index('page_links_page_type').on(t.tenantDomainId, t.pageId, t.targetType).where(live),
  ],
);

/** How many links are not deleted, by domain, type and page; an empty text stands for all of them, and for the fallback subdomain. */
export const pageLinkCounts = sqliteTable(
  'page_link_counts',
  {
    tenantDomainId: text('tenant_domain_id').notNull(),
    targetType: text('target_type').notNull(),
    pageId: text('page_id').notNull(),
    links: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantDomainId, t.targetType, t.pageId] })],
);
