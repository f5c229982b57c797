import { env } from 'cloudflare:workers';
import { createApiKey, hashApiKey } from '../../../../src/lib/api-key.ts';
import { longestValues } from '../../../../src/lib/form-fields.ts';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import type { Visit } from '../../../../src/visits/beacons/schemas.ts';
import type { LeftOutList } from '../../../../src/visits/left-out/schemas.ts';
import { mintKey, send } from '../../support/client.ts';
import { silent } from '../../support/faults.ts';
import { away, bindings, prepareOutage, sendUnknown, taken } from '../../support/outage.ts';
import { newPlace, read } from '../../support/places.ts';
import { minute, pass } from '../../support/times.ts';
import { collect, held, newId, visitOf } from '../../support/visits.ts';

prepareOutage();

describe('a visit that came unverified, while D1 did not answer,', () => {
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
    away.isThere = true;
    await sendUnknown(visitOf(newId()), { key });
    held.sent.length = 0;
    await send('POST', '/v0/websites', { origin: own });
    away.isThere = false;
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
      // As long as it may be, in letters of three bytes.
      const fields = { name: `Sender ${index}`, message: '語'.repeat(longestValues - 8) };
      const formSubmit = { formSubmissionId: 'f', email: `${index}@${domain}`, fields };
      // The second has a key that nobody has made.
      const key = index === 1 ? made : valid;
      await sendUnknown(visitOf(id, { formSubmit }), { key, headers: { 'cf-connecting-ip': '192.0.2.78' } });
    }
    for (const again of [taken(), taken()])
      expect(await held.deliver(again, limited)).toEqual(['ack', 'ack', 'ack', 'ack']);
    const found = await send<{ items: Person[] }>('GET', `/v0/persons/search?query=${domain}`);
    expect(found.body.items.map(({ email }) => email).toSorted()).toEqual([`0@${domain}`, `2@${domain}`]);
    expect(found.body.items.map(({ name }) => name).toSorted()).toEqual(['Sender 0', 'Sender 2']);
    // The visit of the form that was one too many still counts.
    expect(await Promise.all(ids.map(stored))).toEqual([true, false, true, true]);
  });
});
