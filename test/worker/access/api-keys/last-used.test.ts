import { forget } from '../../../../src/access/api-keys/cache.ts';
import type { ApiKey, ApiKeyCreated } from '../../../../src/access/api-keys/schemas.ts';
import { noteUse } from '../../../../src/access/api-keys/store/find.ts';
import { hashApiKey } from '../../../../src/lib/api-key.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import { openTestDatabase, type RequestOptions, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { costOf } from '../../support/statements.ts';
import { setClock } from '../../support/times.ts';

const hour = 3_600_000;
let start = Date.now();

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Sets the time, in milliseconds after the start of the test. */
const at = (elapsed: number) => setClock(start + elapsed);

async function newKey() {
  start += 100 * hour;
  at(0);
  const { body } = await send<ApiKeyCreated>('POST', '/v0/api_keys', { name: 'x', scopes: ['read'] });
  return body;
}

/** A request in an isolate that does not remember the key. */
function use({ key }: ApiKeyCreated, options: RequestOptions = {}) {
  forget(hashApiKey(key));
  return send('GET', '/v0/accounts?limit=1', undefined, { key, bindings: {}, ...options });
}

/** When a key was last used, as the list says, in milliseconds after the start of the test. */
async function lastUsed({ apiKeyId }: ApiKey): Promise<number | null> {
  const { items } = (await send<List<ApiKey>>('GET', '/v0/api_keys')).body;
  const found = items.find((item) => item.apiKeyId === apiKeyId)?.lastUsedAt ?? null;
  return found === null ? null : Date.parse(found) - start;
}

test('a key is never used at first, then its use is noted at most once an hour', async () => {
  const key = await newKey();
  expect(await lastUsed(key)).toBeNull();
  const noted: (number | null)[] = [];
  for (const elapsed of [5, 60_000, hour, hour + 5, hour + 10, 9 * hour]) {
    at(elapsed);
    await use(key);
    noted.push(await lastUsed(key));
  }
  expect(noted).toEqual([5, 5, 5, hour + 5, hour + 5, 9 * hour]);
});

test('the use of a key that only collects visits is noted at most once a day', async () => {
  await newKey();
  const { body: key } = await send<ApiKeyCreated>('POST', '/v0/api_keys', { name: 'x', scopes: ['collect'] });
  const bindings = { VISITS: { send: async () => {} } as unknown as Queue };
  const noted: (number | null)[] = [];
  for (const elapsed of [5, hour + 5, 24 * hour + 4, 24 * hour + 5, 25 * hour, 48 * hour + 5]) {
    at(elapsed);
    forget(hashApiKey(key.key));
    await send('POST', '/v0/visits', {}, { key: key.key, bindings });
    noted.push(await lastUsed(key));
  }
  expect(noted).toEqual([5, 5, 5, 24 * hour + 5, 24 * hour + 5, 48 * hour + 5]);
});

test('the note costs one row written in an hour, and the request does not wait for it', async () => {
  const key = await newKey();
  const { result, trips, written } = await costOf(() => use(key));
  expect(result.cost).toEqual({ trips: 2, read: expect.any(Number), written: 0 });
  expect({ trips, written }).toEqual({ trips: 3, written: 1 });
  for (const elapsed of [1, hour - 1]) {
    at(elapsed);
    const { trips, written } = await costOf(() => use(key));
    expect({ trips, written }).toEqual({ trips: 2, written: 0 });
  }
});

test('isolates that note a use at once write one row', async () => {
  const { apiKeyId } = await newKey();
  const note = () => noteUse(openTestDatabase(), apiKeyId, start, start - hour);
  const { trips, written, read } = await costOf(() => Promise.all(Array.from({ length: 10 }, note)));
  expect({ trips, written }).toEqual({ trips: 10, written: 1 });
  expect(read).toBeLessThanOrEqual(20);
});

test('an isolate that remembers the key does not note it again', async () => {
  const key = await newKey();
  const { trips } = await costOf(async () => {
    await use(key);
    for (let n = 0; n < 3; n++)
      await send('GET', '/v0/accounts?limit=1', undefined, { key: key.key, bindings: {} });
  });
  expect(trips).toBe(3 + 3);
});

test('a note that fails is reported, and the request is answered', async () => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  const key = await newKey();
  const message = 'D1_ERROR: Exceeded maximum DB size';
  // The first batch of one statement is the lookup, the second one the note.
  const DB = faultyDatabase({ message, moment: 'before', size: 1, skip: 1, times: 1 });
  expect((await use(key, { bindings: { DB } })).status).toBe(200);
  expect(lines).toHaveBeenCalledTimes(1);
  expect(JSON.parse(String(lines.mock.calls[0]?.[0]))).toEqual({
    level: 'error',
    what: 'note the use of a key',
    message,
    apiKeyId: key.apiKeyId,
  });
  expect(await lastUsed(key)).toBeNull();
});

test('a request that is refused for its scope is a use, one with a revoked key is not', async () => {
  const key = await newKey();
  forget(hashApiKey(key.key));
  const refused = await send('POST', '/v0/persons', {}, { key: key.key, bindings: {} });
  expect(refused.status).toBe(403);
  expect(await lastUsed(key)).toBe(0);
  await send('DELETE', `/v0/api_keys/${key.apiKeyId}`);
  at(2 * hour);
  expect((await use(key)).status).toBe(401);
  expect(await lastUsed(key)).toBe(0);
});
