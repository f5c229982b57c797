/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'D7x4o9n9p_5cOchajZk2BewLHgOPpp_J5vwONmdM5Zk';
