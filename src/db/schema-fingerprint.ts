/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'tbCOfam4OVNoxuNnOtLPTXciDwmDJ-cl__V2zx0Fy9k';
