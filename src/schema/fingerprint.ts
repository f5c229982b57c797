/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'MPeKtJuasX_EpGJ5rtOpphodjLjx9ZMPtfshDr4dlLY';
