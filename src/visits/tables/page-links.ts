import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { writtenOrDeleted } from '../../db/tables/written.ts';

/** Custom domains for page links. */
export const tenantDomains = sqliteTable('tenant_domains', {
  tenantDomainId: text('tenant_domain_id').primaryKey(),
  domain: text().notNull().unique('tenant_domains_domain'),
  createdAt: integer('created_at').notNull(),
});

const live = sql`deleted_at is null`;

/** Paths and their targets. Triggers update the search index, and the counts of links that are not deleted. */
export const pageLinks = sqliteTable(
  'page_links',
  {
    /** Order of creation; also the rowid of the search index. */
    seq: integer().primaryKey(),
    pageLinkId: text('page_link_id').notNull().unique('page_links_page_link_id'),
    /** Null for the fallback subdomain. */
    tenantDomainId: text('tenant_domain_id'),
    /** Normalised: see visits/page-links/path.ts. */
    path: text().notNull(),
    /** `path` in the form of the search index. */
    searchPath: text('search_path').notNull(),
    targetType: text('target_type', { enum: ['audience', 'page'] }).notNull(),
    /** The target page, or the page of the target audience. */
    pageId: text('page_id').notNull(),
    audienceId: text('audience_id'),
    ...writtenOrDeleted,
  },
  (t) => [
    uniqueIndex('page_links_path').on(t.path).where(sql`tenant_domain_id is null and ${live}`),
    uniqueIndex('page_links_domain_path')
      .on(t.tenantDomainId, t.path)
      .where(sql`tenant_domain_id is not null and ${live}`),
    // For lists of one domain with each combination of filters. Every index ends with the rowid.
    index('page_links_domain').on(t.tenantDomainId).where(live),
    index('page_links_type').on(t.tenantDomainId, t.targetType).where(live),
    index('page_links_page').on(t.tenantDomainId, t.pageId).where(live),
    index('page_links_page_type').on(t.tenantDomainId, t.pageId, t.targetType).where(live),
    // For the links of an audience, on all domains. A link to a page has no entry.
    index('page_links_audience').on(t.audienceId).where(sql`audience_id is not null and ${live}`),
  ],
);

/** The number of live links by domain, type and page. An empty text stands for all, and the fallback. */
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
