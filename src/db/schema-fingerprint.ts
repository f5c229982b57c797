/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'ofT6kxjWQvcyn-G5RoJH2IllX8SfHz11nbz6q12w8Qs';
