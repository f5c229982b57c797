/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '2dYakVK4F96Ib9whoVFKwNaQ2alqxBRlHYRVnPZPDHI';
