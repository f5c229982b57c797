import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Exact table sizes, which triggers update in the transaction of the write. One more row holds a time, in
 * milliseconds since 1970: sessions that began before it have been removed, whatever the retention is now.
 */
export const counters = sqliteTable('counters', {
  name: text({
    enum: [
      'persons',
      'accounts',
      'accounts_empty',
      'api_keys',
      'pages',
      'tenant_domains',
      'topics',
      'sessions_removed_before',
    ],
  }).primaryKey(),
  value: integer().notNull(),
});
