/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'A_KwL_m9WqiheZZx_XBzYJntQB8DPlkGMjcfE7v-Vsc';
