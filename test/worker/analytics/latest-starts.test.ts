import { sealAll } from '../support/blocks.ts';
import { newPlace, sessions } from '../support/places.ts';
import { changeSessions, forgetSessions, insertSessions } from '../support/sessions.ts';

beforeEach(forgetSessions);

describe('a list of the latest sessions', () => {
  test('has the last that pass a filter when corrections make many not pass any more', async () => {
    const of = await newPlace();
    await insertSessions(of, 7000, { campaign: "'a'" });
    await sealAll();
    // The corrections of the last sessions are read in the second round trip.
    await changeSessions(
      of,
      "utm_campaign = iif(analytics_session_id like '%-006___', 'b', 'a'), active_ms = 2000",
    );
    const { items, totalCount } = await sessions(of, 'utmCampaign=a&limit=2');
    expect(totalCount).toBe(6000);
    expect(items.map(({ analyticsSessionId }) => analyticsSessionId.slice(-6))).toEqual(['005999', '005998']);
  });
});
