/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'Csmk7gFKgeBq3Kl9LUVEW_IH9KbTptNOmzcNxrWseyc';
