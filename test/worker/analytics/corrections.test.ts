import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { inTurn } from '../../turns.ts';
import { answersOf, correctionsCount, expectExactBlocks, sealAll } from '../support/blocks.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { analytics, newPlace, type Place } from '../support/places.ts';
import { changeSessions, forgetSessions, insertSessions } from '../support/sessions.ts';
import { day, later, minute, noon } from '../support/times.ts';
import { newId } from '../support/visits.ts';

// What docs/contributors/sessions.md promises of corrections. The random runs are in models/sessions.test.ts.

beforeEach(forgetSessions);

const db = () => openTestDatabase();

describe('a sealed session that a late beacon changes', () => {
  test('changes no answer when it changes back to what blocks have', async () => {
    const of = await newPlace();
    await insertSessions(of, 5, { audience: `'${of.audienceId}'`, campaign: "'news'" });
    await sealAll();
    const before = await answersOf(of);
    await changeSessions(of, 'total_clicks_count = total_clicks_count + 1');
    expect(await answersOf(of)).not.toEqual(before);
    await changeSessions(of, 'total_clicks_count = total_clicks_count - 1');
    expect(await correctionsCount()).toBe(5);
    expect(await answersOf(of)).toEqual(before);
    expect(await sealAll()).toEqual([5]);
    expect(await correctionsCount()).toBe(0);
    expect(await answersOf(of)).toEqual(before);
  });

  const changes: [what: string, change: (of: Place) => string][] = [
    ['its audience', (of: Place) => `audience_id = '${of.audienceId}'`],
    ['a start in another block', () => `session_started_at = ${noon + 100}`],
    ['a start before all others', () => `session_started_at = ${noon - 40 * day}`],
    ['no campaign any more', () => 'utm_campaign = null'],
    ['everything', () => "active_ms = 5, engaged_ms = null, form_state = 2, failure = 'x', country = 'DE'"],
  ];
  test.each(inTurn(changes))(
    'and that turns out to have %s counts so, before and after its correction',
    async (_, change) => {
      const of = await newPlace();
      await insertSessions(of, 2500, { campaign: "'c' || (n % 7)", start: `${noon} + n * 60000` });
      const where = "substr(analytics_session_id, -3) in ('000', '400')";
      await changeSessions(of, change(of), where);
      // What answers say of sessions that are not sealed.
      const expected = await answersOf(of);
      await forgetSessions();
      await insertSessions(of, 2500, { campaign: "'c' || (n % 7)", start: `${noon} + n * 60000` });
      await sealAll();
      const before = await answersOf(of);
      await changeSessions(of, change(of), where);
      await expectExactBlocks();
      expect(await answersOf(of)).toEqual(expected);
      expect(expected).not.toEqual(before);
      await sealAll();
      expect(await correctionsCount()).toBe(0);
      expect(await answersOf(of)).toEqual(expected);
    },
  );

  test('has not ended if it is active again', async () => {
    const [of, now] = [await newPlace(), Date.now()];
    await insertSessions(of, 1, { start: `${now - 120 * minute}`, active: '0' });
    await sealAll();
    expect(await analytics(of)).toMatchObject([{}, { bounceEligibleSessions: 1 }]);
    await changeSessions(of, `active_ms = ${119 * minute}`);
    const pending = [{}, { totalSessions: 1, bounceEligibleSessions: 0 }];
    expect(await analytics(of)).toMatchObject(pending);
    await sealAll();
    expect(await correctionsCount()).toBe(0);
    expect(await analytics(of)).toMatchObject(pending);
  });
});

describe('corrections', () => {
  test('of imports are applied in the next run, however few', async () => {
    const of = await newPlace();
    await insertSessions(of, 600, { start: `${noon + day} + n` });
    await sealAll();
    const imported = Array.from({ length: 300 }, (_, n) => {
      const at = new Date(noon - (n % 3) * day).toISOString();
      return {
        analyticsSessionId: newId(),
        sessionStartedAt: at,
        sessionEndedAt: at,
        utmCampaign: `c${n % 5}`,
      };
    });
    const path = `/v0/pages/${of.pageId}/audience_sessions/import`;
    expect((await send('POST', path, { sessions: imported })).status).toBe(200);
    expect(await correctionsCount()).toBe(300);
    const before = await answersOf(of);
    expect(await sealSessions(db(), later)).toBe(300);
    expect([await correctionsCount(), await expectExactBlocks()]).toEqual([0, 900]);
    expect(await answersOf(of)).toEqual(before);
  });
});
