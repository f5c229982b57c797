/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'rzLbznaq_eCkmnMC-5mmPV6wQ3o1h4v2zMNfA3dZpBE';
