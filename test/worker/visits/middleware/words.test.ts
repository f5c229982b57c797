import { env } from 'cloudflare:workers';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import type {
  PageLinkResolution,
  ResolveBatchResult,
} from '../../../../src/visits/page-links/resolve-schemas.ts';
import type { RefusedOriginList } from '../../../../src/visits/websites/schemas.ts';
import { act, newAudience, patch, pathOf } from '../../support/audiences.ts';
import { mintKey, type Problem, type RequestOptions, send } from '../../support/client.ts';
import { erase, made } from '../../support/erasures.ts';
import { HeldVisits } from '../../support/held-queue.ts';
import { newLink, unique } from '../../support/page-links.ts';
import { newPage, newPageId } from '../../support/pages.ts';
import { ok } from '../../support/replies.ts';
import { ids, pathWith } from '../../support/route-ids.ts';
import { prepareRoutes } from '../../support/route-keys.ts';
import { sendTo } from '../../support/route-requests.ts';
import { keyedRoutes, scopesOf } from '../../support/routes.ts';
import { publish } from '../../support/versions.ts';

prepareRoutes();

let key = '';
beforeAll(async () => {
  key = await mintKey(['resolve']);
});

const at = '/v0/page_links/resolve';
const resolve = (query: Record<string, string>, options: RequestOptions = {}) =>
  send<PageLinkResolution & Problem>('GET', `${at}?${new URLSearchParams(query)}`, undefined, {
    key,
    ...options,
  });
const each = (body: object, options: RequestOptions = {}) =>
  send<ResolveBatchResult & Problem>('POST', at, body, { key, ...options });

const context = 'They negotiate. Do not say this aloud.';
const instructions = 'Ask for the budget first.';

/** A person's own audience with live words and a draft, and its link. */
async function personal() {
  const person = await made({ name: `Zoe ${unique()}`, email: `${unique()}@northwind.example` });
  const first = await newAudience({
    personId: person.personId,
    supplementaryContext: context,
    actionFormInstructionsOverride: instructions,
    actionFormIdOverride: 'form',
    metadataOverride: { title: 'Welcome' },
  });
  await publish(first, first.latestVersion);
  const of: Audience = await ok(patch(first, { metadataOverride: { title: 'Not said yet' } }));
  const link = await newLink({ target: { targetType: 'audience', audienceId: of.audienceId } });
  return { person, of, link, path: link.path };
}

describe('a key for websites gets', () => {
  test('the published words without what is internal; a key with `read` gets all of it', async () => {
    const { person, of, link, path } = await personal();
    // The first request looks up the key, too.
    await resolve({ path });
    const { body, text, headers, cost } = await resolve({ path });
    expect(Object.keys(body).sort()).toEqual(
      [
        ...['audienceId', 'content', 'experiment', 'pageId', 'pageLinkId', 'path'],
        ...['preview', 'source', 'versionId'],
      ].sort(),
    );
    expect(Object.keys(body.content).sort()).toEqual(
      ['actionFormId', 'actionUrl', 'fields', 'metadata', 'title', 'url'].sort(),
    );
    expect(body).toMatchObject({
      pageLinkId: link.pageLinkId,
      audienceId: of.audienceId,
      content: { metadata: { title: 'Welcome' }, actionFormId: 'form' },
    });
    for (const secret of [context, instructions, person.personId, person.name, 'Not said yet'])
      expect(text + [...headers.values()].join(), secret).not.toContain(secret);
    expect(headers.get('etag')).not.toContain(person.personId.slice('person_'.length));
    expect([cost.trips, cost.written]).toEqual([1, 0]);

    const full = (await resolve({ path }, { key: await mintKey(['read']) })).body;
    const both = (await resolve({ path }, { key: await mintKey(['read', 'resolve']) })).body;
    for (const all of [full, both])
      expect(all).toMatchObject({
        personId: person.personId,
        versionNumber: 1,
        content: { supplementaryContext: context, actionFormInstructions: instructions },
      });
    const [result] = (await each({ paths: [path] })).body.results;
    expect(result?.resolution).toEqual(body);
  });

  test('a 304 for its own tag, and never for the tag of another key', async () => {
    const { path } = await personal();
    const own = (await resolve({ path })).headers.get('etag') ?? '';
    const ofRead = (await resolve({ path }, { key: await mintKey(['read']) })).headers.get('etag') ?? '';
    expect((await resolve({ path }, { headers: { 'if-none-match': own } })).status).toBe(304);
    expect((await resolve({ path }, { headers: { 'if-none-match': ofRead } })).status).toBe(200);
  });

  test('the draft only with the token of a preview, without what is internal', async () => {
    const { of, path } = await personal();
    const { token } = await ok(send<{ token: string }>('POST', `${pathOf(of)}/preview`, {}));
    const shown = await resolve({ path, preview: token });
    expect(shown.body.content.metadata.title).toBe('Not said yet');
    expect(shown.text).not.toContain(context);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect((await resolve({ path, preview: 'x' })).body.content.metadata.title).toBe('Welcome');
    expect((await send('POST', `${pathOf(of)}/preview`, {}, { key })).status).toBe(403);
  });
});

describe('a key for websites does not get', () => {
  test('a draft: the page, without a sign of the audience', async () => {
    const of = await newAudience({ metadataOverride: { title: 'Not said yet' } });
    const { path } = await newLink({ target: { targetType: 'audience', audienceId: of.audienceId } });
    const { body, text } = await resolve({ path });
    expect(body).toMatchObject({ source: 'page', pageId: of.pageId, audienceId: null, versionId: null });
    for (const secret of ['Not said yet', of.audienceId]) expect(text).not.toContain(secret);
  });

  test('a version that was cancelled or superseded', async () => {
    const { of, path } = await personal();
    const { latestVersion } = of;
    await publish(of, latestVersion);
    const { body, text } = await resolve({ path });
    expect(body.content.metadata.title).toBe('Not said yet');
    expect([body.versionId, text.includes('Welcome')]).toEqual([latestVersion.versionId, false]);
  });

  test('an archived audience: the page', async () => {
    const { of, path } = await personal();
    await ok(act(of, 'archive'));
    const { body, text } = await resolve({ path });
    expect(body).toMatchObject({ source: 'page', audienceId: null });
    for (const secret of ['Welcome', of.audienceId]) expect(text).not.toContain(secret);
  });

  test('an erased person: the words stay at the path until the audience is archived, the link until it is deleted', async () => {
    const { person, of, link, path } = await personal();
    await ok(erase(person.personId));
    for (const answer of [await resolve({ path }), await each({ paths: [path] })])
      for (const secret of [person.personId, person.name, person.email ?? 'x', context])
        expect(answer.text, secret).not.toContain(secret);
    await ok(act(of, 'archive'));
    expect((await resolve({ path })).body.source).toBe('page');
    await send('DELETE', `/v0/page_links/${link.pageLinkId}`);
    expect((await resolve({ path })).body.code).toBe('page_link_not_found');
  });

  test('a deleted link', async () => {
    const { link, path } = await personal();
    await send('DELETE', `/v0/page_links/${link.pageLinkId}`);
    const { status, headers } = await resolve({ path });
    expect([status, headers.get('cache-control')]).toEqual([404, 'private, max-age=60']);
    expect((await each({ paths: [path] })).body.results[0]?.status).toBe(404);
  });

  test('a page whose link is gone, except by its own URL, and then its own words', async () => {
    const { of, path } = await personal();
    const { url } = (await ok(send<{ url: string }>('GET', `/v0/pages/${of.pageId}`))) ?? {};
    const { body, text } = await resolve({ url });
    expect(body).toMatchObject({ pageLinkId: null, pageId: of.pageId, audienceId: null, source: 'page' });
    for (const secret of ['Welcome', of.audienceId, path]) expect(text).not.toContain(secret);
  });

  test('anything of another workspace', async () => {
    const { path, of } = await personal();
    const foreign = await mintKey(['resolve'], 'acme');
    const { url } = (await ok(send<{ url: string }>('GET', `/v0/pages/${of.pageId}`))) ?? {};
    for (const query of [{ path }, { url }])
      expect((await resolve(query, { key: foreign })).body.code).toBe('page_link_not_found');
  });

  test('any other operation: not persons, lists, the name of the key, its end, nor a search', async () => {
    const others = keyedRoutes.filter((route) => !scopesOf(route).includes('resolve'));
    expect(others.length).toBe(keyedRoutes.length - 2);
    for (const route of others) {
      const reply = await sendTo(route, { key, path: pathWith(route.path, ids) });
      expect([reply.status, reply.body.code], route.name).toEqual([403, 'insufficient_scope']);
      expect(reply.cost.written, route.name).toBe(0);
    }
    const headers = { authorization: `Bearer ${key}` };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await send('POST', '/mcp', call, { key: null, headers })).status).toBe(403);
  });

  test('anything with a scope that no page may show, as keys had that were made before that was refused', async () => {
    const { path } = await personal();
    for (const other of ['write', 'admin', 'log'] as const) {
      const mixed = await mintKey(['resolve', 'collect', other]);
      for (const { status, body } of [
        await resolve({ path }, { key: mixed }),
        await each({ paths: [path] }, { key: mixed }),
      ]) {
        expect([status, body.code], other).toEqual([403, 'insufficient_scope']);
        expect(body.detail).toContain('no other scope but collect');
      }
    }
    expect((await resolve({ path }, { key: await mintKey(['resolve', 'collect']) })).status).toBe(200);
    expect((await resolve({ path }, { key: await mintKey(['resolve', 'read', 'write']) })).status).toBe(200);
  });

  test('a large body: 32 KiB', async () => {
    const { status } = await each({ paths: ['/'.repeat(33_000)] });
    expect(status).toBe(413);
  });
});

describe('in a browser', () => {
  const newOrigin = () => `https://${crypto.randomUUID()}.example`;
  const from = (origin: string, more: RequestOptions = {}) => ({ headers: { origin }, ...more });
  const readable = (headers: Headers) => headers.get('access-control-allow-origin');

  test('a page of a website of the workspace may read every answer, without cookies', async () => {
    const origin = newOrigin();
    const { path } = await newLink({ target: { targetType: 'page', pageId: await newPageId() } });
    expect((await resolve({ path }, from(origin))).body.code).toBe('origin_not_allowed');
    await ok(send('POST', '/v0/websites', { origin }));
    const own = await mintKey(['resolve']);
    const of = from(origin, { key: own });
    const replies = [
      await resolve({ path }, of),
      await resolve({ path: '/nobody-has-this' }, of),
      await resolve({}, of),
      await each({ paths: [path] }, of),
      await resolve({ path }, from(origin, { key: 'nonsense' })),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 400, 200, 401]);
    for (const { headers } of replies) {
      expect(readable(headers)).toBe('*');
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
    // A server sends no origin.
    expect((await resolve({ path }, { key: own })).status).toBe(200);
  });

  test.each(['https://evil.example', 'null', 'https://footfall.test'])(
    'a page of %s is refused, and may read that',
    async (origin) => {
      const { path } = await newLink({ target: { targetType: 'page', pageId: await newPageId() } });
      for (const reply of [
        await resolve({ path }, from(origin)),
        await each({ paths: [path] }, from(origin)),
        await resolve({ path, preview: 'x' }, from(origin)),
      ]) {
        expect([reply.status, reply.body.code]).toEqual([403, 'origin_not_allowed']);
        expect(readable(reply.headers)).toBe('*');
        expect(reply.text).not.toContain('page_0');
      }
    },
  );

  test('a website of another workspace is refused', async () => {
    const origin = newOrigin();
    await ok(send('POST', '/v0/websites', { origin }, { workspace: 'acme' }));
    expect((await resolve({ path: '/' }, from(origin))).body.code).toBe('origin_not_allowed');
  });

  test('no page may read an answer to a key with `read`', async () => {
    const { path } = await newLink({ target: { targetType: 'page', pageId: await newPageId() } });
    for (const scopes of [['read'], ['read', 'resolve']] as const) {
      const { status, headers } = await resolve(
        { path },
        from(newOrigin(), { key: await mintKey([...scopes]) }),
      );
      expect([status, readable(headers)]).toEqual([200, null]);
    }
  });

  test('a preflight allows the two methods and the header fields that are needed, and costs nothing', async () => {
    const headers = {
      origin: newOrigin(),
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key',
    };
    const reply = await send('OPTIONS', at, undefined, { key: null, headers });
    expect([reply.status, reply.cost.trips]).toEqual([204, 0]);
    expect(readable(reply.headers)).toBe('*');
    expect(reply.headers.get('access-control-allow-methods')).toBe('GET,POST');
    expect(reply.headers.get('access-control-allow-headers')).toBe('Content-Type,X-Api-Key');
    expect(reply.headers.has('access-control-allow-credentials')).toBe(false);
    for (const other of ['/v0/page_links/search', '/v0/page_links/resolve/', '/v0/persons/search'])
      expect(readable((await send('OPTIONS', other, undefined, { key: null, headers })).headers)).toBeNull();
  });
});

describe('who guesses personal links', () => {
  const misses = async (workspace: 'main' | 'acme' = 'main') =>
    (await send<RefusedOriginList>('GET', '/v0/websites/refused', undefined, { workspace })).body.missedPaths;
  const tight = { GUESS_LIMITER: env.TIGHT_RATE_LIMITER, GUESS_LIMIT_POLICY: '"guess";q=5;w=60' };
  const of = (address: string, bindings: object = tight): RequestOptions => ({
    bindings: { ...new HeldVisits().bindings(), ...bindings },
    headers: { 'cf-connecting-ip': address },
  });

  test('is slowed: after five in a minute neither misses nor personal links are answered, groups and pages are', async () => {
    const { path } = await personal();
    const page = await newLink({ target: { targetType: 'page', pageId: await newPageId() } });
    const group = await newAudience();
    await publish(group, group.latestVersion);
    const ofGroup = await newLink({ target: { targetType: 'audience', audienceId: group.audienceId } });
    const guess = (guessed: string) => resolve({ path: guessed }, of('203.0.113.1'));
    const statuses: number[] = [];
    // The window may end in between, so up to twice the quota may pass.
    while (statuses.length < 12 && statuses.at(-1) !== 429)
      statuses.push((await guess(`/for/${unique()}`)).status);
    expect(statuses.slice(0, 5)).toEqual([404, 404, 404, 404, 404]);
    const hit = await guess(path);
    const missed = await guess('/for/nobody');
    expect([hit.status, missed.status]).toEqual([429, 429]);
    // The refusal does not tell a hit from a miss.
    const withoutIds = ({ body: { requestId: _, ...rest } }: typeof hit) => rest;
    expect(withoutIds(hit)).toEqual(withoutIds(missed));
    expect([hit.headers.get('etag'), hit.headers.get('cache-control')]).toEqual([null, 'no-store']);
    expect([hit.headers.get('ratelimit-policy'), hit.headers.get('retry-after')]).toEqual([
      '"guess";q=5;w=60',
      '60',
    ]);
    expect((await each({ paths: [page.path, path] }, of('203.0.113.1'))).status).toBe(429);
    for (const open of [page.path, ofGroup.path]) expect((await guess(open)).status).toBe(200);
    // Another address is another visitor.
    expect((await resolve({ path }, of('203.0.113.2'))).status).toBe(200);
    // A server's own key is not slowed.
    expect((await resolve({ path }, { ...of('203.0.113.1'), key: await mintKey(['read']) })).status).toBe(
      200,
    );
  });

  test('is counted, without the paths, and a hit costs nothing', async () => {
    const own = await mintKey(['resolve'], 'acme');
    const options = { ...of('203.0.113.9', {}), key: own };
    const before = await misses('acme');
    const word = unique();
    await resolve({ path: `/for/${word}` }, options);
    await resolve({ url: `https://${word}.example/` }, { ...options, headers: { dnt: '1' } });
    await each({ paths: [`/for/${word}`, `/for/${word}`] }, options);
    const after = await misses('acme');
    expect(after.missedCount).toBe(before.missedCount + 4);
    expect(after.latestAt).not.toBeNull();
    const kept = await env.DB_ACME.prepare('select * from missed_paths').all();
    expect(JSON.stringify(kept.results)).not.toContain(word);
    // A key with `read` may ask for whatever the visitors of its website open.
    await resolve({ path: `/for/${word}` }, { ...options, key: await mintKey(['read'], 'acme') });
    expect(await misses('acme')).toEqual(after);
  });
});

describe('a flood', () => {
  const bindings = { RATE_LIMITER: env.TIGHT_RATE_LIMITER, RATE_LIMIT_POLICY: '"api-key";q=5;w=60' };
  test('from one address is refused before the key counts, and other addresses go on', async () => {
    const { path } = await newLink({ target: { targetType: 'page', pageId: (await newPage()).pageId } });
    const own = await mintKey(['resolve']);
    const limit = vi.fn(({ key: counted }: RateLimitOptions) =>
      Promise.resolve({ success: counted !== 'visitor:192.0.2.1' }),
    );
    const from = (address: string) =>
      resolve(
        { path },
        { key: own, bindings: { RATE_LIMITER: { limit } }, headers: { 'cf-connecting-ip': address } },
      );
    expect((await from('192.0.2.1')).status).toBe(429);
    expect(limit.mock.calls.map(([{ key: counted }]) => counted.split(':')[0])).not.toContain(own);
    expect((await from('192.0.2.2')).status).toBe(200);
    // The limit of the key holds besides.
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++)
      statuses.push(
        (await resolve({ path }, { key: own, bindings, headers: { 'cf-connecting-ip': `198.51.100.${n}` } }))
          .status,
      );
    expect(statuses).toContain(429);
  });
});
