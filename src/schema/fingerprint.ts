/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'jVpFAFG_Ux-UQuX5irpdUFYrxQIwQd-uGmsQf6Bm5eE';
