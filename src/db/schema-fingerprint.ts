/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'xPQNW3WhlVnOuRv68VZIqMpNcVKwnHxR03oUo7ZeDxo';
