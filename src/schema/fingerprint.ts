/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '2s3RajYANN0bE2gUzocPkpHzohzhNL12L8REMbnDJb4';
