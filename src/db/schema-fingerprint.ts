/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '6EI2-5G_2G5mN_tHWIhJTYe5eFWMEBNe7cns0OODuNE';
