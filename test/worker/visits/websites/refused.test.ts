import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { app } from '../../../../src/app.ts';
import type { RefusedOrigin } from '../../../../src/visits/websites/schemas.ts';
import { noteRefused } from '../../../../src/visits/websites/store/refused.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { lost, silent } from '../../support/faults.ts';
import { timestamp } from '../../support/replies.ts';
import { day, minute, pass, setClock } from '../../support/times.ts';
import { firefox, held, key, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

/** Sends visits, one after the other, and waits until what is noted of them is written. */
async function refuse(origins: string[], headers: Record<string, string> = {}, variables: object = {}) {
  const context = createExecutionContext();
  for (const from of origins) {
    const request = new Request('https://footfall.test/v0/visits', {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        'user-agent': firefox,
        origin: from,
        ...headers,
      },
      body: JSON.stringify(visitOf(newId())),
    });
    const { status } = await app.fetch(
      request,
      { ...env, ...held.bindings(), ...variables } as typeof env,
      context,
    );
    expect(status).toBe(403);
  }
  await waitOnExecutionContext(context);
}
const list = async (options = {}) =>
  (await send<{ items: RefusedOrigin[] }>('GET', '/v0/websites/refused', undefined, options)).body.items;
const newOrigin = () => `https://${crypto.randomUUID()}.example`;
const countOf = async (of: string) => (await list()).find((item) => item.origin === of)?.requestsCount;
beforeAll(() => setClock(Math.ceil(Date.now() / day) * day));
/** What a test refuses is forgotten before the next one. */
beforeEach(() => pass(10 * day));

test('refused origins are counted, latest first', async () => {
  const [shop, blog] = [newOrigin(), newOrigin()];
  await refuse([shop, shop, blog]);
  pass(minute);
  await refuse([shop]);
  expect(await list()).toEqual([
    { origin: shop, requestsCount: 3, lastRefusedAt: timestamp },
    { origin: blog, requestsCount: 1, lastRefusedAt: timestamp },
  ]);
  const reply = await send('GET', '/v0/websites/refused');
  expect([reply.cost.trips, reply.cost.written]).toEqual([1, 0]);
});

test('refused origins are those of the last seven days, and older ones are removed', async () => {
  const [shop, blog] = [newOrigin(), newOrigin()];
  await refuse([shop, blog]);
  pass(6 * day);
  await refuse([shop]);
  expect([await countOf(shop), await countOf(blog)]).toEqual([2, 1]);
  pass(day);
  expect([await countOf(shop), await countOf(blog)]).toEqual([1, undefined]);
  await refuse([newOrigin()]);
  const rows = env.DB.prepare('select count(*) as n from refused_origins where origin in (?, ?)');
  expect(await rows.bind(shop, blog).first('n')).toBe(1);
});

test('an origin that is allowed by now is not among the refused ones', async () => {
  const shop = newOrigin();
  await refuse([shop]);
  expect(await countOf(shop)).toBe(1);
  expect(await list({ bindings: { VISIT_ORIGINS: `https://other.example ${shop}` } })).toEqual([]);
  const { websiteId } = (await send<{ websiteId: string }>('POST', '/v0/websites', { origin: shop })).body;
  expect(await list()).toEqual([]);
  await send('DELETE', `/v0/websites/${websiteId}`);
  expect(await countOf(shop)).toBe(1);
});

test('a visitor who asks not to be tracked is not counted', async () => {
  await refuse([newOrigin()], { dnt: '1' });
  await refuse([newOrigin()], { 'sec-gpc': '1' });
  expect(await list()).toEqual([]);
});

test.each([
  ...['null', '*', 'https://a.example/path', 'HTTPS://A.EXAMPLE', 'https://a.example:443'],
  ...['file://', 'moz-extension://a', 'https://*.example', '<script>alert(1)</script>'],
  ...["https://a.example' or 1=1 --", `https://${'a.'.repeat(200)}example`],
])('%j, which no website has, is not kept as a refused origin', async (text) => {
  await refuse([text]);
  expect(await list()).toEqual([]);
});

test('a flood of made-up origins keeps 20 a day, and an origin that is known still counts', async () => {
  const shop = newOrigin();
  await refuse([shop]);
  for (let turn = 1; turn <= 6; turn++) {
    pass(minute);
    await refuse(Array.from({ length: 40 }, newOrigin));
  }
  pass(minute);
  await refuse([shop]);
  expect(await list()).toHaveLength(20);
  expect(await countOf(shop)).toBe(2);
  pass(day);
  await refuse([newOrigin()]);
  expect(await list()).toHaveLength(21);
});

test('a flood of refusals writes ten times a minute, and the rest with the next minute', async () => {
  const shop = newOrigin();
  await refuse(Array.from({ length: 500 }, () => shop));
  expect(await countOf(shop)).toBe(10);
  pass(minute);
  await refuse([shop]);
  expect(await countOf(shop)).toBe(501);
});

test('the refused origins of another workspace are not shown', async () => {
  await refuse([newOrigin()]);
  expect(await list({ workspace: 'acme' })).toEqual([]);
});

test('a refusal that is written again after a lost answer counts once', async () => {
  const shop = newOrigin();
  const counts = new Map([[shop, 3]]);
  const db = openTestDatabase(env.DB);
  let fails = 1;
  const binding = {
    withSession: () => {
      const session = env.DB.withSession('first-primary');
      return {
        prepare: session.prepare.bind(session),
        getBookmark: () => null,
        batch: async (statements: D1PreparedStatement[]) => {
          const results = await session.batch(statements);
          if (fails-- > 0) throw new Error(lost);
          return results;
        },
      };
    },
  } as unknown as D1Database;
  await noteRefused(db, 'origins', counts, Date.now());
  await noteRefused(openTestDatabase(binding), 'origins', counts, Date.now());
  expect(fails).toBe(-1);
  expect(await countOf(shop)).toBe(6);
});

test('a refusal is answered when its count cannot be written', async () => {
  const { logged } = await silent(async () => {
    await refuse([newOrigin()]);
    const DB = {
      withSession: () => ({
        prepare: () => ({ bind: () => ({}) }),
        getBookmark: () => null,
        batch: () => Promise.reject(new Error('D1_ERROR: D1 DB is overloaded.')),
      }),
    };
    await refuse([newOrigin()], {}, { DB });
  });
  expect(logged.join()).toContain('note refused visits');
  expect(await list()).toHaveLength(1);
});
