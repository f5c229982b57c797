/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'IrR8JjJvrOMfMraBeBD9KgNytmorN1jbM8MBeMxIiYk';
