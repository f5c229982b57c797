import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn, insertWhere } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { secrets } from '../../../db/tables/service.ts';
import { FootfallError, orThrow } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { assertMatch, type IfMatch, taggedVisit } from '../../../lib/precondition.ts';
import { latestVisitAt } from '../../tables/latest-visits.ts';
import { personLogCounts } from '../../tables/logs.ts';
import { erasedIdentifiers, erasures, persons } from '../../tables/persons.ts';
import { type Identifiers, identifierHash, identifiers } from '../identity.ts';
import type { PersonErased } from '../schemas.ts';
import { personOrThrow } from './internal.ts';

/** Selects the secret with which the identifiers of erased persons are hashed. */
const selectSecret = statement((_: object) =>
  build.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, 'erased_identifiers')),
);

const secretOrThrow = orThrow('database_not_migrated', 'The database lacks the secret of its erasures.');

/** Reads the secret, in one round trip. Throws `database_not_migrated`. */
export async function getErasureSecret(db: Database): Promise<string> {
  const [[row]] = await db.batch([selectSecret({})]);
  return secretOrThrow(row).value;
}

/** How often a person is read again because another request changed it. */
const attempts = 5;

const { email, phoneNumber, linkedinIdentity, revision } = persons;

/** A person as it was read: its revision and its identifiers. */
type Read = Identifiers & { revision: number; latestVisitAt: number };

const selectRead = statement(({ personId }: { personId: Param<string> }) =>
  build
    .select({
      revision,
      latestVisitAt: latestVisitAt('persons'),
      email,
      phoneNumber,
      linkedinProfileUrl: linkedinIdentity,
    })
    .from(persons)
    .where(eq(persons.personId, personId)),
);

interface Erasure {
  personId: Param<string>;
  erasureId: Param<string>;
}

/** The condition that this request erased the person. */
const isOf = ({ personId, erasureId }: Erasure) =>
  and(eq(erasures.personId, personId), eq(erasures.erasureId, erasureId));

interface AsRead {
  personId: Param<string>;
  revision: Param<number>;
}

/** The condition that the person exists and has not changed since it was read. A retry finds no person any more. */
const isAsRead = ({ personId, revision: asRead }: AsRead) =>
  existsIn(persons, and(eq(persons.personId, personId), eq(revision, asRead)));

/** Stores the hashes of the identifiers of a person who is about to be erased, from a JSON array. */
const keepHashes = statement(
  ({ hashes, now, ...read }: AsRead & { hashes: Param<string>; now: Param<number> }) =>
    build
      .insert(erasedIdentifiers)
      // The time of the commit, not of the request: forms that arrive in between were also received before the
      // erasure.
      .select(
        sql`select value, max(${now}, cast(unixepoch('subsec') * 1000 as integer))
        from json_each(${hashes}) where ${isAsRead(read)}`,
      )
      .onConflictDoUpdate({
        target: erasedIdentifiers.identifierHash,
        set: { erasedAt: sql`excluded.erased_at` },
      }),
);

/** Records the erasure of a person, if the person has not changed since it was read. */
const recordErasure = statement(
  ({ personId, erasureId, revision: asRead, now }: Erasure & AsRead & { now: Param<number> }) =>
    insertWhere(
      erasures,
      {
        personId,
        erasureId,
        erasedLogsCount: sql`(select coalesce(sum(${personLogCounts.logs}), 0) from ${personLogCounts}
        where ${eq(personLogCounts.ownerId, personId)})`,
        erasedAt: now,
      },
      isAsRead({ personId, revision: asRead }),
      erasures.personId,
    ),
);

/** Deletes the person whose erasure the statement before it has recorded: under the same condition. */
const deletePerson = statement(({ personId, revision: asRead }: AsRead) =>
  build.delete(persons).where(and(eq(persons.personId, personId), eq(revision, asRead))),
);

const selectErasure = statement((erasure: Erasure) =>
  build.select({ erasedLogsCount: erasures.erasedLogsCount }).from(erasures).where(isOf(erasure)),
);

/** The hashes of identifiers, as a JSON array. */
function hashesOf(keys: Identifiers, secret: string): string {
  const hashes = identifiers.flatMap((identifier) => {
    const key = keys[identifier];
    return key ? [identifierHash(secret, identifier, key)] : [];
  });
  return JSON.stringify(hashes);
}

/** Erases a person in the state that was read. Undefined when the person has been changed or erased since. */
async function eraseAsRead(db: Database, personId: string, read: Read, secret: string) {
  const erasure = { personId, erasureId: newId('erasure') };
  const now = Date.now();
  const [, , , [erased]] = await db.batch([
    keepHashes({ personId, revision: read.revision, hashes: hashesOf(read, secret), now }),
    recordErasure({ ...erasure, revision: read.revision, now }),
    deletePerson({ personId, revision: read.revision }),
    selectErasure(erasure),
  ]);
  return erased;
}

/**
 * Erases a person with its logs, counts and index entries. Hashes of its identifiers are kept, so that a form that
 * was received before is no longer written. SQLite cannot compute these hashes, so the person is read first, in a
 * separate round trip. The account goes too when nothing else holds it. Throws `person_not_found`, `precondition_failed`, `database_unavailable`.
 */
export async function erasePerson(db: Database, personId: string, ifMatch: IfMatch): Promise<PersonErased> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const [[row], [kept]] = await db.batch([selectRead({ personId }), selectSecret({})]);
    const read = personOrThrow(row);
    assertMatch(taggedVisit(String(read.revision), read.latestVisitAt), ifMatch);
    const erased = await eraseAsRead(db, personId, read, secretOrThrow(kept).value);
    // Otherwise another request changed or erased the person between the two round trips, and it is read again.
    if (erased) return { personId, erased: true, ...erased };
  }
  throw new FootfallError('database_unavailable', 'The person is being changed all the time; try again.');
}
