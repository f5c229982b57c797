/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'EeU_H_HzwTuM8_cmR2iYurnFfk3ItCTPuSz4IqAHuRY';
