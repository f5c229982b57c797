/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'N9yaNJpY69QNK4blukX7QkmV8kXP0Qqz38bYGl6YR-o';
