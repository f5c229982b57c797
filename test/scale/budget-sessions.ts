import type { Audience } from '../../src/audiences/schemas.ts';
import type { List } from '../../src/lib/cursor.ts';
import type { Page } from '../../src/pages/schemas.ts';
import type { AudienceSession } from '../../src/sessions/schemas.ts';
import { collectKey, send } from '../worker/support/client.ts';
import { visitedFrom, visitedPage } from '../worker/support/content-factories.ts';
import { at, type Call, made, nextPage, type Row, row, unique } from './budget.ts';

const sessions = `/v0/pages/${visitedPage}/audience_sessions`;
const analytics = `/v0/pages/${visitedPage}/analytics/audiences`;
const day = 86_400_000;
/** Thirty days from a quarter past one hour to half past another. */
const range = `startDate=${new Date(visitedFrom - 3.75 * 3_600_000).toISOString()}&endDate=${new Date(visitedFrom + 30 * day - 3.5 * 3_600_000).toISOString()}`;

const visited = async () => {
  const { body } = await send<List<AudienceSession>>('GET', `${sessions}?limit=1`);
  const [session] = body.items;
  if (!session) throw new Error('no session is loaded');
  return session;
};

/** A page with an audience, and `n` sessions to import, one per day. */
async function toImport(n: number) {
  const { pageId } = await made<Page>('/v0/pages', { title: 'Budget', url: `https://${unique()}.example/` });
  const { audienceId } = await made<Audience>(`/v0/pages/${pageId}/audiences`, {});
  const list = Array.from({ length: n }, (_, index) => {
    const time = new Date(Date.UTC(2024, 0, 1, 12) + index * day).toISOString();
    return {
      ...{ analyticsSessionId: unique().padEnd(16, 'x'), audienceId, audienceSessionId: unique() },
      ...{ sessionStartedAt: time, sessionEndedAt: time, totalClicksCount: 1 },
    };
  });
  return { path: `/v0/pages/${pageId}/audience_sessions/import`, body: { sessions: list } };
}

let addresses = 0;
const newAddress = () => `198.51.100.${addresses++}`;
/** A visit with a form that names its sender, by default from a new address. */
async function formVisit(address = newAddress()): Promise<Call> {
  const visit = {
    ...{ analyticsSessionId: unique().padEnd(16, 'x'), pageId: 'page_none', elapsedMs: 0, activeMs: 0 },
    ...{ engagedMs: 0, maxScrollDepthPercentage: 0, clicksCount: 0, questionsAskedCount: 0 },
    ...{ hasConversion: false, formSubmit: { formSubmissionId: 'f', email: `${unique()}@form.example` } },
  };
  return at('/v0/visits', visit, { 'x-api-key': await collectKey(), 'cf-connecting-ip': address });
}

const listRoute = 'GET /v0/pages/:page_id/audience_sessions';
const analyticsRoute = 'GET /v0/pages/:page_id/analytics/audiences';
const importRoute = 'POST /v0/pages/:page_id/audience_sessions/import';

export const sessionTable: Row[] = [
  row(listRoute, '50 a page', [200, 56, 0], () => at(sessions)),
  row(listRoute, 'second page of 100', [200, 107, 0], () => nextPage(`${sessions}?limit=100`)),
  row(listRoute, 'ninth page of 100', [200, 107, 0], async () => {
    let next = await nextPage(`${sessions}?limit=100`);
    for (let page = 3; page <= 9; page++) {
      const { body } = await send<List<AudienceSession>>('GET', next.path);
      next = { path: `${sessions}?limit=100&cursor=${body.nextCursor}` };
    }
    return next;
  }),
  row(listRoute, 'of an audience', [200, 17, 0], async () =>
    at(`${sessions}?limit=10&audienceId=${(await visited()).audienceId}`),
  ),
  row(listRoute, 'of 30 days', [200, 75, 0], () => at(`${sessions}?${range}`)),
  row(listRoute, 'of an audience and 30 days', [200, 36, 0], async () =>
    at(`${sessions}?limit=10&${range}&audienceId=${(await visited()).audienceId}`),
  ),
  row(listRoute, 'not found', [404, 3, 0], () => at('/v0/pages/page_none/audience_sessions')),
  row(`${listRoute}/:audience_session_id`, 'by its analyticsSessionId', [200, 2, 0], async () =>
    at(`${sessions}/${(await visited()).analyticsSessionId}`),
  ),
  row(`${listRoute}/:audience_session_id`, 'by its audienceSessionId', [200, 2, 0], async () =>
    at(`${sessions}/${(await visited()).audienceSessionId}`),
  ),
  row(`${listRoute}/:audience_session_id`, 'by the audienceSessionId of an import', [200, 2, 0], async () => {
    const { path, body } = await toImport(1);
    await send('POST', path, body);
    return at(path.replace('import', body.sessions[0]?.audienceSessionId ?? ''));
  }),
  row(`${listRoute}/:audience_session_id`, 'not found', [404, 1, 0], () => at(`${sessions}/none`)),
  row(analyticsRoute, '100 audiences, 30 days', [200, 1713, 0], () => at(`${analytics}?${range}`)),
  row(analyticsRoute, '100 audiences, all time', [200, 605, 0], () => at(analytics)),
  row(analyticsRoute, 'not found', [404, 2, 0], () => at('/v0/pages/page_none/analytics/audiences')),
  row(importRoute, '1 session', [200, 21, 15], () => toImport(1)),
  row(importRoute, '500 sessions, one a day', [200, 8504, 7500], () => toImport(500)),
  row(importRoute, '500 existing sessions', [200, 9005, 0], async () => {
    const { path, body } = await toImport(500);
    await send('POST', path, body);
    return at(path, body);
  }),
  row(importRoute, 'an unknown audience', [404, 14, 0], async () => {
    const { path, body } = await toImport(1);
    const [session] = body.sessions;
    return at(path, { sessions: [{ ...session, audienceId: 'audience_none' }] });
  }),
  row('POST /v0/visits', 'the key is known', [202, 0, 0, 0], async () => {
    const visit = {
      ...{ analyticsSessionId: unique().padEnd(16, 'x'), pageId: 'page_none', elapsedMs: 0, activeMs: 0 },
      ...{ engagedMs: 0, maxScrollDepthPercentage: 0, clicksCount: 0, questionsAskedCount: 0 },
      hasConversion: false,
    };
    const headers = { 'x-api-key': await collectKey() };
    await send('POST', '/v0/visits', visit, { headers });
    return at('/v0/visits', visit, headers);
  }),
  row('POST /v0/visits', 'with a form that names its sender', [202, 3, 2, 1], () => formVisit()),
  row('POST /v0/visits', 'with a form that was sent before', [202, 4, 0, 1], async () => {
    // The cost must not depend on the number of forms that are counted for its address.
    const address = newAddress();
    for (let n = 0; n < 10; n++) {
      const { body, headers } = await formVisit(address);
      await send('POST', '/v0/visits', body, { headers: headers ?? {} });
    }
    const call = await formVisit(address);
    await send('POST', '/v0/visits', call.body, { headers: call.headers ?? {} });
    return call;
  }),
  row('POST /v0/visits', 'with the 61st form of an address', [429, 123, 0], async () => {
    const address = newAddress();
    for (let n = 0; n < 60; n++) {
      const { body, headers } = await formVisit(address);
      await send('POST', '/v0/visits', body, { headers: headers ?? {} });
    }
    return formVisit(address);
  }),
  row('GET /visit.js', 'a file', [200, 0, 0, 0], () => at('/visit.js')),
];
