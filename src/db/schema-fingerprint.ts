/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'vnCBh2afYkXO_J1XZZfGCvJRlHdIpAcTkVoEBLQ26R0';
