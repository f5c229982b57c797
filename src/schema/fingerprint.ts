/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'O7Z6w4Am9bvzl9fRvqlL35EB1Z__Kqr556UXbkamufo';
