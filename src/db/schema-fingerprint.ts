/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'kOLbpL_5te-2UrW7dwsyk3wREQOMjuBszso797qHqFI';
