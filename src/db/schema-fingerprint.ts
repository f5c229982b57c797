/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'Or1ucTOW-GgMHPf1luzdw0fA21uo6g4B_L6imV8UyUU';
