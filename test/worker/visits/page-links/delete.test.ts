import type { PageLink } from '../../../../src/visits/page-links/schemas.ts';
import { send } from '../../support/client.ts';
import { at, get, newLink, patch } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { outcome, timestamp } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

let pageId = '';
beforeAll(async () => {
  pageId = await newPageId();
});

describe('the deletion of a page link', () => {
  test('leaves the link readable, and its path free', async () => {
    const link = await newLink({ target: { targetType: 'page', pageId } });
    const deleted = await send<PageLink>('DELETE', at(link));
    expect([deleted.status, deleted.headers.get('etag'), deleted.cost.trips]).toEqual([200, '"2"', 1]);
    expect(deleted.body).toEqual({ ...link, updatedAt: timestamp, deletedAt: timestamp });
    expect(deleted.body.updatedAt).toBe(deleted.body.deletedAt);
    await writesNothing(async () => {
      const again = await send('DELETE', at(link));
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([200, deleted.text, '"2"']);
      for (const body of [{ path: '/x' }, {}]) {
        expect(outcome(await patch(link, body))).toEqual([404, 'page_link_not_found']);
      }
    });
    expect(await get(link)).toEqual(deleted.body);

    const next = await newLink({ path: link.path, target: { targetType: 'page', pageId } });
    expect(next.pageLinkId).not.toBe(link.pageLinkId);
    await send('DELETE', at(next));
    expect((await newLink({ path: link.path, target: { targetType: 'page', pageId } })).deletedAt).toBeNull();
  });

  test('by 20 concurrent requests is done once', async () => {
    const link = await newLink({ target: { targetType: 'page', pageId } });
    const replies = await Promise.all(Array.from({ length: 20 }, () => send('DELETE', at(link))));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });
});
