/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'hqh4uUeyjrE_H90I5720c2W1B6f76LiZuIMQ301H6RU';
