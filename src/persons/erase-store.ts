import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { personLogCounts } from '../db/schema/logs.ts';
import { erasedIdentifiers, erasures, persons } from '../db/schema/persons.ts';
import { insertWhere } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { assertMatch, type IfMatch } from '../lib/precondition.ts';
import { type Identifiers, identifierHash, identifiers } from './identity.ts';
import type { PersonErased } from './schemas.ts';
import { personOrThrow } from './store.ts';

/** How often a person is read again that others change meanwhile. */
const attempts = 5;

const { email, phoneNumber, linkedinIdentity, revision } = persons;

/** A person as it was read: its revision, and what it is compared by. */
type Read = Identifiers & { revision: number };

async function readPerson(db: Database, personId: string): Promise<Read> {
  const columns = { revision, email, phoneNumber, linkedinProfileUrl: linkedinIdentity };
  const [[row]] = await db.batch([db.select(columns).from(persons).where(eq(persons.personId, personId))]);
  return personOrThrow(row);
}

/** A statement that keeps the hashes of erased identifiers, under the condition. */
function rememberHashes(db: Database, keys: Identifiers, erasedAt: number, condition: SQL) {
  const hashes = identifiers.flatMap((identifier) => {
    const key = keys[identifier];
    return key ? [identifierHash(identifier, key)] : [];
  });
  return (
    db
      .insert(erasedIdentifiers)
      // The time of the commit, not of the request: a form that comes in between was received before.
      .select(
        sql`select value, max(${erasedAt}, cast(unixepoch('subsec') * 1000 as integer))
        from json_each(${JSON.stringify(hashes)}) where ${condition}`,
      )
      .onConflictDoUpdate({
        target: erasedIdentifiers.identifierHash,
        set: { erasedAt: sql`excluded.erased_at` },
      })
  );
}

/** Erases a person as it was read; undefined when it has been written since, or is gone. */
async function eraseAsRead(db: Database, personId: string, read: Read) {
  const erasedAt = Date.now();
  const isAsRead = and(eq(persons.personId, personId), eq(revision, read.revision));
  const logs = sql<number>`(select coalesce(sum(${personLogCounts.logs}), 0) from ${personLogCounts}
    where ${eq(personLogCounts.ownerId, personId)})`;
  const erasure = { personId, erasureId: newId('erasure'), erasedLogsCount: logs, erasedAt };
  const isMine = and(eq(erasures.personId, personId), eq(erasures.erasureId, erasure.erasureId));
  const isErased = sql`exists (select 1 from ${erasures} where ${isMine})`;
  const [, , , [erased]] = await db.batch([
    insertWhere(
      db,
      erasures,
      erasure,
      sql`exists (select 1 from ${persons} where ${isAsRead})`,
      erasures.personId,
    ),
    rememberHashes(db, read, erasedAt, isErased),
    db.delete(persons).where(and(eq(persons.personId, personId), isErased)),
    db.select({ erasedLogsCount: erasures.erasedLogsCount }).from(erasures).where(isMine),
  ]);
  return erased;
}

/**
 * Erases a person with its logs, counts and index entries. A form that was received before is not written any
 * more: hashes of the identifiers stay for that, which SQLite cannot make, so that they are read first, in a round
 * trip of their own. Throws `person_not_found`, `precondition_failed`, `database_unavailable`.
 */
export async function erasePerson(db: Database, personId: string, ifMatch: IfMatch): Promise<PersonErased> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const read = await readPerson(db, personId);
    assertMatch(String(read.revision), ifMatch);
    const erased = await eraseAsRead(db, personId, read);
    // Else another request has changed or erased the person between the two: it is read again.
    if (erased) return { personId, erased: true, ...erased };
  }
  throw new FootfallError('database_unavailable', 'The person is being changed all the time; try again.');
}
