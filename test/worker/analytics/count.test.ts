import { at } from '../support/analytics.ts';
import { correctionsCount, sealAll } from '../support/blocks.ts';
import { send } from '../support/client.ts';
import { newPlace, sessions } from '../support/places.ts';
import { changeSessions, forgetSessions, insertSessions } from '../support/sessions.ts';
import { numberOf } from '../support/tables.ts';
import { noon } from '../support/times.ts';

beforeEach(forgetSessions);

test('a list without filters counts blocks, the tail and corrections as a scan does, in ranges that cut blocks', async () => {
  const [of, other] = [await newPlace(), await newPlace()];
  // Three in each millisecond.
  await insertSessions(of, 4500, { start: `${noon} + n / 3` });
  await insertSessions(other, 700, { id: "'other'", start: `${noon} + n` });
  await sealAll();
  // Late sessions, the tail, and sessions that began earlier than blocks have it.
  await insertSessions(of, 40, { id: "'late'", start: `${noon} + 30 * n` });
  await insertSessions(of, 60, { id: "'tail'", start: `${noon} + 2000 + n` });
  await changeSessions(
    of,
    'session_started_at = session_started_at - 7',
    "analytics_session_id like '%-000_00'",
  );
  expect(await correctionsCount()).toBeGreaterThan(40);
  const edges = [-8, 0, 1, 666, 667, 1500, 2030, 3000].map((from) => noon + from);
  const ranges = edges.flatMap((start) =>
    edges.filter((end) => end > start).map((end) => [start, end] as const),
  );
  const inRange = (start: number, end: number) =>
    `session_started_at >= ${start} and session_started_at < ${end}`;
  for (const [start, end] of ranges) {
    const query = `startDate=${at(start)}&endDate=${at(end)}&limit=1`;
    const [list, all] = await Promise.all([
      sessions(of, query),
      send<{ totalCount: number }>('GET', `/v0/audience_sessions?${query}`),
    ]);
    const scan = `select count(*) from audience_sessions where ${inRange(start, end)}`;
    expect(list.totalCount, query).toBe(await numberOf(`${scan} and page_id = '${of.pageId}'`));
    expect(all.body.totalCount, query).toBe(await numberOf(scan));
  }
  expect((await sessions(of, 'limit=1')).totalCount).toBe(4600);
});
