import type { Page } from '../../../../src/content/pages/schemas.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import type { AudienceSession } from '../../../../src/visits/sessions/schemas.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { type Problem, send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { ok, violationsOf } from '../../support/replies.ts';
import { importBegun } from '../../support/sessions.ts';
import { newId } from '../../support/visits.ts';

const list = (query: string) =>
  send<List<AudienceSession> & Problem>('GET', `/v0/pages/${pageId}/audience_sessions?${query}`);

let pageId = '';
let audiences: string[] = [];
/** When sessions begin, the latest first: three at each moment, one of each audience and one without. */
const starts = Array.from(
  { length: 60 },
  (_, n) => Date.UTC(2026, 2, 14, 12) + Math.floor((59 - n) / 3) * 3_700_000,
);

beforeAll(async () => {
  pageId = await newPageId();
  audiences = [await newAudienceId(pageId), await newAudienceId(pageId)];
  await importBegun(
    pageId,
    starts.map((start, n) => ({ analyticsSessionId: newId(), audienceId: audiences[n % 3] ?? null, start })),
  );
});

test('a list of sessions accepts a cursor only with its own filters', async () => {
  const [from, to] = [40, 10].map((index) => new Date(starts[index] ?? 0).toISOString());
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

// http/date-range.test.ts has the rules of a range, and lib/time.test.ts the spellings of a time.
test('the dates of a list are instants of a range, and a cursor belongs to them, however they are spelled', async () => {
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

test('dates before 1970 or after 9999 are the first or the last moment of these years', async () => {
  const totals = [];
  for (const range of [
    'startDate=0001-01-01T00:00:00Z',
    'endDate=9999-12-31T23:59:59.999-23:59',
    'endDate=1969-12-31T23:59:59Z',
    'startDate=9999-12-31T23:59:59.999-23:59',
  ])
    totals.push((await ok(list(range))).totalCount);
  expect(totals).toEqual([starts.length, starts.length, 0, 0]);
});

test('a cursor with the longest possible id of a session is accepted', async () => {
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
