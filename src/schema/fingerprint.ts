/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'ICFU4P17TeXodddAAZoBM1RcKuqCVMkmnsgWL16t700';
