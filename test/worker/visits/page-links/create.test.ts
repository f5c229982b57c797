import { env } from 'cloudflare:workers';
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

describe('what a schema cannot say', () => {
  type Violations = [path: string, code: string][];
  const target = { targetType: 'page', pageId: 'page_x' };
  const cases: [string, Record<string, unknown>, Violations][] = [
    ['2,049 characters', { path: `/${'a'.repeat(2048)}`, target }, [['path', 'too_long']]],
    ['2,049 escaped characters', { path: `/${'%C3%BC'.repeat(2048)}`, target }, [['path', 'too_long']]],
    ['spaces that are too long escaped', { path: '/ '.repeat(700), target }, [['path', 'too_long']]],
    ['100,000 characters', { path: 'ü'.repeat(100_000), target }, [['path', 'too_long']]],
    ['a query in the path', { path: '/a?b', target }, [['path', 'invalid_value']]],
    ['a fragment in the path', { path: '/a#b', target }, [['path', 'invalid_value']]],
    ['a URL', { path: 'https://x/y', target }, [['path', 'invalid_value']]],
    ['half an escape', { path: '/100%', target }, [['path', 'invalid_format']]],
    ['an escape that is not UTF-8', { path: '/%FF', target }, [['path', 'invalid_format']]],
    [
      'a bad path in two ways',
      { path: '/a?%', target },
      [
        ['path', 'invalid_value'],
        ['path', 'invalid_format'],
      ],
    ],
    ['no target type', { path: '/a', target: { pageId: 'page_x' } }, [['target.targetType', 'required']]],
    ['an empty target', { path: '/a', target: {} }, [['target.targetType', 'required']]],
    [
      'an empty audience alone',
      { path: '/a', target: { audienceId: '' } },
      [['target.targetType', 'required']],
    ],
    [
      'an audience and a page of no type',
      { path: '/a', target: { audienceId: 'audience_x', pageId: 'page_x' } },
      [['target.targetType', 'required']],
    ],
    [
      'an audience without one',
      { path: '/a', target: { targetType: 'audience' } },
      [['target.audienceId', 'required']],
    ],
    [
      'an empty audience',
      { path: '/a', target: { targetType: 'audience', audienceId: '', pageId: 'x' } },
      [['target.audienceId', 'required']],
    ],
    ['a page without one', { path: '/a', target: { targetType: 'page' } }, [['target.pageId', 'required']]],
    [
      'a page and an audience that are empty',
      { path: '/a', target: { targetType: 'page', audienceId: '', pageId: '' } },
      [['target.pageId', 'required']],
    ],
    [
      'an unknown field of the target',
      { path: '/a', target: { targetType: 'audience', url: 'x' } },
      [
        ['target.url', 'unknown_field'],
        ['target.audienceId', 'required'],
      ],
    ],
    [
      'everything at once',
      { path: '', tenantDomainId: 1, target: { targetType: 'x' }, more: 1 },
      [
        ['path', 'too_short'],
        ['tenantDomainId', 'invalid_type'],
        ['target.targetType', 'not_allowed'],
        ['more', 'unknown_field'],
      ],
    ],
  ];
  const sorted = (violations: Violations) => [...violations].sort((a, b) => (`${a}` < `${b}` ? -1 : 1));

  test.each(cases)('%s is reported, and nothing is written', async (_what, body, violations) => {
    const link = await newLink({ target: { targetType: 'page', pageId } });
    await writesNothing(async () => {
      for (const reply of [await post(body), await patch(link, body)]) {
        expect(outcome(reply), reply.text).toEqual([400, 'validation_failed']);
        const named = (reply.body.errors ?? []).map(({ path, code }): [string, string] => [path, code]);
        expect(sorted(named)).toEqual(sorted(violations));
        expect(reply.cost.trips).toBe(0);
      }
    });
  });

  test('a path of 2,048 characters is accepted in its longest spelling', async () => {
    const path = `/${'\u{1f4a9}'.repeat(2047)}`;
    const spelling = encodeURI(path);
    const link = await newLink({
      path: spelling,
      tenantDomainId: await newDomain(),
      target: { targetType: 'page', pageId },
    });
    expect(link.path).toBe(path);
    expect((await patch(link, { path: link.path })).body.path).toBe(path);
  });
});
