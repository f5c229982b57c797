import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Exact table sizes, kept by triggers in the transaction of the write; and the time, in milliseconds since 1970,
 * before which sessions have been removed, whatever the retention is now.
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
