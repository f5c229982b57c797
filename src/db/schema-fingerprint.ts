/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'i1TgDEPaMSImPBLprYopofC6xClEd4kfz0YJjTpHm3A';
