import { type SQL, sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * Persons. Triggers (db/derived/) keep what follows from a row: the search index `person_search`,
 * the counter `persons` and the `linked_persons_count` of the account.
 */
export const persons = sqliteTable(
  'persons',
  {
    /** Order of creation; the rowid that the search index shares, so that a search streams newest first. */
    seq: integer().primaryKey(),
    personId: text('person_id').notNull().unique('persons_person_id'),
    name: text().notNull(),
    /** `name` folded for search: see lib/search-text.ts. */
    searchName: text('search_name').notNull(),
    email: text(),
    /** `email` and `domain` folded, where that makes another text. */
    searchEmail: text('search_email'),
    searchDomain: text('search_domain'),
    /** Domain of `email`; null for a free-mail provider. */
    emailDomain: text('email_domain'),
    domain: text(),
    phoneNumber: text('phone_number'),
    linkedinProfileUrl: text('linkedin_profile_url'),
    /** `linkedinProfileUrl` as it is compared, where that is another text. */
    linkedinKey: text('linkedin_key'),
    /** What no two persons share of a LinkedIn URL. */
    linkedinIdentity: text('linkedin_identity').generatedAlwaysAs(
      (): SQL => sql`coalesce(linkedin_key, linkedin_profile_url)`,
      { mode: 'virtual' },
    ),
    /** The account this person links to. */
    accountDomain: text('account_domain').generatedAlwaysAs((): SQL => sql`coalesce(domain, email_domain)`, {
      mode: 'virtual',
    }),
    slug: text().notNull().unique('persons_slug'),
    /** Counts the writes of this row, for its ETag. */
    revision: integer().notNull().default(0),
    /** Names the request that wrote last, so that a lost answer's retry knows its own. */
    writeId: text('write_id').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('persons_email').on(t.email).where(sql`email is not null`),
    uniqueIndex('persons_phone_number').on(t.phoneNumber).where(sql`phone_number is not null`),
    uniqueIndex('persons_linkedin_identity').on(t.linkedinIdentity).where(sql`linkedin_identity is not null`),
  ],
);

/** Erasures by the id of the erased: a lost answer's retry finds its own. Nothing personal is in it. */
export const erasures = sqliteTable('erasures', {
  personId: text('person_id').primaryKey(),
  /** Names the request that erased. */
  erasureId: text('erasure_id').notNull(),
  erasedLogsCount: integer('erased_logs_count').notNull(),
  erasedAt: integer('erased_at').notNull(),
});

/**
 * Hashes of the identifiers of erased persons, for as long as a queue may hold a form that was sent before. Such a
 * form is not written any more.
 */
export const erasedIdentifiers = sqliteTable(
  'erased_identifiers',
  {
    /** SHA-256: see persons/identity.ts. */
    identifierHash: text('identifier_hash').primaryKey(),
    erasedAt: integer('erased_at').notNull(),
  },
  (t) => [index('erased_identifiers_erased_at').on(t.erasedAt)],
);
