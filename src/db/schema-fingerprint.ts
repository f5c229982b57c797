/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'IE71wDsPiVbqnh0gcOQQubPbWUprDaKUuzIX9VxTujA';
