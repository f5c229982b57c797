/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'jhOyyN0FZdY-J45hxLYR7S3zB8xNRIibbQlnqDdrg6Q';
