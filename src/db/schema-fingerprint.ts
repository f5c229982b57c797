/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'Va2_QhrE1Yvfkr21r_EOfY2PjbboARrPLL8kEcb0SWk';
