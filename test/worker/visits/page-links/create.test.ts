import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PageLink } from '../../../../src/visits/page-links/schemas.ts';
import { insertAudience } from '../../support/audiences.ts';
import { type Problem, send } from '../../support/client.ts';
import { at, newDomain, newLink, patch, post, unique } from '../../support/page-links.ts';
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

describe('a page link', () => {
  test.each([
    ['a page', () => ({ targetType: 'page', pageId })],
    ['a page, the audience left empty', () => ({ targetType: 'page', audienceId: '', pageId })],
    ['a page by its audience', () => ({ targetType: 'page', audienceId })],
    ['a page by its audience and itself', () => ({ targetType: 'page', audienceId, pageId })],
    ['a page by its archived audience', () => ({ targetType: 'page', audienceId: archivedId })],
  ])('leads to %s', async (_what, target) => {
    expect((await newLink({ target: target() })).target).toEqual({
      targetType: 'page',
      audienceId: '',
      pageId,
    });
  });

  test('leads to the audience of an audienceId alone, in a create and in an update', async () => {
    const target = { targetType: 'audience', audienceId, pageId };
    for (const alone of [{ audienceId }, { audienceId, pageId: '' }]) {
      const made = await newLink({ target: alone });
      expect(made.target).toEqual(target);
      const link = await newLink({ target: { targetType: 'page', pageId } });
      const changed = await send<PageLink>('PATCH', at(link), { target: alone });
      expect([changed.status, changed.body.target]).toEqual([200, target]);
    }
  });

  test('leads to an audience whose page is given too', async () => {
    const target = { targetType: 'audience', audienceId, pageId };
    expect((await newLink({ target })).target).toEqual(target);
  });

  test.each([
    ['page_link_none', 'GET'],
    ['page_link_none', 'PATCH'],
    ['page_link_none', 'DELETE'],
    ["'; DROP TABLE page_links;--", 'GET'],
    ['\u0000', 'DELETE'],
  ])('%j does not exist for %s', async (id, method) => {
    const body = method === 'PATCH' ? { path: '/x' } : undefined;
    const reply = await send<Problem>(method, `/v0/page_links/${encodeURIComponent(id)}`, body);
    expect(outcome(reply)).toEqual([404, 'page_link_not_found']);
  });
});

describe('a path', () => {
  test.each([
    ['PRICING', '/PRICING'],
    ['//über//uns/', '/über/uns'],
    ['/%C3%BCber%20alles', '/über%20alles'],
    ['/a/../b/./c', '/b/c'],
    ['/50%25', '/50%25'],
  ])('%j is stored as %j', async (path, stored) => {
    const tenantDomainId = await newDomain();
    const target = { targetType: 'page', pageId };
    expect((await newLink({ path, tenantDomainId, target })).path).toBe(stored);
  });

  test.each(['/a/ü', 'a/ü', '//a//ü//', '/a/ü/', '/a/%C3%BC', '/a/u\u0308', '/%61/ü', '/x/../a/./ü'])(
    'is accepted in the spelling %j too',
    async (path) => {
      const tenantDomainId = await newDomain();
      const target = { targetType: 'page', pageId };
      const holder = await newLink({ path: '/a/ü', tenantDomainId, target });
      const other = await newLink({ path: '/other', tenantDomainId, target });
      await writesNothing(async () => {
        for (const reply of [
          await post({ path, tenantDomainId, target }),
          await patch(other, { path }),
          await patch(other, { path, tenantDomainId }),
        ]) {
          expect(outcome(reply)).toEqual([409, 'path_taken']);
          expect(reply.body).toMatchObject({ field: 'path', conflictingId: holder.pageLinkId });
        }
      });
      // The link itself does not take up its own path.
      expect((await patch(holder, { path })).body.path).toBe('/a/ü');
    },
  );

  test('is case-sensitive', async () => {
    const path = `/${unique()}`;
    await newLink({ path, target: { targetType: 'page', pageId } });
    await newLink({ path: path.toUpperCase(), target: { targetType: 'page', pageId } });
  });

  test('of 50 concurrent creates gets one link', async () => {
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

  test('to which 50 links are moved at once gets one link', async () => {
    const target = { targetType: 'page', pageId };
    const links = await Promise.all(Array.from({ length: 50 }, () => newLink({ target })));
    const path = `/${unique()}`;
    const replies = await Promise.all(links.map((link) => patch(link, { path })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)]);
  });
});

describe('a target', () => {
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
