import { env } from 'cloudflare:workers';
import { Meter, openDatabase } from '../../../../src/db/client.ts';
import {
  type AudienceSession,
  SessionListQuery,
  toFilters,
} from '../../../../src/visits/sessions/schemas.ts';
import { readSessions } from '../../../../src/visits/sessions/store/read-all.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { rowsOf } from '../../support/csv.ts';
import { newPlace, type Place } from '../../support/places.ts';
import { allOf } from '../../support/replies.ts';
import { forgetSessions, insertSessions } from '../../support/sessions.ts';
import { noon } from '../../support/times.ts';

afterEach(forgetSessions);

const question = (query: Record<string, string> = {}) => toFilters(SessionListQuery.parse(query));

/** The ids of all sessions of the JSON lists, page by page. */
const listed = async ({ pageId }: Place, query = '') =>
  (await allOf<AudienceSession>(`/v0/pages/${pageId}/audience_sessions?${query}`)).map(
    ({ analyticsSessionId }) => analyticsSessionId,
  );

const filed = async ({ pageId }: Place, query = '') =>
  rowsOf((await send('GET', `/v0/pages/${pageId}/audience_sessions?format=csv&${query}`)).text).map(
    ({ analyticsSessionId = '' }) => analyticsSessionId,
  );

test('the CSV file has each session of the range once, in the order of the list, whatever is filtered', async () => {
  const place = await newPlace();
  // Ten begin in each millisecond.
  await insertSessions(place, 2345, {
    start: `${noon} + n / 10`,
    audience: `iif(n % 4 = 0, '${place.audienceId}', null)`,
    campaign: "'campaign ' || n % 3",
  });
  const from = (ms: number) => new Date(noon + ms).toISOString();
  for (const query of [
    '',
    `audienceId=${place.audienceId}`,
    'utmCampaign=campaign%201',
    `audienceId=${place.audienceId}&utmCampaign=campaign%201&utmCampaign=campaign%202&hasConversion=true`,
    `startDate=${from(50)}&endDate=${from(150)}`,
    'utmCampaign=none',
  ]) {
    const expected = await listed(place, query);
    expect(await filed(place, query), query).toEqual(expected);
  }
  expect(await filed(place)).toHaveLength(2345);
});

/** The ids of the sessions of each batch, and how many statements were sent. */
async function batchesOf({ pageId }: Place, bounds: { atOnce: number; bytes: number; statements: number }) {
  const meter = new Meter();
  const batches: string[][] = [];
  for await (const batch of readSessions(
    openDatabase(env.DB, 'first-primary', meter),
    pageId,
    question(),
    bounds,
  ))
    batches.push(batch.map(({ analyticsSessionId }) => analyticsSessionId));
  return { batches, statements: meter.statements };
}

test('the statements of a CSV file are bounded by sessions, and begin where the last one ended', async () => {
  const place = await newPlace();
  await insertSessions(place, 60, { start: `${noon} + n / 7` });
  const expected = await listed(place);
  for (const atOnce of [2000, 7, 1, 60, 13]) {
    const { batches, statements } = await batchesOf(place, { atOnce, bytes: 1_900_000, statements: 900 });
    expect(batches.flat()).toEqual(expected);
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(atOnce);
    // The first comes with the page. Where it may not have all, the sessions are counted, and one may find none.
    const least = batches.length + 1;
    expect(statements).toBeGreaterThanOrEqual(least);
    expect(statements).toBeLessThanOrEqual(atOnce <= 60 ? least + 6 : least);
  }
});

test('a CSV file reads fewer sessions at once where their texts are long', async () => {
  const place = await newPlace();
  // A quarter has 12,000 characters of three bytes each.
  const others = `iif(n % 4 = 0, replace(printf('%.*c', 2000, 'x'), 'x', '界'), null)`;
  await insertSessions(place, 400, { start: `${noon} + n / 7`, others });
  const expected = await listed(place);
  for (const [bytes, most] of [
    [1_900_000, 400],
    [500_000, 60],
    // One alone, or with some that are short.
    [50_000, 7],
  ] as const) {
    const { batches, statements } = await batchesOf(place, { atOnce: 2000, bytes, statements: 900 });
    expect(batches.flat()).toEqual(expected);
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(most);
    expect(statements).toBeLessThan(3 * batches.length + 10);
  }
  // D1 refuses a text of more than some megabytes.
  await insertSessions(place, 700, {
    id: `'-long-'`,
    start: `${noon} + 1000 + n`,
    others: `printf('%.*c', 2000, 'x')`,
  });
  const { batches } = await batchesOf(place, { atOnce: 2000, bytes: 1_900_000, statements: 900 });
  expect(batches.flat()).toEqual(await listed(place));
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThan(160);
});

test('a CSV file reads more sessions at once where its statements would not suffice', async () => {
  const place = await newPlace();
  await insertSessions(place, 3000);
  const lengths: number[] = [];
  const bounds = { atOnce: 2000, bytes: 1_900_000, statements: 7 };
  for await (const batch of readSessions(openTestDatabase(), place.pageId, question(), bounds))
    lengths.push(batch.length);
  expect(lengths).toEqual([700, 1150, 1150]);
});

test('a CSV file of more sessions than its statements can read is refused before the first row', async () => {
  const place = await newPlace();
  await insertSessions(place, 40);
  const batches = readSessions(openTestDatabase(), place.pageId, question(), {
    atOnce: 5,
    bytes: 1_900_000,
    statements: 6,
  });
  const all: AudienceSession[] = [];
  const read = async () => {
    for await (const batch of batches) all.push(...batch);
  };
  await expect(read()).rejects.toMatchObject({ code: 'too_many_rows' });
  expect(all).toEqual([]);
});

test('sessions that come or go while a CSV file is read neither double nor hide others', async () => {
  const place = await newPlace();
  await insertSessions(place, 40, { start: `${noon} + n` });
  const before = await listed(place);
  const found: string[] = [];
  let turn = 0;
  for await (const batch of readSessions(openTestDatabase(), place.pageId, question(), {
    atOnce: 8,
    bytes: 1_900_000,
    statements: 900,
  })) {
    found.push(...batch.map(({ analyticsSessionId }) => analyticsSessionId));
    // A newer one, and one that was read is erased.
    await insertSessions(place, 1, { id: `'-new-${turn}-'`, start: `${noon} + 1000 + ${turn}` });
    await env.DB.prepare('delete from audience_sessions where analytics_session_id = ?').bind(found[0]).run();
    turn += 1;
  }
  expect(found).toEqual(before);
});

test('an unknown page or audience, and a wrong filter, are problems of a CSV file as in JSON', async () => {
  const { pageId } = await newPlace();
  const codeOf = async (path: string) => (await send<{ code: string }>('GET', `/v0/pages/${path}`)).body.code;
  expect(await codeOf('page_x/audience_sessions?format=csv')).toBe('page_not_found');
  expect(await codeOf(`${pageId}/audience_sessions?format=csv&audienceId=audience_x`)).toBe(
    'audience_not_found',
  );
  expect(await codeOf(`${pageId}/audience_sessions?format=csv&hasConversion=maybe`)).toBe(
    'validation_failed',
  );
});
