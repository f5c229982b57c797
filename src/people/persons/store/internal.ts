import { eq } from 'drizzle-orm';
import { record } from '../../../db/record.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import { taggedVisit } from '../../../lib/precondition.ts';
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

/** Persons, whose visits are in their entity tags. */
export const personRecord = record({
  table: persons,
  id: 'personId',
  prefix: 'person',
  columns: { ...personColumns, revision: persons.revision, writeIds: persons.writeIds },
  toItem: toPerson,
  orThrow: orThrow('person_not_found', 'There is no person with this id.'),
  etag: {
    sql: persons.revision,
    of: (row) => taggedVisit(String(row.revision), row.latestVisitAt),
  },
});
export const { select: selectPerson, orThrow: personOrThrow } = personRecord;

/** Finds a row if the person exists. Used within a batch. */
export const selectPersonExists = statement(({ personId }: { personId: Param<string> }) =>
  build.select({ personId: persons.personId }).from(persons).where(eq(persons.personId, personId)),
);
