import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { app } from '../../../../src/app.ts';
import type { VisitMessage } from '../../../../src/visits/beacons/schemas.ts';
import type { LeftOutList } from '../../../../src/visits/left-out/schemas.ts';
import { send } from '../../support/client.ts';
import { faultyDatabase, silent } from '../../support/faults.ts';
import { newPlace, read, session } from '../../support/places.ts';
import { collect, firefox, key, newId, origin, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

const { VISITS: _, ...withoutQueue } = env;

/** Sends a visit to a deployment without the queue, and waits for the work after the answer. */
async function collectAlone(visit: unknown, { headers = {}, bindings = {} } = {}) {
  const request = new Request('https://footfall.test/v0/visits', {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      'user-agent': firefox,
      origin,
      ...headers,
    },
    body: JSON.stringify(visit),
  });
  const context = createExecutionContext();
  const response = await app.fetch(request, { ...withoutQueue, ...bindings } as typeof env, context);
  const body = await response.json();
  await waitOnExecutionContext(context);
  return { status: response.status, body };
}
const accepted = { status: 202, body: { accepted: true } };

describe('without a queue of visits', () => {
  test('a visit is merged after its answer', async () => {
    const [id, place] = [newId(), await newPlace()];
    expect(await collectAlone({ ...visitOf(id, place), referrer: 'news.example' })).toEqual(accepted);
    expect(await session(id, place)).toMatchObject({ computationStatus: 'pending', timeSpentSeconds: 10 });
  });

  test('a visit that is left out is counted, once', async () => {
    const place = await newPlace();
    const visit = { ...visitOf(newId(), place), leftOut: 'own' };
    for (let beacon = 0; beacon < 3; beacon++)
      expect(await collectAlone(visit)).toEqual({ status: 202, body: { accepted: false } });
    const { body } = await send<LeftOutList>('GET', `/v0/analytics/left_out?pageId=${place.pageId}`);
    expect(body.items).toMatchObject([{ reason: 'own', count: 1 }]);
  });

  test('a beacon is lost while D1 does not answer, and the next one says everything again', async () => {
    const [id, place] = [newId(), await newPlace()];
    const DB = faultyDatabase({ message: 'D1_ERROR: D1 DB is overloaded.', moment: 'before', size: 2 });
    const { result, logged } = await silent(() =>
      collectAlone(visitOf(id, { ...place, clicksCount: 1 }), { bindings: { DB } }),
    );
    expect(result).toEqual(accepted);
    expect(logged.join()).toContain('merge a visit without a queue');
    expect((await read(id, place)).status).toBe(404);
    await collectAlone(visitOf(id, { ...place, clicksCount: 2 }));
    expect((await session(id, place)).totalClicksCount).toBe(2);
  });
});

test('the answer is 503 queue_unavailable with Retry-After when the queue does not accept the visit', async () => {
  const VISITS = { send: () => Promise.reject(new Error('Queue sends are disabled')) };
  const bindings = { VISITS: VISITS as unknown as Queue<VisitMessage> };
  const { result } = await silent(() => collect(visitOf(newId()), { origin }, { bindings: { ...bindings } }));
  expect([result.status, result.body.code]).toEqual([503, 'queue_unavailable']);
  expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(result.headers.get('access-control-allow-origin')).toBe('*');
  expect(result.text).not.toContain('disabled');
});
