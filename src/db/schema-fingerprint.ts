/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'roqVOUJCQWbjsy4d93A_6XWC8v5np_EyZvxituNxkxE';
