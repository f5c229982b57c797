import { type Problem, send } from '../../support/client.ts';
import { at, newLink, patch, unique } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { outcome } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

let pageId = '';
beforeAll(async () => {
  pageId = await newPageId();
});

describe('the update of a page link', () => {
  test('without fields changes nothing', async () => {
    const link = await newLink({ target: { targetType: 'page', pageId } });
    await writesNothing(async () => {
      for (const body of [{}, undefined]) {
        const reply = await patch(link, body);
        expect([reply.status, reply.body, reply.headers.get('etag')]).toEqual([200, link, '"1"']);
      }
    });
  });

  test('writes only with a matching If-Match, as a deletion does', async () => {
    const link = await newLink({ target: { targetType: 'page', pageId } });
    const path = `/${unique()}`;
    expect((await patch(link, { path }, { 'if-match': '"1"' })).status).toBe(200);
    const headers = { 'if-match': '"1"' };
    await writesNothing(async () => {
      for (const body of [{ path: '/stale' }, {}]) {
        const stale = await patch(link, body, { 'if-match': '"1", W/"2"' });
        expect(outcome(stale)).toEqual([412, 'precondition_failed']);
        expect(stale.body.currentETag).toBe('"2"');
      }
      expect(outcome(await send<Problem>('DELETE', at(link), undefined, { headers }))[0]).toBe(412);
    });
    expect((await patch(link, {}, { 'if-match': '"7", "2"' })).status).toBe(200);
    const deleted = await send('DELETE', at(link), undefined, { headers: { 'if-match': '"2"' } });
    expect([deleted.status, deleted.headers.get('etag')]).toEqual([200, '"3"']);
    const again = await send('DELETE', at(link), undefined, { headers });
    expect([again.status, again.text]).toEqual([200, deleted.text]);
  });
});

describe('a page link that does not exist', () => {
  test.each([
    ['page_link_none', 'GET'],
    ['page_link_none', 'PATCH'],
    ['page_link_none', 'DELETE'],
    ["'; DROP TABLE page_links;--", 'GET'],
    ['\u0000', 'DELETE'],
  ])('%j is not found by %s', async (id, method) => {
    const body = method === 'PATCH' ? { path: '/x' } : undefined;
    const reply = await send<Problem>(method, `/v0/page_links/${encodeURIComponent(id)}`, body);
    expect(outcome(reply)).toEqual([404, 'page_link_not_found']);
  });
});
