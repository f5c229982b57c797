/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '9GfdP-Y-6E6n6AqtMhDIc-cwZDo_KGgsA1Y7yWTimkc';
