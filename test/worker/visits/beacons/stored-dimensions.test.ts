import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Dimensions } from '../../../../src/visits/beacons/dimensions.ts';
import { send } from '../../support/client.ts';
import { noneFound } from '../../support/none-found.ts';
import { merge, messageOf, newId, place, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

const some: Dimensions = {
  ...noneFound,
  referrer: 'news.example',
  country: 'IN',
  device: 'mobile',
  browser: 'Chrome',
};
const stored = (id: string) =>
  env.DB.prepare(
    `select ${Object.keys(noneFound).join()} from audience_sessions where analytics_session_id = ?`,
  )
    .bind(id)
    .first<Dimensions>();

describe('the dimensions of a session', () => {
  test('are those of its beacon', async () => {
    const id = newId();
    await merge({ ...messageOf(visitOf(id)), dimensions: some });
    expect(await stored(id)).toEqual(some);
  });

  test('are null when an earlier version has sent the message', async () => {
    const id = newId();
    await merge(messageOf(visitOf(id)));
    expect(await stored(id)).toEqual(noneFound);
    await merge({ ...messageOf(visitOf(id)), dimensions: some });
    expect(await stored(id)).toEqual(some);
  });

  test('are the first that a beacon has, each', async () => {
    const id = newId();
    const of = (dimensions: Partial<Dimensions>) => ({
      ...messageOf(visitOf(id)),
      dimensions: { ...noneFound, ...dimensions },
    });
    await merge(of({ country: 'IN' }));
    await merge(of({ country: 'NP', device: 'tablet' }), of(some));
    await merge(of({ referrer: 'other.example', device: 'other', browser: 'Edge' }));
    expect(await stored(id)).toEqual({ ...some, device: 'tablet' });
  });

  test('keep no referrer when the sender of a form is erased, whatever comes later', async () => {
    const [id, other] = [newId(), newId()];
    const email = `${newId()}@erased.example`;
    const { body } = await send<{ personId: string }>('POST', '/v0/persons', { name: 'Gone', email });
    const of = (sessionId: string) => ({
      ...messageOf(visitOf(sessionId, { formSubmit: { formSubmissionId: 'f', email } })),
      dimensions: some,
    });
    await merge(of(id));
    expect(await stored(id)).toEqual(some);
    await send('DELETE', `/v0/persons/${body.personId}`);
    expect(await stored(id)).toEqual({ ...some, referrer: null });
    // A beacon that was in the queue meanwhile, and the form of another session that was.
    await merge(of(id), of(other));
    expect(await stored(id)).toEqual({ ...some, referrer: null });
    expect(await stored(other)).toEqual({ ...some, referrer: null });
  });

  test('of an import are those that it names', async () => {
    const times = {
      sessionStartedAt: '2025-03-04T10:00:00.000Z',
      sessionEndedAt: '2025-03-04T10:02:00.000Z',
    };
    const ids = [newId(), newId(), newId()];
    const named = { ...some, referrer: 'WWW.News.Example', browser: 'Their Own Browser' };
    const sessions = [named, noneFound, {}].map((dimensions, index) => ({
      analyticsSessionId: ids[index],
      ...times,
      ...dimensions,
    }));
    const path = `/v0/pages/${place.pageId}/audience_sessions/import`;
    expect((await send('POST', path, { sessions })).status).toBe(200);
    const { results } = await env.DB.prepare(
      `select ${Object.keys(noneFound).join()} from audience_sessions
      where page_id = ? and session_started_at = ? order by referrer desc`,
    )
      .bind(place.pageId, Date.parse(times.sessionStartedAt))
      .all();
    expect(results).toEqual([{ ...named, referrer: 'news.example' }, noneFound, noneFound]);
  });
});
