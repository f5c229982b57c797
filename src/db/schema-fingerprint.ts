/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'OLTd7ABQVlYkkZS26Nsnmt2gnsQWLKCr-mQ0Ua_Y70k';
