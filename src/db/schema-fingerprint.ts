/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '_VAWkbo2qNzt9IiFzlC65SdYObnMFVQJZ0irBSRfA7c';
