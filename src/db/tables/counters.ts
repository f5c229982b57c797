import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Exact table sizes, which triggers update in the transaction of the write. Two rows are something else:
 * `sessions_removed_before` is a time. Sessions that began before it have been removed, whatever the retention is now.
 * `recipients_forgotten_before` is one too: sessions before it have lost their recipients.
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
      'websites',
      'views',
      'sessions_removed_before',
      'recipients_forgotten_before',
    ],
  }).primaryKey(),
  value: integer().notNull(),
});
