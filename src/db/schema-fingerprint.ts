/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'maR1monTSir3pZht8GH6-tiHO9hFP-Kf3x3QHA2OGcY';
