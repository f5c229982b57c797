/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '5E52RbapIGHZAiG1rnP88f20cpfNn9I352UUjXHogtM';
