import { and, eq, not, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn, insertWhere } from '../../../db/sql.ts';
import { type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { each } from '../../../lib/each.ts';
import { newId } from '../../../lib/ids.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { searchName } from '../../../lib/search-text.ts';
import { insertAccountOfPerson } from '../../accounts/store/internal.ts';
import { erasures, persons } from '../../tables/persons.ts';
import type { PersonCreate } from '../body-schemas.ts';
import { domainColumns, emailColumns, linkedinColumns, slugsOf } from '../identity.ts';
import type { Person } from '../schemas.ts';
import { areFree, type KeyParams, keysOf, selectHolders, throwIfAnyHeld } from './identity.ts';
import { personOrThrow, personRecord, plainFields, selectPerson, unlessFreeMail } from './internal.ts';

const columnsOf = (input: PersonCreate) => ({
  name: input.name,
  searchName: searchName(input.name),
  ...emailColumns(input.email ?? null),
  ...domainColumns(input.domain ?? null),
  ...each(plainFields, (field) => input[field] ?? null),
  ...linkedinColumns(input.linkedinProfileUrl ?? null),
});

interface InsertParams {
  personId: Param<string>;
  columns: ParamsOf<ReturnType<typeof columnsOf>>;
  keys: KeyParams;
  slugs: Record<'plain' | 'short' | 'whole', Param<string>>;
  now: Param<number>;
}

const isTaken = (slug: Param<string>) => existsIn(persons, eq(persons.slug, slug));

const insertPerson = statement(({ personId, columns, keys, slugs, now }: InsertParams) => {
  const { plain, short, whole } = slugs;
  const slug = sql`case when not ${isTaken(plain)} then ${plain} when not ${isTaken(short)} then ${short} else ${whole} end`;
  const emailDomain = unlessFreeMail(columns.emailDomain);
  const row = {
    ...columns,
    emailDomain,
    personId,
    slug,
    revision: 1,
    writeIds: '',
    createdAt: now,
    updatedAt: now,
    latestVisitAt: 0,
    gone: sql<number>`coalesce((select last.gone from ${persons} as last order by last.seq desc limit 1), 0)`,
  };
  // In a retry, another client may have erased the person that the first run created.
  const isErased = existsIn(erasures, eq(erasures.personId, personId));
  return insertWhere(persons, row, and(areFree(personId, keys), not(isErased)), persons.personId);
});

/** Creates a person and, for a new company domain, its account. Throws `person_conflict`. */
export async function createPerson(db: Database, input: PersonCreate): Promise<Tagged<Person>> {
  const personId = newId('person');
  const now = Date.now();
  const keys = keysOf(input);
  const [, , [held], [row]] = await db.batch([
    insertPerson({ personId, columns: columnsOf(input), keys, slugs: slugsOf(input.name, personId), now }),
    insertAccountOfPerson({ personId, accountId: newId('account'), now }),
    selectHolders({ personId, keys }),
    selectPerson({ personId }),
  ]);
  // In a retry, another person may have got an identifier that this one had.
  if (!row) throwIfAnyHeld(held);
  return personRecord.toTagged(personOrThrow(row));
}
