import { env } from 'cloudflare:workers';
import type { Breakdown } from '../../../src/analytics/breakdown-schemas.ts';
import { sealSessions, sealSome } from '../../../src/analytics/worker/seal.ts';
import type { Database } from '../../../src/db/client.ts';
import { inTurn, largeTest } from '../../turns.ts';
import { answersOf, correctionsCount, expectExactBlocks, sealAll } from '../support/blocks.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { analytics, newPlace, type Place, sessions } from '../support/places.ts';
import { changeSessions, forgetSessions, insertSessions } from '../support/sessions.ts';
import { day, later, minute, noon } from '../support/times.ts';
import { newId } from '../support/visits.ts';

// One test for each promise of docs/contributors/sessions.md about sealing. The random runs are in models/sessions.test.ts.

beforeEach(forgetSessions);

const db = () => openTestDatabase();

describe('a sealed session', () => {
  test('that changes back to what blocks have changes no answer', async () => {
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
    'that turns out to have %s counts so, before and after its correction',
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

  test('that is active again has not ended', async () => {
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

describe('many corrections', () => {
  test('of a flood of starts in the past are applied, 500 and 40 days at a time', async () => {
    const of = await newPlace();
    await insertSessions(of, 600, { start: `${noon + 8 * day} + n` });
    await sealAll();
    await insertSessions(of, 2000, { id: "'flood'", start: `${noon} - (n % 100) * ${day} + n` });
    expect([await correctionsCount(), await expectExactBlocks()]).toEqual([2000, 2600]);
    const before = await answersOf(of);
    const taken: number[] = [];
    while ((await correctionsCount()) !== 0) {
      taken.push(await sealSome(db(), later));
      await expectExactBlocks();
      expect((await sessions(of)).totalCount).toBe(2600);
    }
    expect(Math.max(...taken)).toBeLessThanOrEqual(500);
    expect(taken.reduce((sum, count) => sum + count)).toBe(2000);
    expect(await answersOf(of)).toEqual(before);
  });

  largeTest(0)(
    'all over blocks of long texts are applied a few at a time, because a Worker has 128 MB',
    async () => {
      const of = await newPlace();
      const long = "replace(hex(zeroblob(500)), '0', 'x') || n";
      await insertSessions(of, 3000, { campaign: long, others: long });
      while ((await sealSome(db(), later, true)) > 0);
      await changeSessions(
        of,
        'total_clicks_count = 9',
        "analytics_session_id like '%-00__00' or analytics_session_id like '%-00__50'",
      );
      const real = db();
      const sizes: number[] = [];
      const batch = async (statements: Parameters<Database['batch']>[0]) => {
        const rows = await real.batch(statements);
        sizes.push(JSON.stringify(rows).length);
        return rows;
      };
      const watched = { batch, bookmark: () => null } as unknown as Database;
      while ((await sealSome(watched, later)) > 0);
      expect(Math.max(...sizes)).toBeLessThan(6_000_000);
      expect(await correctionsCount()).toBe(0);
      await expectExactBlocks();
    },
  );

  test('need no round trip more than one for 5,000 to be answered', async () => {
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

test('any text is a value', async () => {
  const of = await newPlace();
  const values = [
    '__proto__',
    'constructor',
    'toString',
    '"]$.x',
    '$."a"',
    '\\',
    "'",
    '{}',
    '[]',
    '0',
    '-1',
    'null',
    '𐀀'.repeat(255),
    '\u00e9',
    'e\u0301',
    'A',
    'a',
    ' ',
    '\n',
    '\u202e',
    '\u{10FFFF}',
    '=',
  ];
  const insert = env.DB.prepare(
    `insert into audience_sessions (analytics_session_id, page_id, audience_id, computation_status, form_state,
      has_conversion, questions_asked_count, total_clicks_count, session_started_at, active_ms, utm_source,
      utm_content, utm_medium, utm_campaign, utm_term, referrer, browser)
    values (?1, ?2, ?3, 'completed', 0, 0, 0, ?4, ?5, 0, ?6, ?6, ?6, ?6, ?6, ?6, ?6)`,
  );
  await env.DB.batch(
    values.flatMap((value, n) =>
      [noon, noon + day].map((start) =>
        insert.bind(newId(), of.pageId, n % 2 ? of.audienceId : null, n, start + n, value),
      ),
    ),
  );
  const before = await answersOf(of);
  const counts = async () => {
    const path = `/v0/pages/${of.pageId}/analytics/breakdown?by=utmSource&limit=100`;
    const { items, other } = (await send<Breakdown>('GET', path)).body;
    expect(other).toBe(null);
    return new Map(items.map((item) => [item.value, item.totalSessions]));
  };
  expect(await counts()).toEqual(new Map(values.map((value) => [value, 2])));
  expect(await sealAll()).toEqual([2 * values.length]);
  expect(await answersOf(of)).toEqual(before);
  // The second write reads what the first has written.
  await insertSessions(of, 1, { start: `${noon} + 100`, others: `'__proto__'` });
  expect(await sealAll()).toEqual([1]);
  expect(await counts()).toEqual(new Map(values.map((value) => [value, value === '__proto__' ? 3 : 2])));
  for (const value of values) {
    const { totalCount, items } = await sessions(of, `utmSource=${encodeURIComponent(value)}`);
    expect(totalCount, value).toBe(value === '__proto__' ? 3 : 2);
    expect(items).toHaveLength(totalCount ?? 0);
  }
});
