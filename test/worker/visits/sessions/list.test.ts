import type { Page } from '../../../../src/content/pages/schemas.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import type { AudienceSession } from '../../../../src/visits/sessions/schemas.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { type Problem, send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { ok, pagesOf, violationsOf } from '../../support/replies.ts';
import { importSessions } from '../../support/sessions.ts';
import { newId } from '../../support/visits.ts';

interface Made {
  analyticsSessionId: string;
  audienceId: string | null;
  start: number;
}
async function importAll(pageId: string, sessions: Made[]) {
  const body = sessions.map(({ start, ...session }) => {
    const [sessionStartedAt, sessionEndedAt] = [start, start + 1000].map((ms) => new Date(ms).toISOString());
    return { ...session, sessionStartedAt, sessionEndedAt };
  });
  const reply = await importSessions(pageId, body);
  expect(reply.status, reply.text).toBe(200);
}
const list = (query: string, page = pageId) =>
  send<List<AudienceSession> & Problem>('GET', `/v0/pages/${page}/audience_sessions?${query}`);

const noon = Date.UTC(2026, 2, 14, 12);
const made: Made[] = [];
let pageId = '';
let audiences: string[] = [];

beforeAll(async () => {
  pageId = await newPageId();
  audiences = [await newAudienceId(pageId), await newAudienceId(pageId)];
  // Three sessions begin at each moment: one of each audience, and one without.
  for (let n = 0; n < 60; n++) {
    const start = noon + Math.floor(n / 3) * 3_700_000;
    made.push({ analyticsSessionId: newId(), audienceId: audiences[n % 3] ?? null, start });
  }
  await importAll(pageId, made);
  made.sort((a, b) => b.start - a.start || (a.analyticsSessionId < b.analyticsSessionId ? 1 : -1));
});

// models/sessions.test.ts has what a list of each range and filter has, page by page.
describe('the list', () => {
  test('has every session once while others are added', async () => {
    const page = await newPageId();
    const of = (start: number): Made => ({ analyticsSessionId: newId(), audienceId: null, start });
    const there = Array.from({ length: 10 }, (_, n) => of(noon + n));
    await importAll(page, there);
    const got: string[] = [];
    for await (const { items } of pagesOf((next) => ok(list(`limit=3${next}`, page)))) {
      got.push(...items.map(({ analyticsSessionId }) => analyticsSessionId));
      await importAll(page, [of(noon + 1000)]);
    }
    expect(got).toEqual(there.map(({ analyticsSessionId }) => analyticsSessionId).reverse());
  });

  test('of a page takes one trip, and an archived audience still has a list', async () => {
    const page = await newPageId();
    const audienceId = await newAudienceId(page);
    await importAll(page, [{ analyticsSessionId: newId(), audienceId, start: noon }]);
    await send('POST', `/v0/pages/${page}/audiences/${audienceId}/archive`, {});
    const { body, cost } = await list(`audienceId=${audienceId}`, page);
    expect([body.totalCount, body.items.length, cost.trips]).toEqual([1, 1, 1]);
  });

  test('of an unknown page or audience is a 404', async () => {
    const answers = async (query: string, page = pageId) => {
      const { status, body } = await list(query, page);
      return `${status} ${body.code}`;
    };
    expect(await answers('', 'page_none')).toBe('404 page_not_found');
    expect(await answers('audienceId=x', 'page_none')).toBe('404 page_not_found');
    const theirs = await newAudienceId(await newPageId());
    for (const audienceId of ['x', '%00', theirs, `${audiences[0]}%20`, pageId])
      expect(await answers(`audienceId=${audienceId}`), audienceId).toBe('404 audience_not_found');
  });

  test('accepts a cursor only with its own filters', async () => {
    const [from, to] = [40, 10].map((index) => new Date(made[index]?.start ?? 0).toISOString());
    const of = ['', `startDate=${from}`, `endDate=${to}`, ...audiences.map((id) => `audienceId=${id}`)];
    const cursors: string[] = [];
    for (const query of of) cursors.push((await list(`${query}&limit=1`)).body.nextCursor ?? '');
    for (const [index, query] of of.entries())
      for (const [other, cursor] of cursors.entries()) {
        const { status, body } = await list(`${query}&cursor=${cursor}`);
        const answer = index === other ? [200, undefined] : [400, 'invalid_cursor'];
        expect([status, body.code], `${query} / ${of[other]}`).toEqual(answer);
      }
  });
});

describe('a session', () => {
  const read = (id: string, page = pageId) =>
    send<AudienceSession & Problem>('GET', `/v0/pages/${page}/audience_sessions/${id}`);

  test('is found by either of its ids, in one trip', async () => {
    for (const { analyticsSessionId, audienceId } of made.slice(0, 3)) {
      const { body, cost } = await read(analyticsSessionId);
      expect(cost.trips).toBe(1);
      const id = audienceId === null ? null : `audience_session_${analyticsSessionId}`;
      expect(body).toMatchObject({ analyticsSessionId, audienceId, audienceSessionId: id });
      const found = await read(`audience_session_${analyticsSessionId}`);
      expect(id === null ? found.body.code : found.body).toEqual(
        id === null ? 'audience_session_not_found' : body,
      );
    }
  });

  test('is not found on another page', async () => {
    const other = await newPageId();
    const { status, body } = await read(made[0]?.analyticsSessionId ?? '', other);
    expect([status, body.code]).toEqual([404, 'audience_session_not_found']);
    expect((await read(made[0]?.analyticsSessionId ?? '', 'page_none')).body.code).toBe('page_not_found');
  });
});

// http/date-range.test.ts has the rules of a range, and lib/time.test.ts the spellings of a time.
test('the dates are instants of a range, and a cursor belongs to them, however they are spelled', async () => {
  const wrong = await list('startDate=2026-01-01&endDate=y&limit=0');
  expect(violationsOf(wrong).sort()).toEqual([
    'query endDate invalid_format',
    'query limit too_small',
    'query startDate invalid_format',
  ]);
  const empty = await list('startDate=2026-01-01T00:00:00Z&endDate=2026-01-01T02:00:00%2B02:00');
  expect(violationsOf(empty)).toEqual(['query endDate invalid_value']);
  const { nextCursor } = (await list('limit=1&startDate=2025-03-04T10:00:00Z')).body;
  const next = (startDate: string) => list(`limit=1&startDate=${startDate}&cursor=${nextCursor}`);
  const second = (await next('2025-03-04T10:00:00Z')).body.items;
  expect(second).toHaveLength(1);
  for (const startDate of [
    '2025-03-04t10:00:00.000z',
    '2025-03-04T12:00:00%2B02:00',
    '2025-03-04T09:59:59.9995Z',
  ])
    expect((await next(startDate)).body.items, startDate).toEqual(second);
  expect((await next('2025-03-04T10:00:00.001Z')).body.code).toBe('invalid_cursor');
});

test('a cursor with the longest possible id is accepted', async () => {
  const page = await send<Page>('POST', '/v0/pages', { title: 'Long ids', url: 'https://long-ids.example/' });
  const path = `/v0/pages/${page.body.pageId}/audience_sessions`;
  const at = { sessionStartedAt: '2025-03-04T10:00:00Z', sessionEndedAt: '2025-03-04T10:00:00Z' };
  const ids = ['b', 'a'].map((end) => '\u{1f601}'.repeat(254) + end);
  await send('POST', `${path}/import`, {
    sessions: ids.map((analyticsSessionId) => ({ ...at, analyticsSessionId })),
  });
  const first = await send<List<AudienceSession>>('GET', `${path}?limit=1`);
  const second = await send<List<AudienceSession>>('GET', `${path}?limit=1&cursor=${first.body.nextCursor}`);
  const found = [...first.body.items, ...second.body.items];
  expect(found.map(({ analyticsSessionId }) => analyticsSessionId)).toEqual(ids);
});
