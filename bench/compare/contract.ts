import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../scripts/lib/settings.ts';
import { type Answer, Client } from './client.ts';
import { differenceOf, firstDifference } from './equality.ts';
import { type Operation, operationsOn, type Sent } from './operations.ts';
import { makePair, type Pair, type Side } from './pair.ts';
import { rowsOf } from './rows.ts';
import { emailOf, keys, pageId } from './seed.ts';

/** A client for each side. */
interface Clients {
  floor: Client;
  ours: Client;
}

/** A small database, on which a comparison of all its rows takes no time. */
const scale = { persons: 200 };

const differ = (what: string, difference: string) =>
  new UserError(`the floor and the service differ in ${what}:\n${difference}`);

/** Throws UserError when the two sides answer an operation differently: the comparison would then be invalid. */
export async function assertSameAnswers(operations: Operation[], { floor, ours }: Clients): Promise<void> {
  for (const operation of operations) {
    const found = await differenceOf(floor, ours, operation);
    if (found !== undefined) throw differ(operation.name, found);
  }
}

const write = (body: object, key = keys.api): Sent => ({
  method: 'POST',
  path: '/v0/person_logs',
  headers: { 'x-api-key': key, 'content-type': 'application/json' },
  body: JSON.stringify({ source: 'crm', payload: { a: 1 }, ...body }),
});
const read = (path: string, headers: Record<string, string> = {}): Sent => ({
  method: 'GET',
  path,
  headers: { 'x-api-key': keys.api, ...headers },
});
const phoneNumber = '+491701234567';

// From the middle of a quarter of an hour, from a quarter and from midnight; within a quarter and a day; open.
const ranges = [
  { startDate: '2026-09-10T10:07:00Z', endDate: '2026-10-30T17:22:33Z' },
  { startDate: '2026-09-10T10:15:00Z', endDate: '2026-10-01T00:00:00Z' },
  { startDate: '2026-09-02T00:00:00Z', endDate: '2026-10-31T00:00:00Z' },
  { startDate: '2026-10-10T10:31:00Z', endDate: '2026-10-10T10:44:00Z' },
  { startDate: '2026-10-10T05:30:00Z', endDate: '2026-10-10T20:20:00Z' },
  { startDate: '2026-10-05T13:00:00Z' },
  { endDate: '2026-10-05T13:01:00Z' },
].map((range) => String(new URLSearchParams(range)));

const sessions = `/v0/pages/${pageId}/audience_sessions`;
const countings = ranges.map((range) => `${sessions}?limit=5&${range}`);

async function assertSameCosts(operations: Operation[], { floor, ours }: Clients): Promise<void> {
  for (const operation of operations) {
    const [left, right] = [await rowsOf({ one: floor }, operation), await rowsOf({ one: ours }, operation)];
    if (!isDeepStrictEqual(left, right))
      throw differ(`the rows that D1 reads and writes for ${operation.name}`, firstDifference(left, right));
  }
}

async function assertSameCounts({ floor, ours }: Clients): Promise<void> {
  for (const path of countings) {
    const [a, b] = [await floor.send(read(path)), await ours.send(read(path))];
    if (b.status !== 200) throw new UserError(`the service answers ${b.status} to GET ${path}.`);
    const [left, right] = [JSON.parse(a.text), JSON.parse(b.text)];
    if (!isDeepStrictEqual(left, right)) throw differ(`GET ${path}`, firstDifference(left, right));
  }
}

/** Requests that have to keep a guarantee, and the status of the service's answer to the first of them. */
const guarantees: [what: string, status: number, requests: Sent[]][] = [
  ['a person that does not exist', 404, [write({ personId: 'person_x' })]],
  ['a page that does not exist', 404, [read('/v0/pages/page_x/audience_sessions')]],
  ['no key, and one with a typo', 401, [read(sessions, { 'x-api-key': '' }), write({}, `${keys.api}x`)]],
  ['a key without the scope', 403, [write({}, keys.collect)]],
  ['a body that breaks the rules', 400, [write({ email: 'nobody' }), write({ unknown: 1, type: 'A' })]],
  ['a damaged cursor', 400, [read(`${sessions}?cursor=MS4x`)]],
  ['a log without identifier', 201, [write({}), write({ name: 'Nova Quill' })]],
  ['a log with a key, and without', 201, [write({ email: 'a@new.example', idempotencyKey: 'a' })]],
  ['its replay, members in another order', 201, [write({ idempotencyKey: 'a', email: 'A@new.example ' })]],
  ['its key for another request', 422, [write({ email: 'b@new.example', idempotencyKey: 'a' })]],
  ['a phone number that fills a blank', 201, [write({ email: emailOf(7, scale), phoneNumber })]],
  ['one that another person has', 201, [write({ email: emailOf(8, scale), phoneNumber })]],
  ['a person by its phone number', 201, [write({ phoneNumber })]],
  ['an email for a person without', 201, [write({ phoneNumber: '+49301', idempotencyKey: 'p' })]],
  ['which is of a new company', 201, [write({ phoneNumber: '+49301', email: 'p@other.example' })]],
];

/** The part of a refusal that both have: the floor does not give every detail. */
function refusalOf({ status, text }: Answer) {
  const { code, fields, createdPerson, errors } = text === '' ? {} : JSON.parse(text);
  const wrong = errors?.map(({ path }: { path: string }) => path).sort();
  return { status, code, fields, createdPerson, wrong };
}

async function assertSameGuarantees({ floor, ours }: Clients): Promise<void> {
  for (const [what, status, requests] of guarantees)
    for (const [index, sent] of requests.entries()) {
      const [a, b] = [await floor.send(sent), await ours.send(sent)];
      if (index === 0 && b.status !== status)
        throw new UserError(`the service answers ${b.status}, not ${status}, to ${what}.`);
      const [left, right] = [refusalOf(a), refusalOf(b)];
      if (!isDeepStrictEqual(left, right)) throw differ(what, firstDifference(left, right));
    }
}

// Columns that both Workers fill alike. Digests, fingerprints, ids and times of new rows differ.
const tables = {
  persons: `select name, search_name, email, search_email, email_domain, domain, phone_number, linkedin_profile_url,
    account_domain, revision from persons order by seq`,
  accounts: 'select domain, name, linked_persons_count, revision from accounts order by domain',
  counters: 'select * from counters',
  logs: `select source, type, payload, idempotency_key, fingerprint is null from person_logs
    order by created_at, idempotency_key`,
  // The floor writes a row for a log without a key, too, with the id of the log. No operation has one.
  keys: `select resource, key_hash as key, created_owner, source, type from idempotency_keys where key_hash <> log_id
    order by key, source, type, created_owner`,
  counts: `select source, type, sum(logs) from person_log_counts group by source, type`,
};

/** Reads the database of a side, whose server must have stopped. */
function using<T>({ file }: Side, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

function assertSameRows({ floor, ours }: Pair): void {
  for (const [table, sql] of Object.entries(tables)) {
    const rowsOf = (side: Side) => using(side, (database) => database.prepare(sql).all());
    const [left, right] = [rowsOf(floor), rowsOf(ours)];
    if (!isDeepStrictEqual(left, right)) throw differ(`the rows of ${table}`, firstDifference(left, right));
  }
}

/** Throws UserError unless sessions lie in blocks, wait to be sealed and have corrections: answers count all three. */
function assertKindsOfSessions({ floor }: Pair): void {
  const counts = {
    [`select sum(count) as n from session_blocks where page_id = '${pageId}'`]: 196,
    'select count(counted) as n from session_corrections': 10,
    [`select count(*) as n from audience_sessions, session_seal
      where (session_started_at, analytics_session_id) > (sealed_at, sealed_id)`]: 4,
  };
  for (const [sql, expected] of Object.entries(counts)) {
    const n = using(floor, (database) => database.prepare(sql).get()?.n);
    if (n !== expected) throw new UserError(`the seed has ${n} sessions, not ${expected}: ${sql}`);
  }
}

/**
 * Throws UserError unless the floor does what the service of a checkout does: it gives the same answers for the same rows
 * read and written, keeps the same guarantees, and leaves the same rows. Both get a small database of their own.
 */
export async function assertSameContract(checkout: string): Promise<void> {
  const pair = await makePair(checkout, scale, () => {});
  const stops: (() => Promise<void>)[] = [];
  const start = async (side: Side) => {
    const server = await side.start();
    const client = new Client(server.port, 1);
    stops.push(() => {
      client.close();
      return server.stop();
    });
    return client;
  };
  try {
    assertKindsOfSessions(pair);
    const clients = { floor: await start(pair.floor), ours: await start(pair.ours) };
    await assertSameAnswers(operationsOn(scale), clients);
    await assertSameCosts(operationsOn(scale), clients);
    await assertSameCounts(clients);
    await assertSameGuarantees(clients);
    await Promise.all(stops.splice(0).map((stop) => stop()));
    assertSameRows(pair);
  } finally {
    await Promise.allSettled(stops.map((stop) => stop()));
    pair.remove();
  }
}
