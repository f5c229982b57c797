/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '7ZkW2QShJ-40bCIGVZ_40yztakV9fLqPr0YYdLPek9g';
