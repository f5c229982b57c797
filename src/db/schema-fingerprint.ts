/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'vyRgaG9Ep_mI7d3t-4Da4tNfoFiSBNeava4VPammKWg';
