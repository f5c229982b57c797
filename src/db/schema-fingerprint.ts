/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'KYwSrhIRm16T4OGUj9fxsJPrnBEuDO8828o2YZPbNPg';
