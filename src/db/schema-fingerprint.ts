/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'PNSIjL-gNKiNzwiXzv3bz3bmKZqNWyWlI8vHEeCrop4';
