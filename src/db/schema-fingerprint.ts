/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'vXasZmylS4wjClSm-JeVB5rCXpk0f9C7o2ERO2Er3S0';
