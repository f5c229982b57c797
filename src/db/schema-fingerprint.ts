/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'flkqtUNvCoViviAz0sASD0UECq4vqYklRga98UG10Xo';
