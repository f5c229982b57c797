import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PageLink } from '../../../src/page-links/schemas.ts';
import type { TenantDomain } from '../../../src/tenant-domains/schemas.ts';
import { contents, type Problem, send } from '../support/client.ts';
import { newAudience, newDomain, newLink, newPage, unique } from '../support/link-factories.ts';

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const at = ({ pageLinkId }: { pageLinkId: string }) => `/v0/page_links/${pageLinkId}`;
const post = (body: unknown) => send<PageLink & Problem>('POST', '/v0/page_links', body);
const patch = (link: { pageLinkId: string }, body: unknown, headers: Record<string, string> = {}) =>
  send<PageLink & Problem>('PATCH', at(link), body, { headers });
const get = async (link: { pageLinkId: string }) => (await send<PageLink>('GET', at(link))).body;
const outcome = ({ status, body }: { status: number; body: Problem }) => [status, body.code];

let pageId = '';
let otherPageId = '';
let audienceId = '';
let archivedId = '';
let domainId = '';
beforeAll(async () => {
  [pageId, otherPageId, domainId] = await Promise.all([newPage(), newPage(), newDomain()]);
  audienceId = await newAudience(pageId);
  archivedId = await newAudience(pageId, { archivedAt: 1 });
});

describe('a page link', () => {
  test('has every field of the interface, of its type', async () => {
    const path = `/${unique()}`;
    const reply = await post({
      path,
      tenantDomainId: domainId,
      target: { targetType: 'audience', audienceId },
    });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('etag')).toBe('"1"');
    expect(reply.cost.trips).toBe(1);
    expect(reply.body).toEqual({
      pageLinkId: expect.stringMatching(/^page_link_[0-7][0-9a-z]{25}$/),
      tenantDomainId: domainId,
      path,
      target: { targetType: 'audience', audienceId, pageId },
      createdAt: timestamp,
      updatedAt: reply.body.createdAt,
      deletedAt: null,
    });
    expect(z.strictObject(PageLink.shape).parse(reply.body)).toEqual(reply.body);
    const read = await send('GET', at(reply.body));
    expect([read.status, read.body, read.headers.get('etag')]).toEqual([200, reply.body, '"1"']);
    const fresh = await send('GET', at(reply.body), undefined, { headers: { 'if-none-match': '"1"' } });
    expect([fresh.status, fresh.text]).toEqual([304, '']);
  });

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
      const before = await contents();
      for (const reply of [
        await post({ path, tenantDomainId, target }),
        await patch(other, { path }),
        await patch(other, { path, tenantDomainId }),
      ]) {
        expect(outcome(reply)).toEqual([409, 'path_taken']);
        expect(reply.body).toMatchObject({ field: 'path', conflictingId: holder.pageLinkId });
      }
      expect(await contents()).toEqual(before);
      // The link itself does not take up its own path.
      expect((await patch(holder, { path })).body.path).toBe('/a/ü');
    },
  );

  test('is case-sensitive', async () => {
    const path = `/${unique()}`;
    await newLink({ path, target: { targetType: 'page', pageId } });
    await newLink({ path: path.toUpperCase(), target: { targetType: 'page', pageId } });
  });

  test('is unique within its domain, and within the fallback subdomain', async () => {
    const [first, second] = [await newDomain(), await newDomain()];
    const path = `/${unique()}`;
    const target = { targetType: 'page', pageId };
    const links = [];
    for (const tenantDomainId of [undefined, first, second]) {
      links.push(await newLink({ path, tenantDomainId, target }));
      const [holder] = links.slice(-1);
      const reply = await post({ path, tenantDomainId: tenantDomainId ?? null, target });
      expect([reply.status, reply.body.conflictingId]).toEqual([409, holder?.pageLinkId]);
    }
    const [onFallback, onFirst] = links as [PageLink, PageLink, PageLink];
    // A link cannot be moved to the place of another one, whichever field the request changes.
    for (const [link, tenantDomainId, holder] of [
      [onFallback, first, onFirst],
      [onFirst, null, onFallback],
    ] as const) {
      const reply = await patch(link, { tenantDomainId });
      expect([reply.status, reply.body.conflictingId]).toEqual([409, holder.pageLinkId]);
    }
    await send('DELETE', at(onFirst));
    const moved = await patch(onFallback, { tenantDomainId: first });
    expect([moved.status, moved.body.tenantDomainId, moved.body.path]).toEqual([200, first, path]);
    expect((await patch(onFallback, { tenantDomainId: null })).body.tenantDomainId).toBeNull();
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
    const before = await contents();
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
    expect(await contents()).toEqual(before);
  });

  test('stays when its audience is archived later, and when other fields change', async () => {
    const later = await newAudience(pageId);
    const link = await newLink({ target: { targetType: 'audience', audienceId: later } });
    await env.DB.prepare('UPDATE audiences SET archived_at = 1 WHERE audience_id = ?').bind(later).run();
    const reply = await patch(link, { path: `/${unique()}` });
    expect([reply.status, reply.body.target]).toEqual([200, link.target]);
  });
});

describe('a tenant domain', () => {
  test('that does not exist has no links', async () => {
    const link = await newLink({ target: { targetType: 'page', pageId } });
    const before = await contents();
    for (const tenantDomainId of ['tenant_domain_x', "' OR 1=1 --"]) {
      const body = { path: `/${unique()}`, tenantDomainId, target: { targetType: 'page', pageId } };
      for (const reply of [await post(body), await patch(link, { tenantDomainId })]) {
        expect(outcome(reply)).toEqual([404, 'tenant_domain_not_found']);
        expect(reply.cost).toMatchObject({ trips: 1, written: 0 });
      }
    }
    expect(await contents()).toEqual(before);
  });

  test('is created once and listed newest first', async () => {
    const name = `${unique()}.example`;
    const made = await send<TenantDomain>('POST', '/v0/tenant_domains', {
      domain: `https://${name.toUpperCase()}:443/`,
    });
    expect([made.status, made.cost.trips]).toEqual([201, 1]);
    expect(made.body).toEqual({
      tenantDomainId: expect.stringMatching(/^tenant_domain_[0-7][0-9a-z]{25}$/),
      domain: name,
      createdAt: timestamp,
    });
    const again = await send<Problem>('POST', '/v0/tenant_domains', { domain: name.toUpperCase() });
    expect(outcome(again)).toEqual([409, 'domain_taken']);
    expect(again.body).toMatchObject({ field: 'domain', conflictingId: made.body.tenantDomainId });

    const { tenantDomainId: newest } = (
      await send<TenantDomain>('POST', '/v0/tenant_domains', { domain: `${unique()}.example` })
    ).body;
    type List = { items: TenantDomain[]; totalCount: number; nextCursor: string | null; hasMore: boolean };
    const all = await send<List>('GET', '/v0/tenant_domains?limit=100');
    expect(all.cost.trips).toBe(1);
    expect(all.body.items.slice(0, 2).map(({ tenantDomainId }) => tenantDomainId)).toEqual([
      newest,
      made.body.tenantDomainId,
    ]);
    expect(all.body).toMatchObject({ totalCount: all.body.items.length, hasMore: false, nextCursor: null });
    const first = await send<List>('GET', '/v0/tenant_domains?limit=1');
    const second = await send<List>('GET', `/v0/tenant_domains?limit=1&cursor=${first.body.nextCursor}`);
    expect([...first.body.items, ...second.body.items]).toEqual(all.body.items.slice(0, 2));
  });

  test.each([
    ['www.', 'www.'],
    ['M\u00fcnchen.', 'xn--mnchen-3ya.'],
    ['Mu\u0308nchen.', 'xn--mnchen-3ya.'],
    ['https://', ''],
  ])('with %s before it is stored with %s', async (before, stored) => {
    const name = `${unique()}.example`;
    const { body } = await send<TenantDomain>('POST', '/v0/tenant_domains', { domain: `${before}${name}.` });
    expect(body.domain).toBe(`${stored}${name}`);
  });

  test('of 20 concurrent creates is created once', async () => {
    const domain = `${unique()}.example`;
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => send('POST', '/v0/tenant_domains', { domain })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  test.each<[body: object, path: string, code: string]>([
    [{}, 'domain', 'required'],
    [{ domain: null }, 'domain', 'invalid_type'],
    [{ domain: '' }, 'domain', 'too_short'],
    ...['a b', 'localhost', '-', '-a.example', 'a-.example', 'a..example', '*.example', '<b>.example'].map(
      (domain): [object, string, string] => [{ domain }, 'domain', 'invalid_format'],
    ),
    ...['127.0.0.1', '[::1]', 'a.1', 'a_b.example', `${'a'.repeat(64)}.example`].map(
      (domain): [object, string, string] => [{ domain }, 'domain', 'invalid_format'],
    ),
    [{ domain: `${'ü.'.repeat(120)}example` }, 'domain', 'too_long'],
    [{ domain: 'a.example', tenantDomainId: 'x' }, 'tenantDomainId', 'unknown_field'],
  ])('is not created from %j', async (body, path, code) => {
    const reply = await send<Problem>('POST', '/v0/tenant_domains', body);
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual(
      expect.arrayContaining([expect.objectContaining({ in: 'body', path, code })]),
    );
  });
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
    const before = await contents();
    for (const body of [{}, undefined]) {
      const reply = await patch(link, body);
      expect([reply.status, reply.body, reply.headers.get('etag')]).toEqual([200, link, '"1"']);
    }
    expect(await contents()).toEqual(before);
  });

  test('and DELETE write only with a matching If-Match', async () => {
    const link = await newLink({ target: { targetType: 'page', pageId } });
    const path = `/${unique()}`;
    expect((await patch(link, { path }, { 'if-match': '"1"' })).status).toBe(200);
    const before = await contents();
    for (const body of [{ path: '/stale' }, {}]) {
      const stale = await patch(link, body, { 'if-match': '"1", W/"2"' });
      expect(outcome(stale)).toEqual([412, 'precondition_failed']);
      expect(stale.body.currentETag).toBe('"2"');
    }
    const headers = { 'if-match': '"1"' };
    expect(outcome(await send<Problem>('DELETE', at(link), undefined, { headers }))[0]).toBe(412);
    expect(await contents()).toEqual(before);
    expect((await patch(link, {}, { 'if-match': '"7", "2"' })).status).toBe(200);
    const deleted = await send('DELETE', at(link), undefined, { headers: { 'if-match': '"2"' } });
    expect([deleted.status, deleted.headers.get('etag')]).toEqual([200, '"3"']);
    const again = await send('DELETE', at(link), undefined, { headers });
    expect([again.status, again.text]).toEqual([200, deleted.text]);
  });
});

describe('DELETE', () => {
  test('leaves the link readable, and its path free', async () => {
    const link = await newLink({ target: { targetType: 'page', pageId } });
    const deleted = await send<PageLink>('DELETE', at(link));
    expect([deleted.status, deleted.headers.get('etag'), deleted.cost.trips]).toEqual([200, '"2"', 1]);
    expect(deleted.body).toEqual({ ...link, updatedAt: timestamp, deletedAt: timestamp });
    expect(deleted.body.updatedAt).toBe(deleted.body.deletedAt);
    const before = await contents();
    const again = await send('DELETE', at(link));
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([200, deleted.text, '"2"']);
    for (const body of [{ path: '/x' }, {}]) {
      expect(outcome(await patch(link, body))).toEqual([404, 'page_link_not_found']);
    }
    expect(await contents()).toEqual(before);
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

describe('bad input', () => {
  type Violations = [path: string, code: string][];
  const target = { targetType: 'page', pageId: 'page_x' };
  const cases: [string, Record<string, unknown>, Violations][] = [
    ['an empty path', { path: '', target }, [['path', 'too_short']]],
    ['a null path', { path: null, target }, [['path', 'invalid_type']]],
    ['a number for a path', { path: 5, target }, [['path', 'invalid_type']]],
    ['2,049 characters', { path: `/${'a'.repeat(2048)}`, target }, [['path', 'too_long']]],
    ['2,049 escaped characters', { path: `/${'%C3%BC'.repeat(2048)}`, target }, [['path', 'too_long']]],
    ['spaces that are too long escaped', { path: '/ '.repeat(700), target }, [['path', 'too_long']]],
    ['100,000 characters', { path: 'ü'.repeat(100_000), target }, [['path', 'too_long']]],
    ['a query in the path', { path: '/a?b', target }, [['path', 'invalid_value']]],
    ['a fragment in the path', { path: '/a#b', target }, [['path', 'invalid_value']]],
    ['a URL', { path: 'https://x/y', target }, [['path', 'invalid_value']]],
    ['half an escape', { path: '/100%', target }, [['path', 'invalid_format']]],
    ['an escape that is not UTF-8', { path: '/%FF', target }, [['path', 'invalid_format']]],
    ['a control character', { path: '/a\u0000b', target }, [['path', 'invalid_format']]],
    ['a line break', { path: '/a\nb', target }, [['path', 'invalid_format']]],
    ['a lone surrogate', { path: '/a\ud800', target }, [['path', 'invalid_format']]],
    [
      'a bad path in two ways',
      { path: '/a?%', target },
      [
        ['path', 'invalid_value'],
        ['path', 'invalid_format'],
      ],
    ],
    ['an empty domain', { path: '/a', tenantDomainId: '', target }, [['tenantDomainId', 'too_short']]],
    [
      'a number for a domain',
      { path: '/a', tenantDomainId: 1, target },
      [['tenantDomainId', 'invalid_type']],
    ],
    ['a null target', { path: '/a', target: null }, [['target', 'invalid_type']]],
    ['a text for a target', { path: '/a', target: 'page_x' }, [['target', 'invalid_type']]],
    ['a list for a target', { path: '/a', target: [target] }, [['target', 'invalid_type']]],
    [
      'an unknown target type',
      { path: '/a', target: { ...target, targetType: 'url' } },
      [['target.targetType', 'not_allowed']],
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
      'a null audience',
      { path: '/a', target: { ...target, audienceId: null } },
      [['target.audienceId', 'invalid_type']],
    ],
    [
      'a number for an audience',
      { path: '/a', target: { targetType: 'audience', audienceId: 0 } },
      [['target.audienceId', 'invalid_type']],
    ],
    [
      'an unknown field of the target',
      { path: '/a', target: { targetType: 'audience', url: 'x' } },
      [
        ['target.url', 'unknown_field'],
        ['target.audienceId', 'required'],
      ],
    ],
    ['unknown fields', { path: '/a', target, slug: 'x' }, [['slug', 'unknown_field']]],
    [
      'fields of the answer',
      { path: '/a', target, pageLinkId: 'x', createdAt: 'x', updatedAt: 'x', deletedAt: null },
      [
        ['pageLinkId', 'unknown_field'],
        ['createdAt', 'unknown_field'],
        ['updatedAt', 'unknown_field'],
        ['deletedAt', 'unknown_field'],
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
    const before = await contents();
    for (const reply of [await post(body), await patch(link, body)]) {
      expect(outcome(reply), reply.text).toEqual([400, 'validation_failed']);
      const named = (reply.body.errors ?? []).map(({ path, code }): [string, string] => [path, code]);
      expect(sorted(named)).toEqual(sorted(violations));
      expect(reply.cost.trips).toBe(0);
    }
    expect(await contents()).toEqual(before);
  });

  test('the missing fields of a create are reported', async () => {
    const reply = await post({});
    expect(reply.body.errors?.map(({ path, code }) => [path, code])).toEqual([
      ['path', 'required'],
      ['target', 'required'],
    ]);
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
