/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '_68ZX0UmhyOzePk0cX3HE35tp_0jnsI8m8WmuCzlbyQ';
