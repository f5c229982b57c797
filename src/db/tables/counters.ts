import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Exact table sizes, which triggers update in the transaction of the write. Two rows are something else.
 * `sessions_removed_before` is a time, in milliseconds since 1970: sessions that began before it have been removed,
 * whatever the retention is now. `rollup_writes` counts the writes of rollups, each of which follows the one before.
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
      'rollup_writes',
    ],
  }).primaryKey(),
  value: integer().notNull(),
});
