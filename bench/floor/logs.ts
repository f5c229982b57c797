import { createHash, createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  bodyOf,
  type Call,
  type Db,
  invalid,
  json,
  matching,
  optional,
  Problem,
  problemOf,
  text,
  violations,
} from './http.ts';
import { companyDomain, type Identity, nameOf, normaliseEmail, searchName, slugsOf } from './identity.ts';
import { newId, timestamp } from './ids.ts';
import { insertPerson, selectOutcome, writesBy } from './log-statements.ts';
import { fold } from './persons.ts';

const kebab = matching(/^(?=.{1,100}$)[a-z0-9]+(-[a-z0-9]+)*$/);
const rules = {
  source: kebab,
  type: optional(kebab),
  payload: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  idempotencyKey: optional(text(255)),
  personId: optional(text(255)),
  email: optional(matching(/^\s*[^\s@]+@[^\s@]+\s*$/)),
  phoneNumber: optional(matching(/^\+[1-9]\d{1,14}$/)),
  name: optional(text(255)),
};

/** A valid write. */
interface Write extends Identity {
  source: string;
  type: string;
  payload: object;
  idempotencyKey: string | undefined;
}

function writeOf(input: Record<string, unknown>, path = ''): Write {
  const found = violations(input, rules);
  if (found.length > 0) throw invalid(found.map((name) => path + name));
  const { email, type = 'webhook', ...rest } = input as unknown as Write;
  return { ...rest, type, email: email === undefined ? undefined : normaliseEmail(email) };
}

/** JSON text that does not depend on the order of members. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}

/**
 * What distinguishes a request from others with its idempotency key: a digest of all fields, and a checksum of each
 * field.
 */
function fingerprintOf(write: Write, key: string) {
  const fields = Object.entries(write).filter(([, value]) => value !== undefined);
  const texts = fields.map(([name, value]): [string, string] => [name, canonical(value)]).sort();
  return {
    digest: createHmac('sha256', key).update(JSON.stringify(texts)).digest('base64url'),
    checksums: Object.fromEntries(texts.map(([name, value]) => [name, crc32(value).toString(36)])),
  };
}

/** The statements that find the person of a write, and the values of ?1 and ?2 in them. */
function ownerOf({ personId, email, phoneNumber }: Identity, newPersonId: string) {
  if (personId !== undefined) return { by: writesBy.id, owner: [personId, null] };
  if (email !== undefined && phoneNumber !== undefined)
    return { by: writesBy.both, owner: [email, phoneNumber] };
  if (email !== undefined) return { by: writesBy.email, owner: [email, null] };
  if (phoneNumber !== undefined) return { by: writesBy.phone, owner: [phoneNumber, null] };
  return { by: writesBy.id, owner: [newPersonId, null] };
}

interface Outcome {
  personId: string;
  personLogId: string;
  createdPerson: boolean | number;
  source: string;
  type: string;
  createdAt: number;
  other: string | null;
}

/** The statements of a write, and a function that makes its answer from the rows of the last statement. */
function plan(db: Db, write: Write, now: number) {
  const { source, type, email = null, phoneNumber = null, idempotencyKey: key } = write;
  const [personLogId, newPersonId] = [newId('person_log'), newId('person')];
  const { by, owner } = ownerOf(write, newPersonId);
  const keyHash = key === undefined ? null : sha256(key);
  const print = key === undefined ? undefined : fingerprintOf(write, key);
  const domain = companyDomain(email);
  const searchEmail = email === null || fold(email) === email ? null : fold(email);
  const statements: D1PreparedStatement[] = [];
  const ensureAccount = () => {
    if (domain !== null) statements.push(db.sql(by.account, ...owner, newId('account'), now, domain));
  };

  if (write.personId === undefined) {
    const name = nameOf(write);
    const columns = [newPersonId, name, searchName(name), email, domain, searchEmail, phoneNumber];
    statements.push(db.sql(insertPerson, ...columns, ...slugsOf(name, newPersonId), now, keyHash));
    ensureAccount();
  }
  // If there is only one identifier, it is the one that matched, and no field is filled.
  if ([write.personId, email, phoneNumber].filter(Boolean).length > 1) {
    statements.push(db.sql(by.fill, ...owner, email, phoneNumber, domain, searchEmail, now, keyHash));
    ensureAccount();
  }
  const payload = JSON.stringify(write.payload);
  const checksums = print ? JSON.stringify(print.checksums) : null;
  const log = [personLogId, source, type, payload, key ?? null, checksums, now, keyHash];
  statements.push(db.sql(by.log, ...owner, ...log));
  const first = { personLogId, createdAt: now, source, type };
  if (!print) {
    // A retry after a lost answer finds a log without a key by its id.
    statements.push(db.sql(by.key, ...owner, personLogId, personLogId, '', newPersonId, source, type, now));
    const read = ([row]: unknown[]) => {
      const { personId } = personOrThrow(row as { personId: string } | undefined);
      return toWritten({ personId, createdPerson: personId === newPersonId, ...first }, first);
    };
    return { statements, read };
  }
  statements.push(
    db.sql(by.key, ...owner, keyHash, personLogId, print.digest, newPersonId, source, type, now),
    db.sql(selectOutcome, keyHash, print.digest),
  );
  const read = ([row]: unknown[]) => {
    const { other, ...outcome } = personOrThrow(row as Outcome | undefined);
    if (other !== null) throw mismatch(outcome.personLogId, JSON.parse(other), print.checksums);
    return toWritten(outcome, first);
  };
  return { statements, read };
}

const sha256 = (value: string) => createHash('sha256').update(value).digest('base64url');

function personOrThrow<T>(row: T | undefined): T {
  if (row) return row;
  throw new Problem(404, 'person_not_found', 'There is no person with this id.');
}

/** The refusal of a different request with a known key. It names the fields that differ. */
function mismatch(personLogId: string, first: Record<string, string>, now: Record<string, string>): Problem {
  const names = new Set([...Object.keys(first), ...Object.keys(now)]);
  const fields = [...names].filter((name) => first[name] !== now[name]).sort();
  const detail = `The idempotency key was used for another request; it differs in ${fields.join(', ')}.`;
  return new Problem(422, 'idempotency_mismatch', detail, { personLogId, fields });
}

/** The answer to a write. If the log is of an earlier request, it is a replay. */
function toWritten(outcome: Omit<Outcome, 'other'>, { personLogId }: { personLogId: string }) {
  return {
    personLog: {
      personId: outcome.personId,
      personLogId: outcome.personLogId,
      createdAt: timestamp(outcome.createdAt),
      createdPerson: Boolean(outcome.createdPerson),
      source: outcome.source,
      type: outcome.type,
    },
    replayed: outcome.personLogId !== personLogId,
  };
}

export async function createLog(call: Call): Promise<Response> {
  const { statements, read } = plan(call.db, writeOf(await bodyOf(call)), Date.now());
  const results = await call.db.batch(statements);
  const { personLog, replayed } = read(results.at(-1) ?? []);
  if (replayed) call.headers['idempotent-replayed'] = 'true';
  return json(call, personLog, 201);
}

/** Up to 100 writes in one batch. A refused write does not stop the others. */
export async function createLogs(call: Call): Promise<Response> {
  const { writes } = await bodyOf(call);
  if (!Array.isArray(writes) || writes.length < 1 || writes.length > 100) throw invalid(['writes']);
  const now = Date.now();
  const plans = writes.map((write, index) => plan(call.db, writeOf(write, `writes.${index}.`), now));
  const rows = await call.db.batch(plans.flatMap(({ statements }) => statements));
  let end = 0;
  const results = plans.map(({ statements, read }) => {
    end += statements.length;
    try {
      return { status: 201, ...read(rows[end - 1] ?? []), problem: null };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { status: error.status, replayed: false, personLog: null, problem: problemOf(error, call) };
    }
  });
  return json(call, { results });
}

const logSql = `select source, type, payload, idempotency_key as idempotencyKey, created_at as createdAt
  from person_logs where person_id = ?1 and person_log_id = ?2`;

export async function getLog(call: Call): Promise<Response> {
  const [personId, personLogId] = call.ids;
  const [[row]] = await call.db.batch<[LogRow[]]>([call.db.sql(logSql, personId, personLogId)]);
  if (!row) throw new Problem(404, 'person_log_not_found', 'This person has no log with this id.');
  const { source, type, payload, idempotencyKey } = row;
  const createdAt = timestamp(row.createdAt);
  const fields = {
    personId,
    personLogId,
    source,
    type,
    idempotencyKey,
    createdAt,
    updatedAt: null,
    deletedAt: null,
  };
  // The payload is already JSON text.
  return json(call, `${JSON.stringify(fields).slice(0, -1)},"payload":${payload}}`);
}

interface LogRow {
  source: string;
  type: string;
  payload: string;
  idempotencyKey: string | null;
  createdAt: number;
}
