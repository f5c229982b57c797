/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'ZOHJlF9dZ_mgCkFdxHjdtQJf_VgSfh2Wwl2tFjbpTuc';
