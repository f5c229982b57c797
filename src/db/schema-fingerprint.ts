/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'x0cfQUf1TPErybw4OG7KCJTRffZCxhuvCk_tZpcYz7g';
