/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '6MQUlDw3rKy3smJdMpJeGbxOT8My5Hdl9_bPrVD89gc';
