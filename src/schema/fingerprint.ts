/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '49ZY4e_fEqgQFSa2PuNljerEOKAHNV6va0yC_HwGaSE';
