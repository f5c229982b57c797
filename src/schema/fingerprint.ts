/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '6pcF1R3ULT4zv0pojOXdyTkO1pJqJhWyJD61fIkDLaM';
