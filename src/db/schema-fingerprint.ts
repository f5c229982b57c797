/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '7MuWl5WfBW2G4ZCqMYWrjbXf2qxlZ-5fZZD6gdWEbs8';
