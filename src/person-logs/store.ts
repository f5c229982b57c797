import { and, type SQL, sql } from 'drizzle-orm';
import { ensureAccount } from '../accounts/store.ts';
import type { Database } from '../db/client.ts';
import { persons } from '../db/schema/persons.ts';
import { insertWhere, type Statement } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { findLog, type Log, type LogListing, listLogs, personLogKind } from '../logs/store.ts';
import {
  isNew,
  type LogEntry,
  type LogWritten,
  newEntry,
  readOutcome,
  writeStatements,
} from '../logs/write-store.ts';
import { emailDomainOf, keyOf, nameFrom } from '../persons/identity.ts';
import { fillBlanks, given, matchPerson, newPersonRow } from '../persons/identity-store.ts';
import { personExists, personOrThrow } from '../persons/store.ts';
import type { PersonLogCreate, PersonLogCreated } from './schemas.ts';

/** A validated write with its payload as JSON text. */
export type PersonLogWrite = Omit<PersonLogCreate, 'payload'> & { payload: string };

/** What became of one write: its answer, or the error that stopped it alone. */
export type PersonLogOutcome = { personLog: PersonLogCreated; replayed: boolean } | FootfallError;

/**
 * One write as statements, each of which sees what those before it did: the person, unless someone matches;
 * blanks of who matched; the account of a new company domain; the log with its idempotency key. They do nothing
 * unless the condition holds.
 */
export function planPersonLog(db: Database, write: PersonLogWrite, now: number, condition?: SQL) {
  const { linkedinProfileUrl: url } = write;
  // A retry in another spelling is the same request.
  const compared = { ...write, linkedinProfileUrl: url && keyOf('linkedinProfileUrl', url) };
  const entry = newEntry(personLogKind, compared, now, condition);
  const fresh = isNew(personLogKind, entry);
  const newPersonId = newId('person');
  const writes: Statement[] = [];

  const match = matchPerson(write);
  const owner = write.personId === undefined ? sql`coalesce(${match}, ${newPersonId})` : match;
  if (write.personId === undefined) {
    const person = newPersonRow(newPersonId, { ...write, name: write.name ?? nameFrom(write) }, now);
    writes.push(insertWhere(db, persons, person, and(fresh, sql`${match} is null`), persons.personId));
  }
  // With a single identifier there is nothing to fill: it is the one that matched.
  if (given(write).length + (write.personId === undefined ? 0 : 1) > 1) {
    writes.push(fillBlanks(db, owner, write, fresh, now));
  }
  if (emailDomainOf(write.email) !== null) writes.push(ensureAccount(db, owner, now));
  const created = sql<boolean>`${owner} = ${newPersonId}`;
  const { writes: ofLog, outcome } = writeStatements(db, personLogKind, entry, owner, created);
  return { entry, writes: [...writes, ...ofLog], outcome };
}

const toCreated = ({
  ownerId,
  logId,
  createdOwner,
  createdAt,
  source,
  type,
}: LogWritten): PersonLogCreated => ({
  personId: ownerId,
  personLogId: logId,
  createdAt,
  createdPerson: createdOwner,
  source,
  type,
});

function outcomeOf(entry: LogEntry, rows: unknown): PersonLogOutcome {
  try {
    const written = personOrThrow(readOutcome(personLogKind, entry, rows));
    return { personLog: toCreated(written), replayed: written.replayed };
  } catch (error) {
    if (error instanceof FootfallError) return error;
    throw error;
  }
}

/**
 * Writes logs in order, in one batch: each with its person and idempotency key or not at all. A write whose
 * person does not exist or whose key belongs to another request changes nothing and stops no other.
 */
export async function writePersonLogs(db: Database, writes: PersonLogWrite[]): Promise<PersonLogOutcome[]> {
  const now = Date.now();
  const plans = writes.map((write) => planPersonLog(db, write, now));
  const statements = plans.flatMap(({ writes, outcome }) => [...writes, outcome]);
  const results = await db.batch(statements as [Statement, ...Statement[]]);
  let end = 0;
  return plans.map(({ entry, writes }) => {
    end += writes.length + 1;
    return outcomeOf(entry, results[end - 1]);
  });
}

const toPersonLog = ({ ownerId, logId, fields }: Log) => ({
  personId: ownerId,
  personLogId: logId,
  ...fields,
});

/** One log of a person. Throws `person_log_not_found`. */
export async function getPersonLogOrThrow(db: Database, personId: string, personLogId: string) {
  const log = await findLog(db, personLogKind, personId, personLogId);
  if (!log) throw new FootfallError('person_log_not_found', 'This person has no log with this id.');
  return toPersonLog(log);
}

/** A page of a person's timeline, newest first. Throws `person_not_found`. */
export async function listPersonLogs(db: Database, listing: LogListing) {
  const page = await listLogs(db, personLogKind, listing, personExists(db, listing.ownerId));
  const { items, ...rest } = personOrThrow(page);
  return { ...rest, items: items.map(toPersonLog) };
}
