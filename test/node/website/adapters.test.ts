import { Hono } from 'hono';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Fetch } from '../../../packages/website/src/index.ts';
import { placeOf } from '../../../src/visits/experiments/unit.ts';
import { drawnAnswer } from '../../arms.ts';

// What the adapters ask for, and which header fields they set. examples.test.ts runs them in their frameworks.

const said = vi.spyOn(console, 'error');
beforeEach(() => {
  vi.resetModules();
  said.mockReset().mockImplementation(() => undefined);
});

const env = { FOOTFALL_URL: 'https://footfall.example', FOOTFALL_KEY: 'ff_main_words' };
const preview = 'footfall_preview=t.1.s';
const headers = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };

/** A service that has words for everything, and notes what it is asked. */
function service() {
  const asked: (string | null)[] = [];
  const fetch: Fetch = async (url) => {
    asked.push(url.searchParams.get('url'));
    const content = { metadata: { title: 'Live' }, fields: {} };
    return Response.json({ pageId: 'page_1', content }, { headers: { 'cache-control': 'max-age=60' } });
  };
  return { asked, fetch };
}

describe('Node and Express', () => {
  type Asked = [request: object, more: object, url: string];
  test.each<Asked>([
    [{ url: '/a?b=1', headers: { host: 'www.acme.example' } }, {}, 'http://www.acme.example/a?b=1'],
    [{ headers: {} }, {}, 'http://localhost/'],
    // Behind a proxy.
    [
      { url: '/a', headers: { host: '127.0.0.1:3000' } },
      { FOOTFALL_SITE: 'https://www.acme.example/' },
      'https://www.acme.example/a',
    ],
    // In a router of Express.
    [
      { url: '/a', originalUrl: '/shop/a', headers: { host: 'www.acme.example' } },
      {},
      'http://www.acme.example/shop/a',
    ],
    // A path that looks like another website.
    [{ url: '//evil.example/a', headers: { host: 'a.example' } }, {}, 'http://a.example//evil.example/a'],
  ])('%o (%o) asks for %s', async (request, more, url) => {
    const { wordsOf } = await import('../../../packages/website/src/node.ts');
    const { asked, fetch } = service();
    await wordsOf(request as never, { setHeader: () => {} }, { env: { ...env, ...more }, fetch });
    expect(asked).toEqual([url]);
  });

  test.each([
    { url: '*', headers: { host: 'www.acme.example' } },
    { url: 'http://evil.example/', headers: { host: 'www.acme.example' } },
    { url: '/', headers: { host: 'a b' } },
    { url: '/', headers: { host: 'user:secret@a.example:99999' } },
  ])('%o has words, too', async (request) => {
    const { wordsOf } = await import('../../../packages/website/src/node.ts');
    const { fetch } = service();
    const words = await wordsOf(request, { setHeader: () => {} }, { env, fetch, fallback: { title: 'Own' } });
    expect(['Own', 'Live']).toContain(words.title);
  });

  test('set the header fields of a preview', async () => {
    const { wordsOf } = await import('../../../packages/website/src/node.ts');
    const set = new Map<string, string>();
    const response = { setHeader: (name: string, value: string) => set.set(name, value) };
    const request = { url: `/a?${preview}`, headers: { host: 'www.acme.example' } };
    await wordsOf(request, response, { env, fetch: service().fetch });
    expect(Object.fromEntries(set)).toEqual(headers);
  });
});

describe('a Worker', () => {
  const request = new Request('https://www.acme.example/a');

  test('uses a service binding, and waits for an answer that is late', async () => {
    const { wordsOf } = await import('../../../packages/website/src/worker.ts');
    const { asked, fetch } = service();
    const waits: Promise<unknown>[] = [];
    let open: () => void = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const binding = {
      async fetch(this: unknown, url: URL, init?: RequestInit) {
        expect(this).toBe(binding);
        await opened;
        return fetch(url, init ?? {});
      },
    };
    const context = { waitUntil: (promise: Promise<unknown>) => void waits.push(promise) };
    const ask = () => wordsOf(request, { ...env, FOOTFALL: binding }, context, { deadline: 20 });
    expect((await ask()).from).toBe('fallback');
    open();
    await Promise.all(waits);
    await vi.waitFor(async () => expect((await ask()).from).toBe('live'));
    expect(asked[0]).toBe('https://www.acme.example/a');
  });

  test('without a context, and with a service that fails, has words', async () => {
    const { wordsOf } = await import('../../../packages/website/src/worker.ts');
    const FOOTFALL = { fetch: () => Promise.reject(new Error('no such Worker')) };
    expect((await wordsOf(request, { ...env, FOOTFALL }, undefined)).from).toBe('fallback');
  });

  test('in front of a website takes an origin that is empty for none', async () => {
    const { front } = await import('../../../packages/website/src/front.ts');
    const own = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('Own'));
    const nobody = () => Promise.resolve(Response.json({ code: 'page_link_not_found' }, { status: 404 }));
    for (const FOOTFALL_ORIGIN of [undefined, '']) {
      const answer = await front(
        request,
        { ...env, FOOTFALL: { fetch: nobody }, FOOTFALL_ORIGIN },
        undefined,
      );
      expect(await answer.text()).toBe('Own');
    }
    expect(own.mock.calls.map(([sent]) => (sent as Request).url)).toEqual([request.url, request.url]);
    own.mockRestore();
  });
});

describe('Hono', () => {
  const app = async (fetch: Fetch, options: object = {}) => {
    const { wordsOf } = await import('../../../packages/website/src/hono.ts');
    return new Hono().get('*', async (c) => c.json(await wordsOf(c, { fetch, ...options })));
  };

  test('takes the settings of the bindings, and sets the header fields of a preview', async () => {
    const { asked, fetch } = service();
    const answer = await (await app(fetch)).request(`https://www.acme.example/a?${preview}`, {}, env);
    expect(asked).toEqual(['https://www.acme.example/a']);
    expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
  });

  test('takes those of the process where there are no bindings, as in Node', async () => {
    const { asked, fetch } = service();
    const hono = await app(fetch);
    try {
      Object.assign(process.env, env);
      await hono.request('https://www.acme.example/b', {}, { incoming: {}, outgoing: {} });
    } finally {
      for (const name of Object.keys(env)) delete process.env[name];
    }
    expect(asked).toEqual(['https://www.acme.example/b']);
  });
});

describe('a test of versions', () => {
  const weights = [1, 1];
  const fetch = async () => Response.json(drawnAnswer('experiment_1', weights));
  const visitor = 'visitor-1';
  const { arm, unit } = placeOf('experiment_1', visitor, weights);
  const shown = { versionId: `version_${arm}`, experiment: { experimentId: 'experiment_1', unit } };
  const request = new Request('https://www.acme.example/a');
  const options = { env: { ...env, FOOTFALL_SITE: 'https://www.acme.example' }, fetch, visitor };
  const noStore = { 'cache-control': 'private, no-store' };

  test('has the version of the visitor in each adapter, and a page that no cache keeps', async () => {
    const node = await import('../../../packages/website/src/node.ts');
    const worker = await import('../../../packages/website/src/worker.ts');
    const hono = await import('../../../packages/website/src/hono.ts');
    const next = await import('../../../packages/website/src/next.ts');
    const astro = await import('../../../packages/website/src/astro.ts');
    const set: Record<string, string>[] = [];
    const notes = () => {
      const fields: Record<string, string> = {};
      set.push(fields);
      return (name: string, value: string) => void Object.assign(fields, { [name]: value });
    };
    const response = { headers: new Headers() };
    const all = await Promise.all([
      node.wordsOf({ url: '/a', headers: {} }, { setHeader: notes() }, options),
      worker.wordsOf(request, env, undefined, options),
      hono.wordsOf(
        { req: { raw: request }, env, executionCtx: { waitUntil() {} }, header: notes() },
        options,
      ),
      next.wordsOf('/a', {}, options),
      astro.wordsOf({ request, response }, options),
    ]);
    for (const words of all) expect(words).toMatchObject({ ...shown, headers: noStore });
    expect(set).toEqual([noStore, noStore]);
    expect(Object.fromEntries(response.headers)).toEqual(noStore);
  });

  test('is one version in a page of Next.js and its metadata, also where it is drawn', async () => {
    const { wordsOf } = await import('../../../packages/website/src/next.ts');
    const versions = new Set<string | null | undefined>();
    for (let n = 0; n < 40; n++) {
      const searchParams = Promise.resolve({});
      const draw = () => wordsOf('/a', { searchParams }, { ...options, visitor: undefined });
      const [metadata, page] = [await draw(), await draw()];
      expect(page.versionId).toBe(metadata.versionId);
      versions.add(page.versionId);
    }
    expect(versions.size).toBe(2);
  });

  test.each([
    ['acme_id', `a=b; acme_id=${visitor}; acme_id2=c`, unit],
    ['acme_id', `acme_id=${visitor}`, unit],
    ['acme_id', `my_acme_id=${visitor}`, null],
    ['acme_id', 'acme_id=', null],
    ['acme_id', undefined, null],
    ['', `acme_id=${visitor}; =a`, null],
    [undefined, `undefined=${visitor}`, null],
  ])('in front of a website with the cookie %j of %j is of the unit %j', async (name, cookie, expected) => {
    // Node has no HTMLRewriter: websites/worker.test.ts has the page itself.
    vi.doMock('../../../packages/website/src/fill.ts', () => ({
      filled: ({ headers }: Response, words: unknown) => new Response(JSON.stringify(words), { headers }),
    }));
    const { front } = await import('../../../packages/website/src/front.ts');
    const html = () => new Response('Own', { headers: { 'content-type': 'text/html' } });
    const own = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => html());
    const asked = new Request(request, { headers: cookie === undefined ? {} : { cookie } });
    const bindings = { ...env, FOOTFALL: { fetch }, FOOTFALL_VISITOR_COOKIE: name };
    const answer = await front(asked, bindings, undefined);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await answer.json()).toMatchObject({ experiment: { unit: expected } });
    own.mockRestore();
    vi.doUnmock('../../../packages/website/src/fill.ts');
  });
});

describe('Next.js', () => {
  const site = { ...env, FOOTFALL_SITE: 'https://www.acme.example' };
  test.each<[string | string[] | undefined, object, string]>([
    ['/pricing', {}, 'https://www.acme.example/pricing'],
    [undefined, {}, 'https://www.acme.example/'],
    [['for', 'zoe'], {}, 'https://www.acme.example/for/zoe'],
    [['%C3%BCber', 'a%2Fb'], { id: '7' }, 'https://www.acme.example/%C3%BCber/a%2Fb?id=7'],
    ['/a', { tag: ['b', 'c&d'], none: undefined }, 'https://www.acme.example/a?tag=b&tag=c%26d'],
  ])('%j with %o asks for %s', async (path, searchParams, url) => {
    const { wordsOf } = await import('../../../packages/website/src/next.ts');
    const { asked, fetch } = service();
    await wordsOf(path, { searchParams: Promise.resolve({ ...searchParams }) }, { env: site, fetch });
    await wordsOf(path, { searchParams: { ...searchParams } }, { env: site, fetch });
    expect(asked).toEqual([url]);
  });

  test('knows a preview by its parameter, and says that it needs the origin of the website', async () => {
    const { wordsOf } = await import('../../../packages/website/src/next.ts');
    const { fetch } = service();
    const searchParams = { footfall_preview: 't.1.s' };
    expect((await wordsOf('/a', { searchParams }, { env: site, fetch })).headers).toEqual(headers);
    expect(said).not.toHaveBeenCalled();
    expect((await wordsOf('/a', {}, { env, fetch })).from).toBe('fallback');
    expect(said.mock.calls[0]).toEqual(['Footfall: needs FOOTFALL_SITE']);
  });
});

describe('Astro', () => {
  test.each([
    [{}, undefined, 'http://localhost/a'],
    [{}, new URL('https://www.acme.example/base/'), 'https://www.acme.example/a'],
    [
      { FOOTFALL_SITE: 'https://shop.acme.example' },
      new URL('https://www.acme.example'),
      'https://shop.acme.example/a',
    ],
  ])('with %o and the site %s asks for %s', async (more, site, url) => {
    const { wordsOf } = await import('../../../packages/website/src/astro.ts');
    const { asked, fetch } = service();
    const response = { headers: new Headers() };
    const request = new Request(`http://localhost/a?${preview}`);
    await wordsOf({ request, response, site }, { env: { ...env, ...more }, fetch });
    expect(asked).toEqual([url]);
    expect(Object.fromEntries(response.headers)).toEqual(headers);
  });
});
