/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '8fn9Z19lvHthFbJAFtammmxwETX-gWhrBCjbdYvy3r8';
