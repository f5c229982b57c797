/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'jUTI1vkJvKElPw_vmFTZXl6YgvcScBkwziZWhC8P1DA';
