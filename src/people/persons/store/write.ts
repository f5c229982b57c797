import { sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import type { Database } from '../../../db/client.ts';
import { jsonObject } from '../../../db/sql.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { throwIfHeld } from '../../../db/unique.ts';
import type { OnConflict } from '../../../lib/conflicts.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { canonicalJson, hashIdempotencyKey, requestDigest } from '../../../lib/idempotency.ts';
import { newId } from '../../../lib/ids.ts';
import { searchName } from '../../../lib/search-text.ts';
import { accounts } from '../../tables/accounts.ts';
import { persons } from '../../tables/persons.ts';
import type { PersonWrite, PersonWriteOutcome } from '../body-schemas.ts';
import {
  domainColumns,
  emailColumns,
  identifiers,
  keyOf,
  linkedinColumns,
  nameFrom,
  newPersonFields,
} from '../identity.ts';
import { plainFields } from './internal.ts';

/** The result of one write: what became of it, or the error of this write alone. */
export type Outcome =
  | {
      ok: true;
      outcome: PersonWriteOutcome;
      personId: string | null;
      ignored: string[] | null;
      replayed: boolean;
    }
  | { ok: false; error: FootfallError };

/** A write as JSON, from which the triggers of schema/derived/person-writes.sql.ts write a person. */
export function personFields(write: PersonWrite, onConflict: OnConflict, now: number) {
  const { name, email = null, linkedinProfileUrl: url = null, domain = null } = write;
  const { companyName: company, idempotencyKey: key } = write;
  const request = { request: canonicalJson(JSON.stringify({ ...write, onConflict })) };
  return {
    ...newPersonFields(write, now),
    givenName: name,
    // Names that a person has whose name nobody gave.
    derivedNames: identifiers.flatMap((one) => (write[one] ? [nameFrom({ [one]: write[one] })] : [])),
    ...emailColumns(email),
    ...pick(write, plainFields),
    ...linkedinColumns(url),
    linkedinIdentity: url && keyOf('linkedinProfileUrl', url),
    ...domainColumns(domain),
    company,
    searchCompany: company && searchName(company),
    onConflict,
    writeId: newId('entry'),
    keyHash: key && hashIdempotencyKey(key),
    requestDigest: key && requestDigest(key, request),
    now,
  };
}
type Fields = ReturnType<typeof personFields> & { position: number };

const given = (name: keyof Fields) => sql`person_writes."write" ->> ${sql.raw(`'${name}'`)}`;

/** What SQL says of a write right behind it, before the next one. */
export interface Written {
  /** Its place among the writes. */
  position: number;
  /** The write of the key, if there is one. */
  keyed: string | null;
  /** The person whom the write has found or created, with what it has now. */
  person: string | null;
  /** The person with each of the identifiers. */
  holders: string;
}

/** What is read of a person, by the names in `compared`. */
const shown = {
  personId: persons.personId,
  ...pick(persons, ['name', 'email', 'domain', 'linkedinIdentity', ...plainFields]),
  company: accounts.name,
  isWritten: sql`instr(${persons.writeIds}, ${given('writeId')}) > 0`,
};

/**
 * Inserts writes, given as a JSON array, in order. The subqueries of RETURNING are evaluated after the triggers of each row:
 * SQLite does not say so, and write.test.ts holds it on D1.
 */
const insertWrites = statement(
  ({ writes }: { writes: Param<string> }) => sql<Written>`insert into person_writes ("write")
    select value from json_each(${writes}) where true
    returning ${given('position')} as position,
      (select json_object('personId', owner_id, 'writeId', log_id, 'requestDigest', request_digest, 'outcome', type)
        from idempotency_keys
        where resource = 'person' and key_hash = coalesce(${given('keyHash')}, ${given('writeId')})) as keyed,
      (select ${jsonObject(shown)}
        from persons left join accounts on accounts.domain = account_domain
        where persons.seq = coalesce(
          (select seq from persons where person_id = ${given('newPersonId')}),
          (select seq from persons where email = ${given('email')}),
          (select seq from persons where phone_number = ${given('phoneNumber')}),
          (select seq from persons where linkedin_identity = ${given('linkedinIdentity')}))) as person,
      json_array(
        (select person_id from persons where email = ${given('email')}),
        (select person_id from persons where phone_number = ${given('phoneNumber')}),
        (select person_id from persons where linkedin_identity = ${given('linkedinIdentity')})) as holders`,
);

/** The write that has stored a key, or that was noted in place of one: see schema/derived/keyless-logs.sql.ts. */
interface Keyed {
  personId: string;
  writeId: string;
  requestDigest: string;
  outcome: PersonWriteOutcome;
}

/** A person as `insertWrites` returns it. */
type Found = Record<keyof typeof shown, string | null> & { personId: string; isWritten: number };
/** The fields of a write, and what is compared with what. */
const compared: [name: string, of: keyof typeof shown, asked: keyof Fields][] = [
  ['name', 'name', 'givenName'],
  ['email', 'email', 'email'],
  ['domain', 'domain', 'domain'],
  ...plainFields.map((name): [string, typeof name, typeof name] => [name, name, name]),
  ['linkedinProfileUrl', 'linkedinIdentity', 'linkedinIdentity'],
  ['companyName', 'company', 'company'],
];

/** The names of the fields that a write has and a person has not. */
const ignoredIn = (fields: Fields, found: Found) =>
  compared.flatMap(([field, column, asked]) => {
    const value = fields[asked] ?? null;
    return value === null || value === found[column] ? [] : [field];
  });

/** The outcome of a write. Throws `idempotency_mismatch`, `person_conflict`. */
function outcomeOf(fields: Fields, { keyed, person, holders }: Written): Outcome {
  const found = JSON.parse(person ?? 'null') as Found | null;
  const key = JSON.parse(keyed ?? 'null') as Keyed | null;
  if (key && key.writeId !== fields.writeId) {
    const { personId, outcome } = key;
    if (key.requestDigest === fields.requestDigest)
      return { ok: true, outcome, personId, ignored: null, replayed: true };
    const why = 'The idempotency key was used for another write.';
    throw new FootfallError('idempotency_mismatch', why, { personId });
  }
  // In a retry, another client may have erased the person whom the first run created.
  const personId = key?.personId ?? found?.personId ?? fields.newPersonId;
  const isNew = personId === fields.newPersonId;
  const isWritten = Boolean(found?.isWritten);
  if (fields.onConflict === 'update' && !key && !isNew && !isWritten) {
    const ids = JSON.parse(holders) as (string | null)[];
    for (const [index, field] of identifiers.entries()) {
      const id = ids[index] ?? undefined;
      if (id !== personId) throwIfHeld('person_conflict', field, id);
    }
  }
  const changed = isWritten ? 'updated' : 'unchanged';
  return {
    ok: true,
    outcome: isNew ? 'created' : (key?.outcome ?? changed),
    personId,
    ignored: found?.personId === personId ? ignoredIn(fields, found) : [],
    replayed: false,
  };
}

/** The outcomes of writes, in order. An error of one is its outcome. */
export function outcomesOf(planned: readonly Fields[], rows: readonly Written[]): Outcome[] {
  const written = new Map(rows.map((row) => [row.position, row]));
  return planned.map((fields) => {
    try {
      return outcomeOf(fields, written.get(fields.position) as Written);
    } catch (error) {
      if (error instanceof FootfallError) return { ok: false, error };
      throw error;
    }
  });
}

/**
 * Finds or creates persons in order, in one batch, each with its company and idempotency key, or not at all. A write with an
 * identifier of another person (`person_conflict`), or with a key of another write, changes nothing and stops no other.
 */
export async function writePersons(
  db: Database,
  writes: PersonWrite[],
  onConflict: OnConflict,
): Promise<Outcome[]> {
  const now = Date.now();
  const planned = writes.map((write, position) =>
    Object.assign(personFields(write, onConflict, now), { position }),
  );
  const [rows] = await db.batch([insertWrites({ writes: JSON.stringify(planned) })]);
  return outcomesOf(planned, rows);
}
