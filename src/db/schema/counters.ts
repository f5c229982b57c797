import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Exact table sizes, kept by triggers in the transaction of the write. */
export const counters = sqliteTable('counters', {
  name: text({
    enum: ['persons', 'accounts', 'accounts_empty', 'api_keys', 'pages', 'tenant_domains', 'topics'],
  }).primaryKey(),
  value: integer().notNull(),
});
