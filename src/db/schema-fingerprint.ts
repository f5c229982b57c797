/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'cG-dtnFxPhsOAUs__u4vqMSVbW_f-YfsdMMqrzIPIV4';
