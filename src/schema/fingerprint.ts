/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '21eZujjyhuY-bZNpdWqVPt_PSQqfNuNjbIffRYtiUBA';
