/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '4IndCSITYtPUqS1UYZ1maFPVsoVfnvl5yCPlheyBba8';
