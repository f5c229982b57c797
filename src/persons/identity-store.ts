import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { persons } from '../db/schema/persons.ts';
import { oneRow, type RowOf, type Statement } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { searchName, searchTextIfOther } from '../lib/search-text.ts';
import {
  domainColumns,
  emailColumns,
  emailDomainOf,
  type Identifier,
  type Identifiers,
  identifiers,
  keyOf,
  linkedinColumns,
  slugCandidates,
} from './identity.ts';
import type { PersonCreate } from './schemas.ts';

/** The columns by which persons are told apart. */
const keyColumns = {
  email: persons.email,
  phoneNumber: persons.phoneNumber,
  linkedinProfileUrl: persons.linkedinIdentity,
};

/** The condition that a person has this identifier, in whatever spelling. */
const has = (identifier: Identifier, value: string): SQL =>
  eq(keyColumns[identifier], keyOf(identifier, value));

/** The identifiers that are given, in order of priority. */
export const given = (ids: Identifiers) =>
  identifiers.flatMap((identifier) => {
    const value = ids[identifier];
    return value ? [{ identifier, value, column: persons[identifier] }] : [];
  });

/** The condition that nobody, or nobody else than `personId`, has this identifier. */
function isFree(identifier: Identifier, value: string, personId?: string): SQL {
  const other = personId === undefined ? undefined : ne(persons.personId, personId);
  return sql`not exists (select 1 from ${persons} where ${and(has(identifier, value), other)})`;
}

/** The condition that nobody else than `personId` has any of the identifiers. */
export const areFree = (ids: Identifiers, personId?: string): SQL | undefined =>
  and(...given(ids).map(({ identifier, value }) => isFree(identifier, value, personId)));

/** The row of a new person; `now` in milliseconds since 1970. */
export function newPersonRow(personId: string, input: PersonCreate, now: number): RowOf<typeof persons> {
  const [plain, short, whole] = slugCandidates(input.name, personId);
  const taken = (slug: string) => sql`exists (select 1 from ${persons} where ${eq(persons.slug, slug)})`;
  return {
    personId,
    name: input.name,
    searchName: searchName(input.name),
    ...emailColumns(input.email ?? null),
    ...domainColumns(input.domain ?? null),
    phoneNumber: input.phoneNumber ?? null,
    ...linkedinColumns(input.linkedinProfileUrl ?? null),
    slug: sql`case when not ${taken(plain)} then ${plain} when not ${taken(short)} then ${short} else ${whole} end`,
    revision: 1,
    writeId: '',
    createdAt: now,
    updatedAt: now,
  };
}

/** A SELECT of who else has each of the identifiers. */
export function holders(db: Database, ids: Identifiers, personId: string) {
  const holder = (identifier: Identifier) => {
    const value = ids[identifier];
    const holderId = value
      ? sql<
          string | null
        >`(select ${persons.personId} from ${persons} where ${and(has(identifier, value), ne(persons.personId, personId))})`
      : sql<null>`null`;
    return holderId.as(identifier);
  };
  return db
    .select({
      email: holder('email'),
      phoneNumber: holder('phoneNumber'),
      linkedinProfileUrl: holder('linkedinProfileUrl'),
    })
    .from(oneRow);
}

/** Throws `person_conflict` when someone else has one of the identifiers; the first is named. */
export function throwIfHeld(held: Record<Identifier, string | null> | undefined): void {
  const field = identifiers.find((identifier) => held?.[identifier]);
  if (!field) return;
  const conflictingId = held?.[field];
  throw new FootfallError('person_conflict', `${conflictingId} has this ${field} already.`, {
    field,
    conflictingId,
  });
}

/**
 * Who `personId` names or, without one, whoever the first identifier that matches anyone belongs to, as a SQL
 * expression; null for nobody.
 */
export function matchPerson({ personId, ...ids }: Identifiers & { personId?: string | undefined }): SQL {
  const select = (is: SQL) => sql`(select ${persons.personId} from ${persons} where ${is})`;
  if (personId !== undefined) return select(eq(persons.personId, personId));
  const matches = given(ids).map(({ identifier, value }) => select(has(identifier, value)));
  // coalesce() wants two arguments.
  return matches.length === 0 ? sql`null` : sql`coalesce(${sql.join([...matches, sql`null`], sql`, `)})`;
}

/** An UPDATE that fills blanks of `person` with identifiers that nobody has; nothing is overwritten. */
export function fillBlanks(
  db: Database,
  person: SQL,
  ids: Identifiers,
  condition: SQL,
  now: number,
): Statement {
  const blanks = given(ids).map(({ identifier, value, column }) => ({
    identifier,
    value,
    column,
    blank: sql`(${column} is null and ${isFree(identifier, value)})`,
  }));
  const filled = blanks.map(({ identifier, value, column, blank }) => [
    identifier,
    sql`case when ${blank} then ${value} else ${column} end`,
  ]);
  const email = blanks.find(({ identifier }) => identifier === 'email');
  const beside = email && {
    emailDomain: sql`case when ${email.blank} then ${emailDomainOf(email.value)} else ${persons.emailDomain} end`,
    searchEmail: sql`case when ${email.blank} then ${searchTextIfOther(email.value)} else ${persons.searchEmail} end`,
  };
  const linkedin = blanks.find(({ identifier }) => identifier === 'linkedinProfileUrl');
  const linkedinKey =
    linkedin &&
    sql`case when ${linkedin.blank} then ${linkedinColumns(linkedin.value).linkedinKey} else ${persons.linkedinKey} end`;
  return db
    .update(persons)
    .set({
      ...Object.fromEntries(filled),
      ...beside,
      ...(linkedinKey && { linkedinKey }),
      revision: sql`${persons.revision} + 1`,
      updatedAt: sql`max(${persons.updatedAt}, ${now})`,
    })
    .where(and(eq(persons.personId, person), condition, or(...blanks.map(({ blank }) => blank))));
}
