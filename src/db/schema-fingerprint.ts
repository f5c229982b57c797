/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '5rNXHMYyRmfEDE_NGMQw-snMIP-JlzepbQuT7stcWOU';
