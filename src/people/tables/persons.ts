import { type SQL, sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Persons. Triggers (schema/derived/) update the search index, `gone` and `linked_persons_count`. */
export const persons = sqliteTable(
  'persons',
  {
    /** Order of creation; also the rowid of the search index, which lets a search read the newest first. */
    seq: integer().primaryKey(),
    personId: text('person_id').notNull().unique('persons_person_id'),
    name: text().notNull(),
    /** `name` folded for search: see lib/search-text.ts. */
    searchName: text('search_name').notNull(),
    email: text(),
    /** `email` and `domain` in the form of the search index, where that differs. */
    searchEmail: text('search_email'),
    searchDomain: text('search_domain'),
    /** Domain of `email`; null for a free-mail provider. */
    emailDomain: text('email_domain'),
    domain: text(),
    phoneNumber: text('phone_number'),
    linkedinProfileUrl: text('linkedin_profile_url'),
    /** The form of `linkedinProfileUrl` that is compared, where it differs. */
    linkedinKey: text('linkedin_key'),
    /** The unique part of a LinkedIn URL: no two persons share it. */
    linkedinIdentity: text('linkedin_identity').generatedAlwaysAs(
      (): SQL => sql`coalesce(linkedin_key, linkedin_profile_url)`,
      { mode: 'virtual' },
    ),
    /** The domain of the account that this person is linked to. */
    accountDomain: text('account_domain').generatedAlwaysAs((): SQL => sql`coalesce(domain, email_domain)`, {
      mode: 'virtual',
    }),
    slug: text().notNull().unique('persons_slug'),
    /** Counts the writes of this row, for its ETag. */
    revision: integer().notNull().default(0),
    /** The ids of the last writes of this row: see db/conditional-write.ts. */
    writeIds: text('write_id').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Not read any more: tables/latest-visits.ts has it. */
    latestVisitAt: integer('latest_visit_at').notNull().default(0),
    /** In the row of the last person: how many are gone. All persons are its `seq` less these. */
    gone: integer(),
  },
  (t) => [
    uniqueIndex('persons_email').on(t.email).where(sql`email is not null`),
    uniqueIndex('persons_phone_number').on(t.phoneNumber).where(sql`phone_number is not null`),
    uniqueIndex('persons_linkedin_identity').on(t.linkedinIdentity).where(sql`linkedin_identity is not null`),
    index('persons_account').on(t.accountDomain).where(sql`account_domain is not null`),
  ],
);

/** Erasures, by the id of the person: a retry finds its own here. The rows contain nothing personal. */
export const erasures = sqliteTable('erasures', {
  personId: text('person_id').primaryKey(),
  /** Identifies the request that erased the person. */
  erasureId: text('erasure_id').notNull(),
  erasedLogsCount: integer('erased_logs_count').notNull(),
  erasedAt: integer('erased_at').notNull(),
});

/** Hashes of the identifiers of erased persons, kept as long as a queue may hold a form from before. */
export const erasedIdentifiers = sqliteTable(
  'erased_identifiers',
  {
    /** HMAC-SHA-256: see people/persons/identity.ts. */
    identifierHash: text('identifier_hash').primaryKey(),
    erasedAt: integer('erased_at').notNull(),
  },
  (t) => [index('erased_identifiers_erased_at').on(t.erasedAt)],
);

/** Domains of free mail, by which no company is known. Migrations fill it (scripts/d1/free-mail.ts). */
export const freeMailDomains = sqliteTable('free_mail_domains', { domain: text().primaryKey() });
