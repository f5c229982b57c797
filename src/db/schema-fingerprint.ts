/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'L6IullXiWTT7w6QRXpDD9lbTW2D72W-6Ntxmtx_qPIo';
