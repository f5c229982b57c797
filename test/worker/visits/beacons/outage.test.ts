import { env } from 'cloudflare:workers';
import { forget } from '../../../../src/access/api-keys/cache.ts';
import { createApiKey, hashApiKey } from '../../../../src/lib/api-key.ts';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import type { Visit } from '../../../../src/visits/beacons/schemas.ts';
import type { LeftOutList } from '../../../../src/visits/left-out/schemas.ts';
import { mintKey, send } from '../../support/client.ts';
import { silent } from '../../support/faults.ts';
import { analytics, newPlace, read, sessions } from '../../support/places.ts';
import { minute, pass, setClock } from '../../support/times.ts';
import { collect, held, newId, origin, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

beforeAll(() => setClock());

/** How often the database that is away was asked. */
let asked = 0;
/** A database that does not answer, until `isThere`. */
let isThere = false;
/** Whether it says nothing at all. */
let isSilent = false;
const batch = () => {
  asked++;
  if (isSilent) return new Promise<never>(() => {});
  return Promise.reject(new Error('D1_ERROR: D1 DB is overloaded. Requests queued for too long.'));
};
const awaySession = { prepare: () => ({ bind: () => ({}) }), batch, getBookmark: () => null };
const DB = {
  withSession: (constraint: string) => (isThere ? env.DB.withSession(constraint) : awaySession),
} as unknown as D1Database;

beforeEach(() => {
  held.sent.length = 0;
  held.leftOut.length = 0;
  held.unverified.length = 0;
  isThere = false;
  isSilent = false;
  asked = 0;
  // What earlier tests have seen of the database is over.
  pass(minute);
});

const bindings = () => ({ ...held.bindings(), DB });
/** Sends a visit in an isolate that does not know the key. */
async function sendUnknown(visit: unknown, { key, headers = {} }: { key: string; headers?: object }) {
  forget(hashApiKey(key));
  const { result } = await silent(() =>
    collect(visit, { origin, ...headers }, { key, bindings: bindings() }),
  );
  return result;
}
const taken = () => [...held.unverified, ...held.leftOut, ...held.sent];
const refusedCount = async () => {
  const { body } = await send<LeftOutList>('GET', '/v0/analytics/left_out?limit=100');
  return body.items.reduce((sum, { reason, count }) => sum + (reason === 'refused' ? count : 0), 0);
};

describe('while D1 does not answer for an hour', () => {
  test('all visits are taken; then those with a valid key are stored once, the others are dropped and counted', async () => {
    const place = await newPlace();
    const [valid, reader, made] = [await mintKey(['collect']), await mintKey(['read']), createApiKey('main')];
    const before = await refusedCount();
    const sent: string[] = [];
    for (let minutes = 0; minutes < 60; minutes++) {
      for (const key of [valid, reader, made]) {
        const id = newId();
        const { status, body } = await sendUnknown(visitOf(id, place), { key });
        expect([minutes, status, body]).toEqual([minutes, 202, { accepted: true }]);
        if (key === valid) sent.push(id);
      }
      pass(minute);
    }
    isThere = true;
    const messages = taken();
    expect(messages).toHaveLength(180);
    for (const again of [messages, messages.toReversed()])
      for (let start = 0; start < again.length; start += 50)
        expect(await held.deliver(again.slice(start, start + 50))).not.toContain('retry');
    expect(
      (await sessions(place, 'limit=100')).items
        .map(({ analyticsSessionId }) => analyticsSessionId)
        .toSorted(),
    ).toEqual(sent.toSorted());
    expect((await analytics(place)).at(0)?.totalSessions).toBe(60);
    expect((await refusedCount()) - before).toBe(120);
  });

  test('few requests ask it, and all others are answered at once', async () => {
    const key = await mintKey(['collect']);
    for (let index = 0; index < 100; index++) {
      await sendUnknown(visitOf(newId()), { key });
      pass(200);
    }
    // Twenty seconds: once each five.
    expect(asked).toBeLessThanOrEqual(5);
    expect(taken()).toHaveLength(100);
  });

  test('one request at a time asks it, however many come at once', async () => {
    const key = await mintKey(['collect']);
    await sendUnknown(visitOf(newId()), { key });
    pass(6000);
    asked = 0;
    await Promise.all(Array.from({ length: 20 }, () => sendUnknown(visitOf(newId()), { key })));
    expect(asked).toBe(1);
  });

  test('a visit waits two seconds for a database that says nothing, and those after it not at all', async () => {
    isSilent = true;
    const key = await mintKey(['collect']);
    for (let index = 0; index < 10; index++)
      expect((await sendUnknown(visitOf(newId()), { key })).status).toBe(202);
    // Each that asked would have waited.
    expect(asked).toBe(1);
    expect(held.unverified).toHaveLength(10);
  });

  test('a visit is verified at the edge as soon as D1 answers again', async () => {
    const key = await mintKey(['collect']);
    await sendUnknown(visitOf(newId()), { key });
    isThere = true;
    pass(6000);
    await sendUnknown(visitOf(newId()), { key });
    await sendUnknown(visitOf(newId()), { key });
    expect([held.unverified.length, held.sent.length]).toEqual([1, 2]);
    const { status } = await sendUnknown(visitOf(newId()), { key: createApiKey('main') });
    expect(status).toBe(401);
  });

  test('what cannot be valid is refused as ever', async () => {
    const key = await mintKey(['collect']);
    const answers = [
      await sendUnknown(visitOf(newId()), { key: 'ff_main_x' }),
      await sendUnknown(visitOf('short'), { key }),
      await sendUnknown(visitOf(newId()), { key, headers: { origin: 'null' } }),
      await sendUnknown(visitOf(newId()), { key, headers: { origin: `https://${'x'.repeat(300)}.example` } }),
      await sendUnknown(visitOf(newId(), { pageTitle: 'x'.repeat(9000) }), { key }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 400, 403, 403, 413]);
    expect(taken()).toEqual([]);
  });

  test('nothing is put on the queue with the key, its address or its text', async () => {
    const key = await mintKey(['collect']);
    await sendUnknown(visitOf(newId()), { key, headers: { 'cf-connecting-ip': '192.0.2.77' } });
    const [message] = held.unverified;
    expect(message).toMatchObject({ kind: 'unverified', workspace: 'main', keyHash: hashApiKey(key) });
    expect(JSON.stringify(message)).not.toContain(key);
    expect(JSON.stringify(message)).not.toContain('192.0.2.77');
  });

  test('a key of a workspace that does not exist is not told from others, and its visits go nowhere', async () => {
    const key = createApiKey('nowhere');
    const { status, body } = await sendUnknown(visitOf(newId()), { key });
    expect([status, body]).toEqual([202, { accepted: true }]);
    expect(await held.deliver(taken())).toEqual(['ack']);
  });

  test('without a queue it is a 503', async () => {
    const key = await mintKey(['collect']);
    const { result } = await silent(() =>
      collect(visitOf(newId()), { origin }, { key, bindings: { DB, VISITS: undefined } as object }),
    );
    expect([result.status, result.body.code]).toEqual([503, 'database_unavailable']);
  });
});

describe('a visit that came unverified', () => {
  const at = (time: number) => new Date(time).toISOString();
  const stored = async (id: string) => (await read(id)).status === 200;
  /** Sends a visit while D1 is away, and delivers it later. */
  async function sendAndDeliver(
    visit: Visit,
    key: string,
    { headers = {}, meanwhile = async () => {} } = {},
  ) {
    await sendUnknown(visit, { key, headers });
    pass(10 * minute);
    await meanwhile();
    expect(await held.deliver(taken())).toEqual(['ack']);
  }

  test.each([
    ['counts if its key ended after it', 5 * minute, true],
    ['is refused if its key ended before it', -minute, false],
  ])('%s', async (_, end, counts) => {
    const [id, key] = [newId(), await mintKey(['collect'], 'main', at(Date.now() + end))];
    await sendAndDeliver(visitOf(id), key);
    expect(await stored(id)).toBe(counts);
  });

  test('counts if its key was revoked after it, and not if before', async () => {
    const [id, later, key] = [newId(), newId(), await mintKey(['collect'])];
    const revoke = () =>
      env.DB.prepare('update api_keys set revoked_at = ? where hash = ?')
        .bind(Date.now(), hashApiKey(key))
        .run();
    await sendAndDeliver(visitOf(id), key, { meanwhile: async () => void (await revoke()) });
    held.unverified.length = 0;
    await sendAndDeliver(visitOf(later), key);
    expect([await stored(id), await stored(later)]).toEqual([true, false]);
  });

  test('counts if its origin is that of a website, and not from another', async () => {
    const [id, foreign, key] = [newId(), newId(), await mintKey(['collect'])];
    const own = `https://${newId()}.example`;
    await send('POST', '/v0/websites', { origin: own });
    await sendAndDeliver(visitOf(id), key, { headers: { origin: own } });
    held.unverified.length = 0;
    await sendAndDeliver(visitOf(foreign), key, { headers: { origin: `${own}.evil` } });
    expect([await stored(id), await stored(foreign)]).toEqual([true, false]);
  });

  test('with a known key is verified by its origin alone at the edge', async () => {
    const [id, key] = [newId(), await mintKey(['collect'])];
    const own = `https://${newId()}.example`;
    isThere = true;
    await sendUnknown(visitOf(newId()), { key });
    held.sent.length = 0;
    await send('POST', '/v0/websites', { origin: own });
    isThere = false;
    pass(11_000);
    for (const sent of [id, newId()]) {
      const { result } = await silent(() =>
        collect(visitOf(sent), { origin: own }, { key, bindings: bindings() }),
      );
      expect(result.status).toBe(202);
    }
    expect(held.unverified.map(({ origin }) => origin)).toEqual([own, own]);
    await held.deliver(taken());
    expect(await stored(id)).toBe(true);
  });

  test('that is left out is counted if its key is valid, and refused otherwise', async () => {
    const place = await newPlace();
    const bot = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };
    for (const key of [await mintKey(['collect']), createApiKey('main')])
      await sendUnknown(visitOf(newId(), place), { key, headers: bot });
    await held.deliver(taken());
    const { body } = await send<LeftOutList>('GET', `/v0/analytics/left_out?pageId=${place.pageId}`);
    expect(body.items.map(({ reason, count }) => [reason, count])).toEqual([
      ['refused', 1],
      ['bot', 1],
    ]);
  });

  test('writes the form of a valid key alone, and no more than an address may send', async () => {
    const limited = { FORM_RATE_LIMIT_POLICY: '"form";q=2;w=600' };
    const [valid, made, domain] = [await mintKey(['collect']), createApiKey('main'), `${newId()}.example`];
    const ids = Array.from({ length: 4 }, newId);
    for (const [index, id] of ids.entries()) {
      const formSubmit = { formSubmissionId: 'f', email: `${index}@${domain}` };
      // The second has a key that nobody has made.
      const key = index === 1 ? made : valid;
      await sendUnknown(visitOf(id, { formSubmit }), { key, headers: { 'cf-connecting-ip': '192.0.2.78' } });
    }
    for (const again of [taken(), taken()])
      expect(await held.deliver(again, limited)).toEqual(['ack', 'ack', 'ack', 'ack']);
    const found = await send<{ items: Person[] }>('GET', `/v0/persons/search?query=${domain}`);
    expect(found.body.items.map(({ email }) => email).toSorted()).toEqual([`0@${domain}`, `2@${domain}`]);
    // The visit of the form that was one too many still counts.
    expect(await Promise.all(ids.map(stored))).toEqual([true, false, true, true]);
  });
});
