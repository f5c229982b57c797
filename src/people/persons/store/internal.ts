import { eq, type SQL, sql } from 'drizzle-orm';
import { omit, pick } from 'es-toolkit/object';
import { record } from '../../../db/record.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import { taggedVisit } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { eventsByType } from '../../../vocabulary/events.ts';
import { latestVisitAt } from '../../tables/latest-visits.ts';
import { freeMailDomains, persons } from '../../tables/persons.ts';
import type { PersonCreate } from '../body-schemas.ts';
import type { Person } from '../schemas.ts';

const { fields: settable = {} } = eventsByType['person.updated'];
const special = ['name', 'email', 'domain', 'linkedinProfileUrl'] as const;
type PlainField = Exclude<keyof PersonCreate, (typeof special)[number]>;
/** The fields of requests that are a column as they are: no other column follows from them. */
export const plainFields = Object.keys(omit(settable, special)) as PlainField[];

/** The columns of a Person, and `seq` for cursors. */
export const personColumns = {
  ...pick(persons, ['seq', 'personId', 'name', 'email', 'domain', 'slug']),
  ...pick(persons, plainFields),
  ...pick(persons, ['linkedinProfileUrl', 'createdAt', 'updatedAt']),
  latestVisitAt: latestVisitAt('persons'),
};
type PersonRow = Pick<typeof persons.$inferSelect, keyof typeof personColumns>;

const fields = Object.keys(omit(personColumns, ['seq'])) as (keyof Person)[];
// A list makes many: each is one object, with no copy of it.
export const toPerson = (row: PersonRow): Person =>
  Object.assign<object, Partial<Person>>(pick(row, fields), {
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
    latestVisitAt: row.latestVisitAt === 0 ? null : toTimestamp(row.latestVisitAt),
  }) as Person;

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

/** A domain of an email as a person keeps it: null for free mail, by which no company is known. */
export const unlessFreeMail = (domain: Param<string | null>): SQL<string | null> =>
  sql`(select ${domain} where not ${existsIn(freeMailDomains, eq(freeMailDomains.domain, domain))})`;
