import { type SQL, sql } from 'drizzle-orm';
import type { Database, Optional } from '../../../db/client.ts';
import { type Bound, type Param, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { newIdAt } from '../../../lib/ids.ts';
import { earlierDomain, earlierEmail } from '../../../lib/normalise.ts';
import { linkedinKey, pageAddress } from '../../../lib/profile.ts';
import { accountOrThrow } from '../../accounts/store/internal.ts';
import { emailColumns, keyOf, linkedinColumns, newPersonFields } from '../../persons/identity.ts';
import { personOrThrow } from '../../persons/store/internal.ts';
import type {
  AccountLogCreate,
  AccountLogCreated,
  PersonLogCreate,
  PersonLogCreated,
} from '../body-schemas.ts';
import {
  keylessRow,
  type LogFields,
  logFieldsOf,
  type Sent,
  selectEach,
  textsOf,
  type Write,
  type WrittenRow,
  writeOne,
  writtenOf,
} from './keyed-write.ts';
import { selectOwners } from './keyless-write.ts';
import { kinds } from './read.ts';

/** A validated write whose payload is JSON text. */
type AsText<Create> = Omit<Create, 'payload'> & { payload: string };
type PersonLogWrite = AsText<PersonLogCreate>;
/** A write, and as it was sent. */
interface SentWrite {
  write: PersonLogWrite;
  sent: Sent;
}

/** The result of one write: its answer, or the error of this write alone. */
type PersonLogOutcome =
  | { ok: true; personLog: PersonLogCreated; replayed: boolean }
  | { ok: false; error: FootfallError };

/** A write as a retry must equal it: a retry may spell the profile differently, so its normalised form counts. */
const comparable = (write: PersonLogWrite): Write => ({
  ...write,
  linkedinProfileUrl: write.linkedinProfileUrl && keyOf('linkedinProfileUrl', write.linkedinProfileUrl),
});

/** The JSON from which the triggers of schema/derived/log-writes.sql.ts make a log, its person, account and key. */
export function personLogFields(write: PersonLogWrite, now: number) {
  const { personId, email = null, phoneNumber, linkedinProfileUrl: url = null } = write;
  const request = comparable(write);
  const log = logFieldsOf('person_log', request, now);
  const person =
    personId === undefined ? newPersonFields(write, now) : { newAccountId: newIdAt('account', now) };
  return {
    ...log,
    ...person,
    personId,
    ...emailColumns(email),
    phoneNumber,
    ...linkedinColumns(url),
    linkedinIdentity: request.linkedinProfileUrl,
  };
}

interface InsertParams {
  /** The fields as JSON. */
  write: Param<string>;
  payload: Param<string>;
}

/** The INSERT of a write under a condition. */
export const insertLogWhere = ({ write, payload }: InsertParams, condition: SQL) =>
  sql`insert into person_log_writes (write, payload) select ${write}, ${payload} where ${condition}`;

/** The INSERT of those writes for which a condition on `value -> 'write'` holds. */
export const insertWritesWhere = (items: Param<string>, condition?: SQL) =>
  sql`insert into person_log_writes (write, payload)
      select value -> 'write', value ->> 'payload' from json_each(${items})${condition && sql` where ${condition}`}`;

const insertWrites = statement(({ items }: { items: Param<string> }) => insertWritesWhere(items));
const selectOutcomes = statement(({ keys }: { keys: Param<string> }) => selectEach(kinds.person_log, keys));

/** A write as versions before 28 November 2026 normalised it. */
function earlierWrite({ write, sent }: SentWrite): Write {
  const { email, linkedinProfileUrl: url } = textsOf(sent);
  const page = url && pageAddress(url);
  return { ...write, email: email && earlierEmail(email), linkedinProfileUrl: page && linkedinKey(page) };
}

function outcomeOf(of: SentWrite, log: LogFields, row: WrittenRow | undefined): PersonLogOutcome {
  try {
    const earlier = () => earlierWrite(of);
    const written = personOrThrow(writtenOf('person_log', comparable(of.write), log, row, earlier));
    const { ownerId, logId, createdAt, createdOwner, source, type, replayed } = written;
    const answer = { personId: ownerId, personLogId: logId, createdAt, createdPerson: createdOwner };
    return { ok: true, personLog: { ...answer, source, type }, replayed };
  } catch (error) {
    if (error instanceof FootfallError) return { ok: false, error };
    throw error;
  }
}

/** Writes a log with person, account and key, all or nothing. Throws `person_not_found`, `idempotency_mismatch`. */
export async function writePersonLog(db: Database, of: SentWrite) {
  const { write } = of;
  const fields = personLogFields(write, Date.now());
  const outcome = outcomeOf(of, fields, await writeOne(db, 'person_log', fields, write.payload));
  if (!outcome.ok) throw outcome.error;
  return outcome;
}

const hasKey = ({ log }: { log: LogFields }) => log.keyHash !== undefined;

/** JSON arrays of the items, in order, each of at most about 750,000 characters. */
function arraysOf(items: string[]): string[] {
  const arrays: string[][] = [[]];
  let length = 0;
  for (const item of items) {
    length += item.length;
    if (length > 750_000) {
      arrays.push([]);
      length = item.length;
    }
    arrays.at(-1)?.push(item);
  }
  return arrays.map((array) => `[${array.join()}]`);
}

/**
 * Writes logs in order, in one batch. Each is written with its person and idempotency key, or not at all. A write
 * with an unknown personId, or with a key of another request, changes nothing and does not stop the others.
 */
export const writePersonLogs = async (db: Database, writes: SentWrite[]): Promise<PersonLogOutcome[]> =>
  (await writePersonLogsWith(db, writes, () => [])).outcomes;

/** As `writePersonLogs`, with statements behind them in the same batch, and the rows that those have found. `insert` writes some. */
export async function writePersonLogsWith(
  db: Database,
  writes: SentWrite[],
  behind: (logs: readonly LogFields[]) => readonly Optional[],
  insert: (of: { items: string }) => Bound = insertWrites,
): Promise<{ outcomes: PersonLogOutcome[]; found: unknown[][] }> {
  const now = Date.now();
  const planned = writes.map((of) => ({ of, log: personLogFields(of.write, now) }));
  const [keyed, keyless] = [planned.filter(hasKey), planned.filter((one) => !hasKey(one))];
  const items = planned.map(
    ({ of: { write }, log }) => `{"write":${JSON.stringify(log)},"payload":${JSON.stringify(write.payload)}}`,
  );
  // A bound value has at most 2,000,000 bytes in D1.
  const inserts = items.length > 0 ? arraysOf(items).map((array) => insert({ items: array })) : [];
  const more = behind(planned.map(({ log }) => log));
  const keys = JSON.stringify(keyed.map(({ log }) => [log.keyHash, log.requestDigest]));
  const found = JSON.stringify(keyless.map(({ log }) => log));
  const results: unknown[][] = await db.batch([
    ...inserts,
    ...more,
    keyed.length > 0 ? selectOutcomes({ keys }) : undefined,
    keyless.length > 0 ? selectOwners({ writes: found }, 'person_log') : undefined,
  ]);
  const written = new Map<LogFields, WrittenRow>();
  for (const row of results.at(-2) as (WrittenRow & { position: number })[])
    written.set(keyed[row.position]?.log as LogFields, row);
  for (const row of results.at(-1) as { position: number; ownerId: string | null }[]) {
    const { log } = keyless[row.position] as (typeof keyless)[number];
    written.set(log, keylessRow(log, row));
  }
  return {
    outcomes: planned.map(({ of, log }) => outcomeOf(of, log, written.get(log))),
    found: results.slice(inserts.length, inserts.length + more.length),
  };
}

/** Writes a log of the account with this id or domain. Throws `account_not_found`, `idempotency_mismatch`. */
export async function writeAccountLog(
  db: Database,
  write: AsText<AccountLogCreate>,
  sent: Sent,
): Promise<{ accountLog: AccountLogCreated; replayed: boolean }> {
  const { accountId, domain, payload } = write;
  const log = logFieldsOf('account_log', write, Date.now());
  const fields = { ...log, accountId, domain, newAccountId: newIdAt('account', log.createdAt) };
  const row = await writeOne(db, 'account_log', fields, payload);
  // As versions before 28 November 2026 normalised it.
  const earlier = () => {
    const sentDomain = textsOf(sent).domain;
    return { ...write, domain: sentDomain && earlierDomain(sentDomain) };
  };
  const { ownerId, logId, createdOwner, replayed, createdAt, source, type } = accountOrThrow(
    writtenOf('account_log', write, log, row, earlier),
  );
  const answer = { accountId: ownerId, accountLogId: logId, createdAccount: createdOwner };
  return { accountLog: { ...answer, source, type, createdAt }, replayed };
}
