import { send } from '../support/client.ts';
import { newPageId } from '../support/pages.ts';
import { etagOf, outcome } from '../support/replies.ts';
import { importSessions } from '../support/sessions.ts';
import { newId } from '../support/visits.ts';

const start = '2026-03-02T00:00:00Z';
const end = '2026-03-04T00:00:00Z';
const range = `startDate=${start}&endDate=${end}`;
let pageId = '';

const visit = () => {
  const sessionStartedAt = '2026-03-03T10:00:00Z';
  const session = { analyticsSessionId: newId(), sessionStartedAt, sessionEndedAt: sessionStartedAt };
  return importSessions(pageId, [{ ...session, utmSource: 'newsletter' }]);
};
const get = (path: string, tag?: string) =>
  send<object>('GET', path, undefined, tag === undefined ? {} : { headers: { 'if-none-match': tag } });

beforeAll(async () => {
  pageId = await newPageId();
  await visit();
});

describe.each([
  ['analytics/audiences', () => `/v0/pages/${pageId}/analytics/audiences?${range}`],
  ['analytics/timeseries', () => `/v0/pages/${pageId}/analytics/timeseries?interval=day&${range}`],
  ['analytics/breakdown', () => `/v0/pages/${pageId}/analytics/breakdown?by=utmSource&${range}`],
  ['analytics/pages of all pages', () => `/v0/analytics/pages?${range}`],
  ['analytics/timeseries of all pages', () => `/v0/analytics/timeseries?interval=day&${range}`],
  ['analytics/breakdown of all pages', () => `/v0/analytics/breakdown?by=utmSource&${range}`],
  ['audience_sessions of all pages', () => `/v0/audience_sessions?${range}`],
])('the entity tag of %s', (_what, path) => {
  test('answers 304 until a visit changes the answer', async () => {
    const first = await get(path());
    const tag = etagOf(first);
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)]);
    expect(first.headers.get('content-type')).toBe('application/json');
    const same = await get(path(), `"other", W/${tag}`);
    expect([same.status, same.text, etagOf(same)]).toEqual([304, '', tag]);
    expect((await get(path(), '*')).status).toBe(304);
    await visit();
    const next = await get(path(), tag);
    expect([next.status, next.text === first.text, etagOf(next) === tag]).toEqual([200, false, false]);
    expect(etagOf(await get(`${path()}&device=mobile`))).not.toBe(etagOf(next));
    expect(outcome(await get(path(), 'no tag'))).toEqual([400, 'validation_failed']);
  });
});

test.each(['accounts', 'persons'])('the analytics of %s that came have an entity tag too', async (kind) => {
  const path = `/v0/analytics/${kind}?${range}`;
  const tag = etagOf(await get(path));
  expect((await get(path, tag)).status).toBe(304);
});
