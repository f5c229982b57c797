/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'JZc_34kSkZz8BCXhDymgZGxwF1zt6pFF4cK59YSr9-0';
