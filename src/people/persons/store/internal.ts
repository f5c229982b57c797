import { eq } from 'drizzle-orm';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import { type Tagged, taggedVisit } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { persons } from '../../tables/persons.ts';
import type { Person } from '../schemas.ts';

/** The columns of a Person, and `seq` for cursors. */
export const personColumns = {
  seq: persons.seq,
  personId: persons.personId,
  name: persons.name,
  email: persons.email,
  domain: persons.domain,
  slug: persons.slug,
  phoneNumber: persons.phoneNumber,
  linkedinProfileUrl: persons.linkedinProfileUrl,
  createdAt: persons.createdAt,
  updatedAt: persons.updatedAt,
  latestVisitAt: persons.latestVisitAt,
};
type PersonRow = Pick<typeof persons.$inferSelect, keyof typeof personColumns>;

export const toPerson = (row: PersonRow): Person => ({
  personId: row.personId,
  name: row.name,
  email: row.email,
  domain: row.domain,
  slug: row.slug,
  phoneNumber: row.phoneNumber,
  linkedinProfileUrl: row.linkedinProfileUrl,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
  latestVisitAt: row.latestVisitAt === 0 ? null : toTimestamp(row.latestVisitAt),
});

export const toTagged = (row: PersonRow & { revision: number }): Tagged<Person> => ({
  value: toPerson(row),
  etag: taggedVisit(String(row.revision), row.latestVisitAt),
});

/** Throws `person_not_found` when there is no row. */
export const personOrThrow = orThrow('person_not_found', 'There is no person with this id.');

const { revision, writeIds } = persons;
export const selectPerson = statement(({ personId }: { personId: Param<string> }) =>
  build
    .select({ ...personColumns, revision, writeIds })
    .from(persons)
    .where(eq(persons.personId, personId)),
);

/** Finds a row if the person exists. Used within a batch. */
export const selectPersonExists = statement(({ personId }: { personId: Param<string> }) =>
  build.select({ personId: persons.personId }).from(persons).where(eq(persons.personId, personId)),
);
