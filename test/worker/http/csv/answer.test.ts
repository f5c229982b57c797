import { createExecutionContext } from 'cloudflare:test';
import { env, exports } from 'cloudflare:workers';
import { revokeKey } from '../../../../src/access/api-keys/store/internal.ts';
import { app } from '../../../../src/app.ts';
import { createApiKey } from '../../../../src/lib/api-key.ts';
import { collectKey, mintKey, openTestDatabase, send, storeKey } from '../../support/client.ts';
import { columnsOf, rowsOf } from '../../support/csv.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { newPlace } from '../../support/places.ts';
import { forgetSessions, insertSessions } from '../../support/sessions.ts';
import { day, noon } from '../../support/times.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  await env.DB.prepare('delete from tenant_domains').run();
  await env.DB.prepare("update counters set value = 0 where name = 'tenant_domains'").run();
  await forgetSessions();
});

const insertDomains = (count: number) =>
  env.DB.prepare(
    `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
    insert into tenant_domains (tenant_domain_id, domain, created_at)
    select 'tenant_domain_' || substr('0000000' || n, -7), 'n' || n || '.example', n from numbers`,
  )
    .bind(count)
    .run();

/** Sends a request with other bindings, and leaves the body to be read. */
async function ask(path: string, bindings: Partial<typeof env>): Promise<Response> {
  const request = new Request(`https://footfall.test${path}`, {
    headers: { 'x-api-key': await mintKey(['read']) },
  });
  return app.fetch(request, { ...env, ...bindings }, createExecutionContext());
}

const linesOf = async (response: Response) => (await response.text()).trimEnd().split('\r\n');

test('a file begins with a byte order mark, and has the names of its columns if it has no rows', async () => {
  const request = new Request('https://footfall.test/v0/tenant_domains?format=csv', {
    headers: { 'x-api-key': await mintKey(['read']) },
  });
  const bytes = new Uint8Array(await (await exports.default.fetch(request)).arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('tenantDomainId,domain,createdAt\r\n');
});

test('a file has the rows of all pages, and a request states what the first has cost', async () => {
  await insertDomains(250);
  const { text, cost } = await send('GET', '/v0/tenant_domains?format=csv');
  const names = rowsOf(text).map(({ domain }) => domain);
  expect(names).toEqual(Array.from({ length: 250 }, (_, index) => `n${250 - index}.example`));
  expect(cost).toMatchObject({ trips: 1 });
});

test('a file is written 250 lines at a time, with other requests between', async () => {
  const place = await newPlace();
  await insertSessions(place, 2300);
  const { body } = await ask(`/v0/pages/${place.pageId}/audience_sessions?format=csv`, {});
  const lines: number[] = [];
  if (body)
    for await (const part of body.pipeThrough(new TextDecoderStream()))
      lines.push(part.split('\r\n').length - 1);
  expect(lines.reduce((sum, count) => sum + count)).toBe(2301);
  expect(Math.max(...lines)).toBe(250);
});

test('a list that one request cannot read is refused before it begins, whatever its items are', async () => {
  await insertDomains(46_000);
  const { status, body } = await send<{ code: string; detail: string }>(
    'GET',
    '/v0/tenant_domains?format=csv',
  );
  expect([status, body.code]).toEqual([400, 'too_many_rows']);
  expect(body.detail).toBe(
    'The list has 46000 items, and a CSV file at most 45000. Ask for fewer, by a shorter range or a filter.',
  );
  // A key that has to be looked up first changes nothing.
  const again = await ask('/v0/tenant_domains?format=csv', {});
  expect(await again.json()).toMatchObject({ detail: body.detail });
});

test('an answer of which a later page cannot be read breaks off, and the log says why', async () => {
  await insertDomains(250);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const DB = faultyDatabase({
    message: 'D1_ERROR: secret: SQLITE_ERROR',
    moment: 'before',
    size: 2,
    skip: 1,
    times: 20,
  });
  const response = await ask('/v0/tenant_domains?format=csv', { DB });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect(logged.mock.calls.flat().join('\n')).toMatch(/a CSV answer broke off/);
});

test('an answer whose first page cannot be read is a problem', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const DB = faultyDatabase({
    message: 'D1_ERROR: secret: SQLITE_ERROR',
    moment: 'before',
    size: 2,
    times: 20,
  });
  const response = await ask('/v0/tenant_domains?format=csv', { DB });
  expect(response.status).toBe(500);
  expect(await response.text()).not.toMatch(/secret/);
});

test('each page counts against the limit of the key, and the answer waits while that is reached', async () => {
  await insertDomains(250);
  let answers = [true];
  const limit = vi.fn(() => Promise.resolve({ success: answers.shift() ?? true }));
  const response = await ask('/v0/tenant_domains?format=csv', { RATE_LIMITER: { limit } });
  limit.mockClear();
  answers = [true, false];
  const started = Date.now();
  expect(await linesOf(response)).toHaveLength(251);
  // Two pages, of which the second had to wait, and the end.
  expect(limit).toHaveBeenCalledTimes(4);
  expect(Date.now() - started).toBeGreaterThanOrEqual(900);
});

test('the batches of a file of sessions count, too', async () => {
  await insertSessions(await newPlace(), 4100, { start: `${noon} + n` });
  const limit = vi.fn(() => Promise.resolve({ success: true }));
  const response = await ask('/v0/audience_sessions?format=csv', { RATE_LIMITER: { limit } });
  limit.mockClear();
  expect(await linesOf(response)).toHaveLength(4101);
  expect(limit).toHaveBeenCalledTimes(6);
});

test('a key that is revoked ends a file that is read with it', async () => {
  await insertDomains(1000);
  const [db, key] = [openTestDatabase(), createApiKey('main')];
  const keyId = await storeKey(db, key, { name: 'csv', scopes: ['read'] });
  const request = new Request('https://footfall.test/v0/tenant_domains?format=csv', {
    headers: { 'x-api-key': key },
  });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const response = await app.fetch(request, env, createExecutionContext());
  await revokeKey(db, keyId);
  // What is known of a key is known for a minute.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  await expect(response.text()).rejects.toThrow();
  expect(logged.mock.calls.flat().join('\n')).toMatch(/a CSV answer broke off/);
});

test('an answer without pages has all of its rows, also if they are as many as a page has', async () => {
  const place = await newPlace();
  for (const days of [99, 100, 101]) {
    const [start, end] = [noon - day / 2, noon - day / 2 + days * day].map((at) =>
      new Date(at).toISOString(),
    );
    const { status, text } = await send(
      'GET',
      `/v0/pages/${place.pageId}/analytics/timeseries?interval=day&startDate=${start}&endDate=${end}&format=csv`,
    );
    expect(status, text).toBe(200);
    expect(rowsOf(text)).toHaveLength(days);
  }
});

test('the rows of a file of audiences add up to all visits, whatever its order', async () => {
  const place = await newPlace();
  await insertSessions(place, 30, { audience: `iif(n % 3 = 0, '${place.audienceId}', null)` });
  for (const query of ['', 'sort=-totalSessions'])
    for (const path of [`/v0/pages/${place.pageId}/analytics/audiences`, '/v0/analytics/audiences']) {
      const rows = rowsOf((await send('GET', `${path}?format=csv&${query}`)).text);
      expect(
        rows.reduce((sum, { totalSessions }) => sum + Number(totalSessions), 0),
        path,
      ).toBe(30);
      expect(rows.at(-1)).toMatchObject({ audienceId: '', totalSessions: '20' });
    }
});

test('a client that goes away stops what reads for it', async () => {
  await insertDomains(1000);
  const limit = vi.fn(() => Promise.resolve({ success: true }));
  const response = await ask('/v0/tenant_domains?format=csv', { RATE_LIMITER: { limit } });
  limit.mockClear();
  const reader = response.body?.getReader();
  // The names of the columns, the lines of the first page, and those of the second.
  for (let part = 0; part < 3; part++) await reader?.read();
  await reader?.cancel();
  expect(limit).toHaveBeenCalledTimes(1);
});

test('a payload is the JSON text that was sent, with its large numbers', async () => {
  const payload = '{"n":12345678901234567890,"__proto__":{"x":1},"a":"=1","b":[1.10]}';
  const { body } = await send<{ personId: string }>('POST', '/v0/person_logs', undefined, {
    rawBody: `{"email":"csv@payload.example","source":"csv","payload":${payload}}`,
  });
  for (const [path, column] of [
    ['logs', 'payload'],
    ['timeline', 'log.payload'],
  ] as const) {
    const { text } = await send('GET', `/v0/persons/${body.personId}/${path}?format=csv`);
    expect(rowsOf(text)[0]?.[column]).toBe(payload);
  }
});

test('a series has the compared steps beside its own, also those that it has not', async () => {
  const place = await newPlace();
  await insertSessions(place, 7, { start: `${noon} + n` });
  const at = (days: number) => new Date(Math.floor(noon / day) * day + days * day).toISOString();
  const { text } = await send(
    'GET',
    `/v0/pages/${place.pageId}/analytics/timeseries?interval=day&startDate=${at(0)}&endDate=${at(2)}` +
      `&compareStartDate=${at(-2)}&compareEndDate=${at(1)}&format=csv`,
  );
  const rows = rowsOf(text);
  expect(rows.map(({ start, totalSessions }) => [start, totalSessions])).toEqual([
    [at(0), '7'],
    [at(1), '0'],
    ['', ''],
  ]);
  expect(rows.map((row) => [row['compared.start'], row['compared.totalSessions']])).toEqual([
    [at(-2), '0'],
    [at(-1), '0'],
    [at(0), '7'],
  ]);
});

test('columns that only some requests ask for are there if they are asked for, also without rows', async () => {
  const names = async (query: string) =>
    columnsOf((await send('GET', `/v0/analytics/pages?format=csv&${query}`)).text);
  expect(await names('')).not.toContain('name');
  expect(await names('names=true')).toContain('name');
  expect(await names('')).not.toContain('compared.totalSessions');
});

test('a key needs the scope of the list', async () => {
  const statusOf = async (key: string, path: string) =>
    (await send('GET', `${path}?format=csv`, undefined, { key })).status;
  expect(await statusOf(await collectKey(), '/v0/accounts')).toBe(403);
  expect(await statusOf(await mintKey(['read']), '/v0/accounts')).toBe(200);
  expect(await statusOf(await mintKey(['read']), '/v0/api_keys')).toBe(403);
  expect(await statusOf('ff_main_x', '/v0/accounts')).toBe(401);
});
