import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Domains of free mail, by which no company is known. Migrations fill it (scripts/d1/free-mail.ts). */
export const freeMailDomains = sqliteTable('free_mail_domains', { domain: text().primaryKey() });
