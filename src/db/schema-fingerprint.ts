/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'FeSYU8yTWIj4-wEZNvw71I1GsUUT5N4KBns00GvQTEc';
