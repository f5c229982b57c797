/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '0XHF1NYZNGGMIXThfI3mnuS9SwBpRdLYy0mNkhLG1KA';
