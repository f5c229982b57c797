/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'GLWs0Vw22CGRNmFQGZbFCpMx0mLxD6lnf3FuL-R4VCM';
