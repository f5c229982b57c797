/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'LPvxt4I0hfUdnboD8VQCD8BPiNLQFhYzfmKs9eH3ENw';
