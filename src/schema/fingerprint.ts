/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = 'Q699EY-rGxy5cRIYsdP3TkWpYFrmfGQAlhBdJBisRmM';
