import { createApiKey, hashApiKey } from '../../../../src/lib/api-key.ts';
import type { LeftOutList } from '../../../../src/visits/left-out/schemas.ts';
import { mintKey, send } from '../../support/client.ts';
import { silent } from '../../support/faults.ts';
import { away, DB, prepareOutage, sendUnknown, taken } from '../../support/outage.ts';
import { analytics, newPlace, sessions } from '../../support/places.ts';
import { minute, pass } from '../../support/times.ts';
import { collect, held, newId, origin, visitOf } from '../../support/visits.ts';

prepareOutage();

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
    away.isThere = true;
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
    expect(away.asked).toBeLessThanOrEqual(5);
    expect(taken()).toHaveLength(100);
  });

  test('one request at a time asks it, however many come at once', async () => {
    const key = await mintKey(['collect']);
    await sendUnknown(visitOf(newId()), { key });
    pass(6000);
    away.asked = 0;
    await Promise.all(Array.from({ length: 20 }, () => sendUnknown(visitOf(newId()), { key })));
    expect(away.asked).toBe(1);
  });

  test('a visit waits two seconds for a database that says nothing, and those after it not at all', async () => {
    away.isSilent = true;
    const key = await mintKey(['collect']);
    for (let index = 0; index < 10; index++)
      expect((await sendUnknown(visitOf(newId()), { key })).status).toBe(202);
    // Each that asked would have waited.
    expect(away.asked).toBe(1);
    expect(held.unverified).toHaveLength(10);
  });

  test('a visit is verified at the edge as soon as D1 answers again', async () => {
    const key = await mintKey(['collect']);
    await sendUnknown(visitOf(newId()), { key });
    away.isThere = true;
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
