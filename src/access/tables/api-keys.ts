import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../../lib/api-key.ts';

/** API keys of this workspace. The key itself is never stored. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    apiKeyId: text('api_key_id').primaryKey(),
    /** SHA-256 of the key, base64url. */
    hash: text().notNull().unique('api_keys_hash'),
    name: text().notNull(),
    scopes: text({ mode: 'json' }).$type<Scope[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at'),
    revokedAt: integer('revoked_at'),
    /** The tier of rate limits in wrangler.toml that applies to the key; null for the default limit. */
    limitTier: text('limit_tier'),
    /** A request with the key in the last hour may not be noted: see access/middleware/api-key.ts. */
    lastUsedAt: integer('last_used_at'),
    /** 1 for the key of a sign-in, which is deleted some time after its end. Null for other keys. */
    isSignIn: integer('is_sign_in'),
    /** The view of the console that a share link opens, path and query. Null for other keys. */
    sharedPath: text('shared_path'),
    /** The id of the key that made the share link. */
    sharedBy: text('shared_by'),
  },
  (t) => [
    index('api_keys_sign_in_end').on(t.expiresAt).where(sql`is_sign_in = 1`),
    index('api_keys_shared_end').on(t.expiresAt).where(sql`shared_path is not null`),
  ],
);

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
