/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'MDDXRDtmY63LpLElRkiUO3KMhn_8ThHpPtW92CqTJp4';
