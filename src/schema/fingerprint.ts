/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'V6UuN-HNSfzG4CFetpYQnSVOYQ2gFh1pEkSRZoIQscc';
