import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Scope } from '../../lib/api-key.ts';

/** API keys of this workspace. The key itself is never stored. */
export const apiKeys = sqliteTable('api_keys', {
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
});
