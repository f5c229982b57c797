/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '5QmyOOSRploIlDKrOLr1L0_Rnh0vpmvWV3cPyCZuOt8';
