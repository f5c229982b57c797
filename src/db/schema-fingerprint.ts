/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '56Ifbpb2OM4dTst90XbJUmxB2EamShZHls7NsWqmPtI';
