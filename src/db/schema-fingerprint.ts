/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'KNzY7nprxK3EVFZ2N3Vxg6Dm1KT8D3sm8fKKvRkn5iQ';
