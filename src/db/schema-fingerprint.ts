/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'a3_n1XYqdG5igs0cp34yHhgaGjzoSWepJjRzjleQ7S4';
