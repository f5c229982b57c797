import type { Database } from '../../../db/client.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { Person } from '../schemas.ts';
import { personOrThrow, selectPerson, toTagged } from './internal.ts';

/** A person. Throws `person_not_found`. */
export async function getPersonOrThrow(db: Database, personId: string): Promise<Tagged<Person>> {
  const [[row]] = await db.batch([selectPerson({ personId })]);
  return toTagged(personOrThrow(row));
}
