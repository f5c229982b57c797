import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../../bench/compare/client.ts';
import { differenceOf } from '../../bench/compare/equality.ts';
import { operationsOn, type Sent } from '../../bench/compare/operations.ts';
import { makePair, type Pair, root, type Side } from '../../bench/compare/pair.ts';
import { audienceId, emailOf, idOf, keys, pageId } from '../../bench/compare/seed.ts';
import type { Server } from '../../bench/compare/serve.ts';

const scale = { persons: 200 };

interface Running {
  server: Server;
  client: Client;
}

let pair: Pair;
let running: { floor: Running; ours: Running };

async function start(side: Side): Promise<Running> {
  const server = await side.start();
  return { server, client: new Client(server.port, 1) };
}

beforeAll(async () => {
  pair = await makePair(root, scale, () => {});
  running = { floor: await start(pair.floor), ours: await start(pair.ours) };
});

async function stop(): Promise<void> {
  for (const { server, client } of Object.values(running)) {
    client.close();
    await server.stop();
  }
}
afterAll(async () => {
  await stop();
  pair.remove();
});

describe('the floor of the bench answers as the service does', () => {
  test.each(operationsOn(scale))('$name', async (operation) => {
    expect(await differenceOf(running.floor.client, running.ours.client, operation)).toBeUndefined();
  });
});

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
const person = `/v0/persons/${idOf('person', 7)}`;
const phoneNumber = '+491701234567';

describe('the floor counts sessions as the service does', () => {
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
  const page = `/v0/pages/${pageId}`;
  test.each(
    ranges.flatMap((range) => [
      `${page}/analytics/audiences?${range}`,
      `${page}/audience_sessions?limit=5&${range}`,
      `${page}/audience_sessions?limit=100&audienceId=${audienceId(3)}&${range}`,
    ]),
  )('%s', async (path) => {
    const { floor, ours } = running;
    const [a, b] = [await floor.client.send(read(path)), await ours.client.send(read(path))];
    expect(b.status).toBe(200);
    expect(JSON.parse(a.text)).toEqual(JSON.parse(b.text));
  });

  test('from blocks, sessions that wait and corrections', () => {
    const database = new DatabaseSync(pair.floor.file, { readOnly: true });
    const count = (sql: string) => database.prepare(sql).get()?.n;
    expect(count(`select sum(count) as n from session_blocks where page_id = '${pageId}'`)).toBe(196);
    expect(count('select count(counted) as n from session_corrections')).toBe(10);
    expect(
      count(`select count(*) as n from audience_sessions, session_seal
        where (session_started_at, analytics_session_id) > (sealed_at, sealed_id)`),
    ).toBe(4);
    database.close();
  });
});

describe('the floor keeps the guarantees', () => {
  test.each<[what: string, status: number, requests: Sent[]]>([
    ['a read that asks for news', 304, [read(person, { 'if-none-match': '"1"' })]],
    ['a person that does not exist', 404, [read('/v0/persons/person_x'), write({ personId: 'person_x' })]],
    ['no key, and one with a typo', 401, [read(person, { 'x-api-key': '' }), write({}, `${keys.api}x`)]],
    ['a key without the scope', 403, [write({}, keys.collect)]],
    ['a body that breaks the rules', 400, [write({ email: 'nobody' }), write({ unknown: 1, type: 'A' })]],
    ['a damaged cursor', 400, [read('/v0/accounts?cursor=MS4x')]],
    ['a log without identifier', 201, [write({}), write({ name: 'Nova Quill' })]],
    ['a log with a key, and without', 201, [write({ email: 'a@new.example', idempotencyKey: 'a' })]],
    ['its replay, members in another order', 201, [write({ idempotencyKey: 'a', email: 'A@new.example ' })]],
    ['its key for another request', 422, [write({ email: 'b@new.example', idempotencyKey: 'a' })]],
    ['a phone number that fills a blank', 201, [write({ email: emailOf(7, scale), phoneNumber })]],
    ['one that another person has', 201, [write({ email: emailOf(8, scale), phoneNumber })]],
    ['a person by its phone number', 201, [write({ phoneNumber }), read(person)]],
    ['an email for a person without', 201, [write({ phoneNumber: '+49301', idempotencyKey: 'p' })]],
    ['which is of a new company', 201, [write({ phoneNumber: '+49301', email: 'p@other.example' })]],
  ])('%s: %i', async (_what, status, requests) => {
    const { floor, ours } = running;
    for (const [index, sent] of requests.entries()) {
      const [a, b] = [await floor.client.send(sent), await ours.client.send(sent)];
      if (index === 0) expect(b.status).toBe(status);
      expect(refusalOf(a)).toEqual(refusalOf(b));
    }
  });
});

/** The part of a refusal that both have: the floor does not give every detail. */
function refusalOf({ status, text }: { status: number; text: string }) {
  const { code, fields, createdPerson, errors } = text === '' ? {} : JSON.parse(text);
  const wrong = errors?.map(({ path }: { path: string }) => path).sort();
  return { status, code, fields, createdPerson, wrong };
}

// Columns that both Workers fill alike. Digests, fingerprints, ids and times of new rows differ.
const tables = {
  persons: `select name, search_name, email, search_email, email_domain, domain, phone_number, linkedin_profile_url,
    account_domain, revision from persons order by seq`,
  accounts: 'select domain, name, linked_persons_count, revision from accounts order by domain',
  counters: 'select * from counters',
  logs: `select source, type, payload, idempotency_key, fingerprint is null from person_logs
    order by created_at, idempotency_key`,
  // A log without a key has its id in place of one.
  keys: `select resource, iif(key_hash = log_id, 'its id', key_hash) as key, created_owner, source, type
    from idempotency_keys order by key, source, type, created_owner`,
  counts: `select source, type, sum(logs) from person_log_counts group by source, type`,
};

test('both leave the same rows', async () => {
  await stop();
  const contents = ({ file }: Side) => {
    const database = new DatabaseSync(file, { readOnly: true });
    const rows = Object.entries(tables).map(([name, sql]) => [name, database.prepare(sql).all()]);
    database.close();
    return Object.fromEntries(rows);
  };
  expect(contents(pair.floor)).toEqual(contents(pair.ours));
});
