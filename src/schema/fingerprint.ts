/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'dDstVXjemX201-po5IW7Nz8Zk8H-Dj6H7MAOi9RDP_4';
