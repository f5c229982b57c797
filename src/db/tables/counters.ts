import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Exact table sizes, which triggers update in the transaction of the write. One row is something else:
 * `sessions_removed_before` is a time, in milliseconds since 1970. Sessions that began before it have been removed,
 * whatever the retention is now.
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
