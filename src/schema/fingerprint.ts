/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'Z5hadpMk2JPj69zAW9R_onY6NGxASFOR0zgLg9oBQQg';
