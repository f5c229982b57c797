import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Forms that were recently sent from an address, for the rate limit of forms. The cron removes older ones. */
export const formSubmits = sqliteTable(
  'form_submits',
  {
    /** Hash of the address. */
    addressHash: text('address_hash').notNull(),
    /** Hash of the session and its form: a form that is reported again counts once. */
    formHash: text('form_hash').notNull(),
    receivedAt: integer('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.addressHash, t.formHash] }),
    index('form_submits_received_at').on(t.receivedAt),
  ],
);
