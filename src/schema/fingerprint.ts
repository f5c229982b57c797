/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '-zzq8dEnY8PaqwHcSN52cRJc6omQPCicUGyTKWLKcP0';
