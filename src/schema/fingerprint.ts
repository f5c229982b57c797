/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'pgEUoMv4VCq6WJSrqnmdPU-jGX0GqiKxmh-KEj8W9_U';
