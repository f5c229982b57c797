/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'gEQG9orEdzbNc5b75z6Qe3tKU7fEW5eeVrGtCkIA_UQ';
