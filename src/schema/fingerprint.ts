/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'v5R1nEloEoU6pV9sFPysikOc-sAu1zRoLp6qYaY1mbo';
