/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'iLFyizE2g6gT27Woa9oigI-dyR-aSHzzGJ84T-zKzJg';
