/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'Rsw8btAzaSbHPDZHYiEmAUJ1bWVvkwrAXzXxuxazucw';
