import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../../lib/api-key.ts';

/** Codes of sign-in links that were not used yet. The code itself is never stored. */
export const signInCodes = sqliteTable(
  'sign_in_codes',
  {
    /** SHA-256 of the code, base64url. */
    hash: text().primaryKey(),
    /** The scopes of the key that the code is exchanged for. */
    scopes: text({ mode: 'json' }).$type<Scope[]>().notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('sign_in_codes_end').on(t.expiresAt)],
);
