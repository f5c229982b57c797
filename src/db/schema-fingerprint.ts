/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'v5D5ICs57pOoOMw7amlImR8xRmZtpErysh6ZY_VKVwM';
