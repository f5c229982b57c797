import { env } from 'cloudflare:workers';
import { insertAudience } from '../../support/audiences.ts';
import { newLink, patch, post, unique } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { outcome } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

let pageId = '';
let otherPageId = '';
let audienceId = '';
let archivedId = '';
beforeAll(async () => {
  [pageId, otherPageId] = await Promise.all([newPageId(), newPageId()]);
  audienceId = await insertAudience(pageId);
  archivedId = await insertAudience(pageId, { archivedAt: 1 });
});

describe('the target of a page link', () => {
  test.each<[string, () => object, number, string]>([
    [
      'an audience that is not there',
      () => ({ targetType: 'audience', audienceId: 'audience_x' }),
      404,
      'audience_not_found',
    ],
    [
      'an audience of another page',
      () => ({ targetType: 'audience', audienceId, pageId: otherPageId }),
      404,
      'audience_not_found',
    ],
    [
      'an audience of a page that is not there',
      () => ({ targetType: 'audience', audienceId, pageId: 'page_x' }),
      404,
      'audience_not_found',
    ],
    [
      'an archived audience',
      () => ({ targetType: 'audience', audienceId: archivedId }),
      409,
      'audience_archived',
    ],
    [
      'an archived audience of another page',
      () => ({ targetType: 'audience', audienceId: archivedId, pageId: otherPageId }),
      404,
      'audience_not_found',
    ],
    ['a page that is not there', () => ({ targetType: 'page', pageId: 'page_x' }), 404, 'page_not_found'],
    [
      'a page by an audience that is not there',
      () => ({ targetType: 'page', audienceId: 'audience_x' }),
      404,
      'audience_not_found',
    ],
    [
      'a page with an audience of another one',
      () => ({ targetType: 'page', audienceId, pageId: otherPageId }),
      404,
      'audience_not_found',
    ],
    [
      'a page that is not there, with an audience',
      () => ({ targetType: 'page', audienceId, pageId: 'page_x' }),
      404,
      'page_not_found',
    ],
  ])('is refused when it is %s', async (_what, target, status, code) => {
    const link = await newLink({ target: { targetType: 'page', pageId } });
    await writesNothing(async () => {
      const body = { path: `/${unique()}`, target: target() };
      for (const reply of [
        await post(body),
        await patch(link, body),
        await patch(link, { target: target() }),
      ]) {
        expect(outcome(reply), reply.text).toEqual([status, code]);
        expect(reply.cost).toMatchObject({ trips: 1, written: 0 });
        if (status === 409) {
          expect(reply.body).toMatchObject({ field: 'target.audienceId', conflictingId: archivedId });
        }
      }
    });
  });

  test('stays when its audience is archived later, and when other fields change', async () => {
    const later = await insertAudience(pageId);
    const link = await newLink({ target: { targetType: 'audience', audienceId: later } });
    await env.DB.prepare('UPDATE audiences SET archived_at = 1 WHERE audience_id = ?').bind(later).run();
    const reply = await patch(link, { path: `/${unique()}` });
    expect([reply.status, reply.body.target]).toEqual([200, link.target]);
  });
});

describe('the tenant domain of a page link', () => {
  test('is refused when it does not exist', async () => {
    const link = await newLink({ target: { targetType: 'page', pageId } });
    await writesNothing(async () => {
      for (const tenantDomainId of ['tenant_domain_x', "' OR 1=1 --"]) {
        const body = { path: `/${unique()}`, tenantDomainId, target: { targetType: 'page', pageId } };
        for (const reply of [await post(body), await patch(link, { tenantDomainId })]) {
          expect(outcome(reply)).toEqual([404, 'tenant_domain_not_found']);
          expect(reply.cost).toMatchObject({ trips: 1, written: 0 });
        }
      }
    });
  });
});

describe('one path on one domain has one live link (409 path_taken)', () => {
  test('of 50 concurrent creates', async () => {
    const path = `/${unique()}`;
    const target = { targetType: 'page', pageId };
    const replies = await Promise.all(Array.from({ length: 50 }, () => post({ path, target })));
    const [made, ...more] = replies.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    const refused = replies.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(49);
    expect(new Set(refused.map(({ body }) => body.conflictingId))).toEqual(new Set([made?.body.pageLinkId]));
    const { results } = await env.DB.prepare('SELECT seq FROM page_links WHERE path = ?').bind(path).all();
    expect(results).toHaveLength(1);
  });

  test('of 50 links that are moved to it at once', async () => {
    const target = { targetType: 'page', pageId };
    const links = await Promise.all(Array.from({ length: 50 }, () => newLink({ target })));
    const path = `/${unique()}`;
    const replies = await Promise.all(links.map((link) => patch(link, { path })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
  });
});
