import { beforeAll, describe, expect, test } from 'vitest';
import { insertAudience } from '../../support/audiences.ts';
import { type Problem, send } from '../../support/client.ts';
import { at, get, newDomain, newLink, patch, unique } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { outcome, timestamp } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

let pageId = '';
let otherPageId = '';
let audienceId = '';
let domainId = '';
beforeAll(async () => {
  [pageId, otherPageId, domainId] = await Promise.all([newPageId(), newPageId(), newDomain()]);
  audienceId = await insertAudience(pageId);
});

describe('PATCH', () => {
  test('changes the fields given, and its ETag', async () => {
    const link = await newLink({ tenantDomainId: domainId, target: { targetType: 'audience', audienceId } });
    const path = `/${unique()}`;
    const expected = { ...link, updatedAt: timestamp };
    const renamed = await patch(link, { path });
    expect([renamed.status, renamed.headers.get('etag'), renamed.cost.trips]).toEqual([200, '"2"', 1]);
    expect(renamed.body).toEqual({ ...expected, path });
    const retargeted = await patch(link, {
      target: { targetType: 'page', audienceId: '', pageId: otherPageId },
    });
    const target = { targetType: 'page', audienceId: '', pageId: otherPageId };
    expect(retargeted.body).toEqual({ ...expected, path, target });
    const moved = await patch(link, { tenantDomainId: null });
    expect(moved.body).toEqual({ ...expected, path, target, tenantDomainId: null });
    expect(await get(link)).toEqual(moved.body);

    const all = await patch(link, { path: link.path, tenantDomainId: domainId, target: link.target });
    expect(all.body).toEqual({ ...link, updatedAt: timestamp });
    expect(all.headers.get('etag')).toBe('"5"');
  });

  test('without fields changes nothing', async () => {
    const link = await newLink({ target: { targetType: 'page', pageId } });
    await writesNothing(async () => {
      for (const body of [{}, undefined]) {
        const reply = await patch(link, body);
        expect([reply.status, reply.body, reply.headers.get('etag')]).toEqual([200, link, '"1"']);
      }
    });
  });

  test('and DELETE write only with a matching If-Match', async () => {
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
