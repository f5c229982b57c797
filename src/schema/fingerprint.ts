/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'EaEBq6pZtALTN24V34QE7xiC3HruxCll9HE8XF2uk7I';
