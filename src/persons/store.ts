import { and, eq, sql } from 'drizzle-orm';
import { ensureAccount } from '../accounts/store.ts';
import type { Database } from '../db/client.ts';
import { persons } from '../db/schema/persons.ts';
import { insertWhere, isCurrent } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { assertMatch, type IfMatch, type Tagged } from '../lib/precondition.ts';
import { searchName } from '../lib/search-text.ts';
import { toTimestamp } from '../lib/time.ts';
import { domainColumns, emailColumns, linkedinColumns } from './identity.ts';
import { areFree, holders, newPersonRow, throwIfHeld } from './identity-store.ts';
import type { Person, PersonCreate, PersonUpdate } from './schemas.ts';

/** The columns that a Person is made of, and `seq` for cursors. */
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
};
export type PersonRow = Pick<typeof persons.$inferSelect, keyof typeof personColumns>;

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
});

const { revision, writeId } = persons;
const selectPerson = (db: Database, personId: string) =>
  db
    .select({ ...personColumns, revision, writeId })
    .from(persons)
    .where(eq(persons.personId, personId));

const toTagged = (row: PersonRow & { revision: number }): Tagged<Person> => ({
  value: toPerson(row),
  etag: String(row.revision),
});

/** Throws `person_not_found` for a row that is not there. */
export function personOrThrow<T>(row: T | undefined): T {
  if (!row) throw new FootfallError('person_not_found', 'There is no person with this id.');
  return row;
}

/** Creates a person and, for a new company domain, its account. Throws `person_conflict`. */
export async function createPerson(db: Database, input: PersonCreate): Promise<Tagged<Person>> {
  const personId = newId('person');
  const now = Date.now();
  const [, , [held], [row]] = await db.batch([
    insertWhere(db, persons, newPersonRow(personId, input, now), areFree(input), persons.personId),
    ensureAccount(db, sql`${personId}`, now),
    holders(db, input, personId),
    selectPerson(db, personId),
  ]);
  throwIfHeld(held);
  return toTagged(personOrThrow(row));
}

export async function getPersonOrThrow(db: Database, personId: string): Promise<Tagged<Person>> {
  const [[row]] = await db.batch([selectPerson(db, personId)]);
  return toTagged(personOrThrow(row));
}

/** Changes the fields given; the slug stays. Throws `person_not_found`, `precondition_failed`, `person_conflict`. */
export async function updatePerson(
  db: Database,
  personId: string,
  patch: PersonUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Person>> {
  if (Object.keys(patch).length === 0) {
    const unchanged = await getPersonOrThrow(db, personId);
    assertMatch(unchanged.etag, ifMatch);
    return unchanged;
  }
  const now = Date.now();
  const changes = {
    ...patch,
    ...(patch.name === undefined ? {} : { searchName: searchName(patch.name) }),
    ...(patch.email === undefined ? {} : emailColumns(patch.email)),
    ...(patch.domain === undefined ? {} : domainColumns(patch.domain)),
    ...(patch.linkedinProfileUrl === undefined ? {} : linkedinColumns(patch.linkedinProfileUrl)),
    revision: sql`${revision} + 1`,
    writeId: newId('write'),
    updatedAt: now,
  };
  const [, , [held], [row]] = await db.batch([
    db
      .update(persons)
      .set(changes)
      .where(and(eq(persons.personId, personId), isCurrent(revision, ifMatch), areFree(patch, personId))),
    ensureAccount(db, sql`${personId}`, now),
    holders(db, patch, personId),
    selectPerson(db, personId),
  ]);
  const found = personOrThrow(row);
  const person = toTagged(found);
  if (found.writeId === changes.writeId) return person;
  assertMatch(person.etag, ifMatch);
  throwIfHeld(held);
  return person;
}

/** A SELECT that finds a row when the person exists, to ride along in a batch. */
export const personExists = (db: Database, personId: string) =>
  db.select({ personId: persons.personId }).from(persons).where(eq(persons.personId, personId));
