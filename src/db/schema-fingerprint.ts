/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'KEm4DSvkJlFJQhSroLh-AC069c54viR7CabfBb2NPxA';
