import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { invalid, matching, optional, text, violations } from './http.ts';
import { emailColumns, type Identity, nameOf, normaliseEmail, searchName, slugsOf } from './identity.ts';
import { newId } from './ids.ts';
import { sha256 } from './keys.ts';

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

/** The write in a request, normalised. Throws a Problem for one that breaks the rules. */
export function writeOf(input: Record<string, unknown>, path = ''): Write {
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

/** A write as the service's view takes it: src/schema/derived/log-writes.sql.ts. Without `actor`, its batch notes who writes. */
export function rowOf(write: Write, now: number, actor?: object) {
  const { personId, email = null, phoneNumber, source, type, idempotencyKey: key } = write;
  const [logId, newPersonId] = [newId('person_log', now), newId('person', now)];
  const print = key === undefined ? undefined : fingerprintOf(write, key);
  const log = {
    logId,
    source,
    type,
    idempotencyKey: key,
    // A retry after a lost answer finds a log without a key by its id. The service needs no row for it.
    keyHash: key === undefined ? logId : sha256(key),
    fingerprint: print?.checksums,
    requestDigest: print?.digest ?? '',
    createdAt: now,
    // The id is of the same moment: the log needs no entry by time.
    hasIdTime: true,
    newAccountId: newId('account', now),
    actor,
  };
  if (personId !== undefined) return { ...log, personId, ...emailColumns(email), phoneNumber };
  const name = nameOf(write);
  const person = { newPersonId, name, searchName: searchName(name), ...slugsOf(name, newPersonId) };
  return { ...log, ...person, ...emailColumns(email), phoneNumber };
}

export type Row = ReturnType<typeof rowOf>;

/** What is stored about the request that wrote a log. */
export interface Outcome {
  personId: string | null;
  personLogId: string;
  createdPerson: number;
  source: string;
  type: string;
  createdAt: number;
  other: string | null;
}

/**
 * The first answer to a key. `other` is the fingerprint of its request, if that differs from this one. A replay of the
 * same request reads nothing but the key.
 */
const outcomeColumns = (digest: string) => `owner_id as personId, log_id as personLogId,
  created_owner as createdPerson, idempotency_keys.source, idempotency_keys.type,
  idempotency_keys.created_at as createdAt,
  iif(request_digest = ${digest}, null, coalesce(
    (select fingerprint from person_logs where person_id = owner_id and person_log_id = log_id), '{}')) as other`;

/** The newest event while a webhook listens, and null while none does. */
const newest = `(select case when has_webhooks then coalesce((select max(sequence) from events), 0)
  + coalesce((select max(sequence) from alert_visits), 0) end from event_actor where id = 1) as newest`;

/** Notes who wrote the events that have no author yet: null for those of before. */
export const noteAuthor = 'insert into author_notes (actor, is_noted) values (?1, true)';
export const insertOne = 'insert into person_log_writes (write, payload) values (?1, ?2)';
export const selectOne = `select ${outcomeColumns('?2')}, ${newest} from idempotency_keys
  where resource = 'person_log' and key_hash = ?1`;
export const insertMany = `insert into person_log_writes (write, payload)
  select value -> 'row', value -> 'payload' from json_each(?1)`;
export const selectMany = `select item.key as position, ${outcomeColumns('value ->> 1')}, ${newest}
  from json_each(?1) as item
  left join idempotency_keys on resource = 'person_log' and key_hash = value ->> 0`;
