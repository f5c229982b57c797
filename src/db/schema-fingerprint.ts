/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'HjYOFdHc4ea9cnVcLUL2Jli3tT_mQ7jHuCrp66F7Z3g';
