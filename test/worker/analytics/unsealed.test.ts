import type { Breakdown } from '../../../src/analytics/breakdown-schemas.ts';
import { totalIn } from '../support/analytics.ts';
import { correctionsCount, sealAll } from '../support/blocks.ts';
import { send } from '../support/client.ts';
import { interrupted } from '../support/faults.ts';
import { newPlace } from '../support/places.ts';
import { changeSessions, forgetSessions, insertSessions } from '../support/sessions.ts';

beforeEach(forgetSessions);

describe('sessions that are not sealed yet, and corrections', () => {
  test('are all in an answer: 10,001 that wait to be sealed take two round trips more', async () => {
    const of = await newPlace();
    await insertSessions(of, 10_001);
    const { database, state } = interrupted(async () => {});
    expect(await totalIn(database, of)).toBe(10_001);
    expect(state.batches).toBe(3);
  });

  test('take no round trip more than one for each 5,000 corrections', async () => {
    const of = await newPlace();
    await insertSessions(of, 6000, { campaign: "'c' || (n % 3)" });
    await sealAll();
    await changeSessions(of, "total_clicks_count = 3, utm_campaign = 'other'");
    expect(await correctionsCount()).toBe(6000);
    const { body, cost } = await send<Breakdown>(
      'GET',
      `/v0/pages/${of.pageId}/analytics/breakdown?by=utmCampaign`,
    );
    expect(cost.trips).toBe(2);
    expect(body).toMatchObject({
      items: [{ value: 'other', totalSessions: 6000, avgInteractionsPerSession: 3 }],
      other: null,
    });
    const pages = await send<{ items: object[] }>('GET', '/v0/analytics/pages');
    expect(pages.body.items).toMatchObject([{ totalSessions: 6000, avgInteractionsPerSession: 3 }]);
  });
});
