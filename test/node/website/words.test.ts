import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Website from '../../../packages/website/src/index.ts';
import { placeOf } from '../../../src/visits/experiments/unit.ts';
import { anyVisitor, armVectors, drawnAnswer } from '../../arms.ts';

// The rules of wordsOf, with answers in the hands of the test. examples.test.ts has them with a real service.

let website: typeof Website;
const said = vi.spyOn(console, 'error');

beforeEach(async () => {
  // Answers are kept in the module.
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T12:00:00Z') });
  said.mockReset().mockImplementation(() => undefined);
  website = await import('../../../packages/website/src/index.ts');
});
afterEach(() => {
  vi.useRealTimers();
});

const env = { FOOTFALL_URL: 'https://footfall.example', FOOTFALL_KEY: 'ff_main_words' };
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

const answer = (hero: string, more: object = {}) => ({
  pageId: 'page_1',
  pageLinkId: 'page_link_1',
  audienceId: 'audience_1',
  versionId: 'version_1',
  preview: null,
  content: {
    title: 'Acme',
    url: 'https://www.acme.example/',
    metadata: { title: `${hero} for retail`, description: 'As told.', robots: [] },
    actionFormId: null,
    actionUrl: null,
    fields: { hero },
  },
  ...more,
});
const minute = 'private, max-age=60, stale-while-revalidate=600';
const found = (hero: string, headers: Record<string, string> = {}, more?: object) =>
  Response.json(answer(hero, more), { headers: { 'cache-control': minute, ...headers } });
const problem = (status: number, code: string) =>
  Response.json({ code }, { status, headers: { 'cache-control': 'no-store' } });
const nobody = () =>
  Response.json(
    { code: 'page_link_not_found' },
    { status: 404, headers: { 'cache-control': 'private, max-age=60' } },
  );
const hangs = () => new Promise<Response>(() => undefined);

type Reply = () => Response | Promise<Response>;
/** A service that answers with these, one after the other, and then with the last for ever. */
function service(...replies: [Reply, ...Reply[]]) {
  const asked: { url: URL; init: RequestInit }[] = [];
  const fetch: Website.Fetch = async (url, init) => {
    const [first] = replies;
    const reply = replies[Math.min(asked.length, replies.length - 1)] ?? first;
    asked.push({ url, init });
    return reply();
  };
  const own = { title: 'Own', description: 'Our own.', fields: { hero: 'Own hero' } };
  const ask = (address = 'https://www.acme.example/retail', more: Website.Options = {}) =>
    website.wordsOf(address, { env, fetch, fallback: own, deadline: 20, ...more });
  /** Where the words come from, and what they are. */
  const hero = async (...given: Parameters<typeof ask>) => {
    const { from, fields } = await ask(...given);
    return `${from}: ${fields.hero}`;
  };
  return { asked, ask, hero };
}

describe('what is asked', () => {
  test.each([
    ['https://www.acme.example/retail', {}, 'https://www.acme.example/retail', null],
    ['https://www.acme.example', {}, 'https://www.acme.example/', null],
    // A page may be found by its query, but not by where its visitors come from.
    ['https://www.acme.example/p?id=7&x=a%20b', {}, 'https://www.acme.example/p?id=7&x=a%20b', null],
    [
      'https://www.acme.example/p?utm_source=a&id=7&gclid=x&fbclid=y',
      {},
      'https://www.acme.example/p?id=7',
      null,
    ],
    ['https://www.acme.example/p?id=7&utm_source=a#part', {}, 'https://www.acme.example/p?id=7', null],
    ['https://www.acme.example/p?utm_campaign=a', {}, 'https://www.acme.example/p', null],
    [
      'https://www.acme.example/p?footfall_preview=t.1.s&id=7',
      {},
      'https://www.acme.example/p?id=7',
      't.1.s',
    ],
    ['https://www.acme.example/p?footfall_preview=', {}, 'https://www.acme.example/p', null],
    // The path goes in as the visitor has asked for it.
    ['https://www.acme.example/%C3%BCber%20uns/', {}, 'https://www.acme.example/%C3%BCber%20uns/', null],
    [
      'http://10.0.0.7:3000//x',
      { FOOTFALL_SITE: 'https://www.acme.example/' },
      'https://www.acme.example//x',
      null,
    ],
    [
      '/retail?id=7',
      { FOOTFALL_SITE: 'https://www.acme.example' },
      'https://www.acme.example/retail?id=7',
      null,
    ],
  ])('of %s (%o) is %s', async (address, more, url, preview) => {
    const { asked, ask } = service(() => found('Live'));
    await ask(address, { env: { ...env, ...more } });
    const [{ url: at, init }] = asked as [(typeof asked)[0]];
    expect(at.origin + at.pathname).toBe('https://footfall.example/v0/page_links/resolve');
    expect(Object.fromEntries(at.searchParams)).toEqual({ url, ...(preview && { preview }) });
    expect(init.headers).toEqual({ 'x-api-key': 'ff_main_words' });
    expect(init.redirect).toBe('manual');
  });

  test('may be a request, or a URL', async () => {
    const { asked } = service(() => found('Live'));
    const fetch: Website.Fetch = async (url, init) => {
      asked.push({ url, init });
      return found('Live');
    };
    await website.wordsOf(new Request('https://www.acme.example/a'), { env, fetch });
    await website.wordsOf(new URL('https://www.acme.example/b'), { env, fetch });
    expect(asked.map(({ url }) => url.searchParams.get('url'))).toEqual([
      'https://www.acme.example/a',
      'https://www.acme.example/b',
    ]);
  });
});

describe('an answer', () => {
  test('has the words and the ids, as plain data', async () => {
    const { ask } = service(() => found('Live'));
    const words = await ask();
    expect(words).toMatchObject({
      from: 'live',
      isPreview: false,
      title: 'Live for retail',
      description: 'As told.',
      fields: { hero: 'Live' },
      robots: '',
      headers: {},
      pageId: 'page_1',
      pageLinkId: 'page_link_1',
      audienceId: 'audience_1',
      versionId: 'version_1',
      content: answer('Live').content,
    });
    expect(structuredClone(words)).toEqual(words);
  });

  test('is kept for a minute, by address and key', async () => {
    const { asked, hero } = service(
      () => found('First'),
      () => found('Second'),
      () => found('Third'),
    );
    expect([await hero(), await hero()]).toEqual(['live: First', 'live: First']);
    later(59);
    expect(await hero()).toBe('live: First');
    expect(await hero('https://www.acme.example/logistics')).toBe('live: Second');
    expect(await hero(undefined, { env: { ...env, FOOTFALL_KEY: 'ff_main_other' } })).toBe('live: Third');
    later(1);
    expect(await hero()).toBe('live: Third');
    expect(asked).toHaveLength(4);
  });

  test.each([
    ['no-store', {}, false],
    ['private, max-age=0', {}, false],
    ['private, max-age=1', {}, true],
    // What a proxy makes of it is no longer than a minute.
    ['public, max-age=14400', {}, true],
    [minute, { age: '59' }, true],
    [minute, { age: '60' }, false],
  ])('with Cache-Control %s and %o is used at once again: %s', async (rule, headers, isUsed) => {
    const { asked, hero } = service(() => found('Live', { 'cache-control': rule, ...headers }));
    await hero();
    await hero();
    expect(asked).toHaveLength(isUsed ? 1 : 2);
  });

  test('that a proxy lets live for hours is asked for again after a minute', async () => {
    const { asked, hero } = service(() => found('Live', { 'cache-control': 'public, max-age=14400' }));
    await hero();
    later(60);
    await hero();
    expect(asked).toHaveLength(2);
  });

  test('is asked for once by all who come meanwhile', async () => {
    let open: (response: Response) => void = () => undefined;
    const { asked, hero } = service(() => new Promise((resolve) => (open = resolve)));
    const all = Array.from({ length: 10 }, () => hero(undefined, { deadline: 10_000 }));
    open(found('Live'));
    expect(new Set(await Promise.all(all))).toEqual(new Set(['live: Live']));
    expect(asked).toHaveLength(1);
  });

  test('of 500 addresses is kept, of those that were used last', async () => {
    const { asked, hero } = service(() => found('Live'));
    const at = (place: number) => hero(`https://www.acme.example/${place}`);
    for (let place = 0; place < 500; place++) await at(place);
    await at(0);
    await at(500);
    expect(asked).toHaveLength(501);
    await at(0);
    await at(2);
    expect(asked).toHaveLength(501);
    await at(1);
    expect(asked).toHaveLength(502);
  });

  test('that nobody has is none: the own words, kept for a minute', async () => {
    const { asked, ask } = service(nobody);
    const words = await ask();
    expect(words).toMatchObject({ from: 'none', title: 'Own', fields: { hero: 'Own hero' } });
    expect([words.tag, words.pageId, words.content]).toEqual([undefined, undefined, undefined]);
    later(59);
    expect((await ask()).from).toBe('none');
    expect(asked).toHaveLength(1);
    expect(said).not.toHaveBeenCalled();
  });
});

describe('while Footfall does not answer', () => {
  const failures: [string, Reply][] = [
    ['a server error', () => problem(500, 'internal')],
    ['an outage', () => problem(503, 'database_unavailable')],
    ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a 200 of something else', () => Response.json({ hello: 'world' })],
    ['a 404 of something else', () => problem(404, 'not_found')],
    ['too many requests', () => problem(429, 'rate_limited')],
    ['no network', () => Promise.reject(new TypeError('fetch failed'))],
    ['a redirect', () => new Response(null, { status: 301, headers: { location: 'https://evil.example/' } })],
    ['the deadline', hangs],
  ];
  test.each(failures)('by %s, the words of before are shown, and else the own', async (_, fails) => {
    const { hero } = service(() => found('Before'), fails);
    expect(await hero()).toBe('live: Before');
    later(60);
    expect(await hero()).toBe('stale: Before');
    expect(await hero('https://www.acme.example/other')).toBe('fallback: Own hero');
    expect(said).toHaveBeenCalledOnce();
    later(3600 - 61);
    expect(await hero()).toBe('stale: Before');
    later(1);
    expect(await hero()).toBe('fallback: Own hero');
  });

  test('a path that nobody had stays none', async () => {
    const { ask } = service(nobody, hangs);
    await ask();
    later(60);
    expect((await ask()).from).toBe('none');
  });

  test('what is kept is not asked for, for five seconds, and what is new is', async () => {
    const { asked, hero } = service(
      () => found('Before'),
      hangs,
      hangs,
      () => found('After'),
    );
    await hero();
    later(60);
    await hero();
    expect(asked).toHaveLength(2);
    later(4);
    expect(await hero()).toBe('stale: Before');
    expect(asked).toHaveLength(2);
    expect(await hero('https://www.acme.example/other')).toBe('fallback: Own hero');
    expect(asked).toHaveLength(3);
    later(5);
    expect(await hero()).toBe('live: After');
  });

  test('after ten visitors have waited in vain, nobody does for five seconds, and no question is left open', async () => {
    const { asked, hero } = service(hangs);
    const at = (place: number) => hero(`https://www.acme.example/${place}`);
    await Promise.all(Array.from({ length: 9 }, (_, place) => at(place)));
    expect(await at(9)).toBe('fallback: Own hero');
    expect(asked).toHaveLength(10);
    await Promise.all(Array.from({ length: 1000 }, (_, place) => at(place)));
    expect(asked).toHaveLength(10);
    later(5);
    await at(10);
    expect(asked).toHaveLength(11);
    expect(said.mock.calls).toEqual([['Footfall: timed out']]);
  });

  test('an answer ends the pause at once, and what is wrong next is said again', async () => {
    let isDown = true;
    let open: (response: Response) => void = () => undefined;
    const late = new Promise<Response>((resolve) => (open = resolve));
    const { hero } = service(
      () => late,
      () => (isDown ? hangs() : found('Back')),
    );
    const at = (place: number) => hero(`https://www.acme.example/${place}`);
    await Promise.all(Array.from({ length: 10 }, (_, place) => at(place)));
    open(found('Late'));
    await vi.waitFor(async () => expect(await at(0)).toBe('live: Late'));
    isDown = false;
    expect(await at(1)).toBe('live: Back');
    isDown = true;
    expect(await at(2)).toBe('fallback: Own hero');
    expect(said.mock.calls).toEqual([['Footfall: timed out'], ['Footfall: timed out']]);
  });

  test('one address that is refused says nothing of others', async () => {
    const { asked, hero } = service(
      () => found('Before'),
      () => problem(429, 'rate_limited'),
      () => found('After'),
    );
    await hero();
    later(60);
    expect(await hero('https://www.acme.example/other')).toBe('fallback: Own hero');
    expect(await hero()).toBe('live: After');
    expect(asked).toHaveLength(3);
  });

  test('an answer that comes after the deadline is there for the next visitor', async () => {
    let open: (response: Response) => void = () => undefined;
    const { asked, hero } = service(() => new Promise((resolve) => (open = resolve)));
    expect(await hero()).toBe('fallback: Own hero');
    open(found('Late'));
    await vi.waitFor(async () => expect(await hero()).toBe('live: Late'));
    expect(asked.length).toBeLessThan(4);
  });

  test('who joins the question of another waits for their own deadline only', async () => {
    const { asked, hero } = service(hangs);
    void hero(undefined, { deadline: 10_000_000 });
    expect(await hero()).toBe('fallback: Own hero');
    expect(asked).toHaveLength(1);
  });
});

describe('a copy of the edge', () => {
  const copy = (age: number) =>
    found('Copy', { age: `${age}`, 'footfall-copy': '1', 'cache-control': 'private, max-age=0' });

  test('is stale once it is older than a minute, and is asked for each time', async () => {
    const { asked, hero } = service(
      () => copy(60),
      () => copy(61),
    );
    expect([await hero(), await hero()]).toEqual(['live: Copy', 'stale: Copy']);
    expect(asked).toHaveLength(2);
  });

  test('is not shown beyond an hour of its age', async () => {
    const { hero } = service(() => copy(3000), hangs);
    expect(await hero()).toBe('stale: Copy');
    later(599);
    expect(await hero()).toBe('stale: Copy');
    later(1);
    expect(await hero()).toBe('fallback: Own hero');
  });
});

describe('a key that is refused', () => {
  test.each([401, 403])('with %i is said once, and ends all that was kept', async (status) => {
    const { hero } = service(
      () => found('Before'),
      () => problem(status, 'unauthorized'),
      hangs,
    );
    await hero();
    await hero('https://www.acme.example/other');
    expect(said.mock.calls).toEqual([[`Footfall: ${status} unauthorized`]]);
    later(60);
    expect(await hero()).toBe('fallback: Own hero');
  });

  test('that is missing is an answer of the service, a URL that is missing is not', async () => {
    const { hero } = service(() => problem(401, 'unauthorized'));
    expect(await hero(undefined, { env: { FOOTFALL_URL: env.FOOTFALL_URL } })).toBe('fallback: Own hero');
    for (const _ of [1, 2]) expect(await hero(undefined, { env: {} })).toBe('fallback: Own hero');
    expect(said.mock.calls.flat()).toEqual(['Footfall: 401 unauthorized', 'Footfall: needs FOOTFALL_URL']);
  });
});

test.each(['', 'not an address at all:', 'http://a b/', '//', 'javascript:alert(1)', 'data:text/html,x'])(
  'what is no address, %j, has words too',
  async (address) => {
    const { ask } = service(() => problem(400, 'validation_failed'));
    expect((await ask(address)).fields.hero).toBe('Own hero');
  },
);

test('what is no address is said once, where the runtime names each in its error, as Deno and Bun do', async () => {
  class NamingUrl extends URL {
    constructor(address: string | URL, base?: string) {
      if (!URL.canParse(address, base)) throw new TypeError(`Invalid URL: '${address}'`);
      super(address, base);
    }
  }
  vi.stubGlobal('URL', NamingUrl);
  const { ask } = service(() => found('Live'));
  for (const place of [1, 2]) expect((await ask(`http://a ${place}/`)).from).toBe('fallback');
  vi.unstubAllGlobals();
  expect(said).toHaveBeenCalledOnce();
});

describe('a preview', () => {
  const draft = { preview: { status: 'shown', expiresAt: '2026-11-29T13:00:00.000Z' } };
  const at = 'https://www.acme.example/retail?footfall_preview=t.1.s';

  test('is never kept, whatever the header fields say, and neither cached nor indexed nor counted', async () => {
    const { asked, ask, hero } = service(
      () => found('Draft', {}, draft),
      () => found('Draft', {}, draft),
      hangs,
    );
    const words = await ask(at);
    expect(words).toMatchObject({ from: 'live', isPreview: true, robots: 'noindex', tag: false });
    expect(words.headers).toEqual({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    await ask(at);
    expect(asked).toHaveLength(2);
    expect(await hero()).toBe('fallback: Own hero');
    expect(await hero(at)).toBe('fallback: Own hero');
  });

  test.each(['ended', 'unknown'])('that is %s has what every visitor gets', async (status) => {
    const { ask } = service(() => found('Live', {}, { preview: { status, expiresAt: null } }));
    const words = await ask(at);
    expect(words).toMatchObject({
      isPreview: false,
      robots: 'noindex',
      tag: false,
      fields: { hero: 'Live' },
    });
    expect(words.headers['cache-control']).toBe('private, no-store');
  });

  test('of nobody, and without Footfall, is not cached either', async () => {
    const { ask } = service(nobody, hangs);
    for (const from of ['none', 'fallback']) {
      const words = await ask(at);
      expect([words.from, words.headers['cache-control']]).toEqual([from, 'private, no-store']);
    }
  });
});

describe('a page in a test', () => {
  /** What the service answers without a visitor: one version is drawn, and all are there. */
  const drawn = (experimentId: string, weights: readonly number[], headers: Record<string, string> = {}) =>
    Response.json(drawnAnswer(experimentId, weights), {
      headers: { 'cache-control': 'private, no-store', ...headers },
    });
  const noStore = { 'cache-control': 'private, no-store' };
  const visitors = Array.from({ length: 40 }, (_, place) => `visitor ${place}`);

  test.each(armVectors)(
    'of %s, and %s with weights %j, has the version of their arm',
    async (experimentId, visitor, weights, arm, unit) => {
      const { asked, ask } = service(() => drawn(experimentId, weights));
      const words = await ask(undefined, { visitor });
      expect(words).toMatchObject({
        title: `Words ${arm}`,
        fields: { hero: `Words ${arm}` },
        versionId: `version_${arm}`,
        content: { fields: { hero: `Words ${arm}` } },
        headers: noStore,
        tag: { 'data-version': `version_${arm}`, 'data-experiment': experimentId, 'data-unit': unit },
      });
      // The words of others are no part of them, and Footfall does not hear of the visitor.
      expect(words.experiment).toEqual({ experimentId, unit });
      expect(JSON.stringify(asked.map(({ url, init }) => [url, init]))).not.toContain('visitor');
    },
  );

  test('chooses as the service does, for any visitor and weights', async () => {
    await fc.assert(
      fc.asyncProperty(anyVisitor, async ({ experimentId, visitor, weights }) => {
        const { arm, unit } = placeOf(experimentId, visitor, weights);
        const { ask } = service(() => drawn(experimentId, weights, { 'cache-control': 'no-cache' }));
        const { versionId, experiment } = await ask(`https://www.acme.example/${experimentId}`, { visitor });
        expect([versionId, experiment?.unit]).toEqual([`version_${arm}`, unit]);
      }),
      { numRuns: 300 },
    );
  });

  test.each([undefined, ''])('is drawn anew for each request where the visitor is %j', async (visitor) => {
    const shares = [0, 0.19, 0.2, 0.59, 0.6, 0.99];
    const { asked, ask } = service(() => drawn('experiment_1', [1, 2, 2]));
    const shown = [];
    for (const share of shares) shown.push(await ask(undefined, { visitor, draw: () => share }));
    expect(shown.map(({ versionId }) => versionId)).toEqual(
      [0, 0, 1, 1, 2, 2].map((arm) => `version_${arm}`),
    );
    for (const { tag, headers, experiment } of shown) {
      expect(headers).toEqual(noStore);
      expect(experiment).toEqual({ experimentId: 'experiment_1', unit: null });
      expect(Object.keys(tag || {})).not.toContain('data-unit');
    }
    const many = await Promise.all(visitors.map(() => ask(undefined, { visitor })));
    expect(new Set(many.map(({ versionId }) => versionId)).size).toBe(3);
    expect(asked).toHaveLength(1);
  });

  test.each([
    ['no WebCrypto, such as a browser without https', {}],
    ['no crypto at all, such as an old Node', undefined],
  ])('is drawn where there is %s', async (_, crypto) => {
    vi.stubGlobal('crypto', crypto);
    const { ask } = service(() => drawn('experiment_1', [1, 1]));
    const words = await ask(undefined, { visitor: 'a', draw: () => 0.5 });
    vi.unstubAllGlobals();
    expect(words).toMatchObject({ versionId: 'version_1', experiment: { unit: null }, headers: noStore });
  });

  test('is asked for once a minute, though its answer lets no cache keep it', async () => {
    const { asked, ask } = service(() => drawn('experiment_1', [1, 1]));
    for (const visitor of visitors) await ask(undefined, { visitor });
    expect(asked).toHaveLength(1);
    later(59);
    await ask(undefined, { visitor: 'another' });
    expect(asked).toHaveLength(1);
    later(1);
    await ask(undefined, { visitor: 'another' });
    expect(asked).toHaveLength(2);
  });

  test('stays with its visitor: after a minute, while Footfall does not answer, from a copy, and in a new process', async () => {
    const copy = () => drawn('experiment_1', [1, 1], { age: '1800', 'footfall-copy': '1' });
    const { ask } = service(() => drawn('experiment_1', [1, 1]), copy, hangs);
    const all = async () => {
      const shown = await Promise.all(visitors.map((visitor) => ask(undefined, { visitor })));
      return [shown[0]?.from, ...shown.map(({ fields }) => fields.hero)];
    };
    const [, ...first] = await all();
    later(60);
    expect(await all()).toEqual(['stale', ...first]);
    later(1799);
    expect(await all()).toEqual(['stale', ...first]);
    later(1);
    expect((await all())[0]).toBe('fallback');
    vi.resetModules();
    const { wordsOf } = await import('../../../packages/website/src/index.ts');
    const fetch = async () => drawn('experiment_1', [1, 1]);
    for (const [place, visitor] of visitors.entries()) {
      const words = await wordsOf('https://www.acme.example/retail', { env, fetch, visitor });
      expect(words.fields.hero).toBe(first[place]);
    }
  });

  test('has words although an answer has no versions', async () => {
    const { hero } = service(() =>
      found('Live', {}, { experiment: { experimentId: 'a', unit: null, arms: [] } }),
    );
    expect(await hero(undefined, { visitor: 'a' })).toBe('live: Live');
  });

  test('is none once the test has ended', async () => {
    const { ask } = service(
      () => drawn('experiment_1', [1, 1]),
      () => found('Live', {}, { experiment: null }),
    );
    await ask(undefined, { visitor: 'a' });
    later(60);
    const { fields, headers, experiment } = await ask(undefined, { visitor: 'a' });
    expect([fields.hero, headers, experiment]).toEqual(['Live', {}, null]);
  });

  test('is no preview, which is never kept', async () => {
    const { asked, ask } = service(() => drawn('experiment_1', [1, 1]));
    for (const _ of [1, 2]) await ask('https://www.acme.example/retail?footfall_preview=t.1.s');
    expect(asked).toHaveLength(2);
  });
});

describe('the tag', () => {
  const tagOf = async (more: object) => (await service(() => found('Live', {}, more)).ask()).tag;
  const attributesOf = async (more: object) =>
    Object.keys((await tagOf(more)) || {}).filter((name) => !['src', 'data-key', 'data-page'].includes(name));

  test('has the test that the visitor is in, and what there is of the unit', async () => {
    const experiment = { experimentId: 'experiment_1', unit: 'abcdefghi-_', arms: null };
    expect(await tagOf({ experiment })).toMatchObject({
      'data-version': 'version_1',
      'data-experiment': 'experiment_1',
      'data-unit': 'abcdefghi-_',
    });
    later(60);
    expect(await attributesOf({ experiment: { ...experiment, unit: null } })).toEqual([
      'data-audience',
      'data-version',
      'data-experiment',
    ]);
  });

  test('of a page alone has neither audience nor version', async () => {
    expect(await attributesOf({ audienceId: null, versionId: null, experiment: null })).toEqual([]);
  });
});

describe('the key in the page', () => {
  const page = {
    src: 'https://footfall.example/visit.js',
    'data-page': 'page_1',
    'data-audience': 'audience_1',
    'data-version': 'version_1',
  };
  // Only a key with `read` is told for whom a link is, or that it is for nobody.
  const tellAll = () => found('Live', {}, { personId: null });
  const tagOf = async (reply: Reply, FOOTFALL_COLLECT_KEY?: string) =>
    (await service(reply).ask(undefined, { env: { ...env, FOOTFALL_COLLECT_KEY } })).tag;

  test.each([undefined, ''])('is the one for words, where another is %j', async (other) => {
    expect(await tagOf(() => found('Live'), other)).toEqual({ ...page, 'data-key': 'ff_main_words' });
  });

  test.each([undefined, ''])('is never one that reads more, where another is %j', async (other) => {
    expect(await tagOf(tellAll, other)).toBe(false);
  });

  test('is another one that is given', async () => {
    for (const reply of [tellAll, () => found('Live')])
      expect(await tagOf(reply, 'ff_main_visits')).toEqual({ ...page, 'data-key': 'ff_main_visits' });
  });
});

describe('robots', () => {
  test('are the rules of the page, for the document and for its header fields', async () => {
    const metadata = { title: 'A', description: '', robots: ['noindex', 'nofollow'] };
    const { ask } = service(() => found('A', {}, { content: { ...answer('A').content, metadata } }));
    const words = await ask();
    expect(words.robots).toBe('noindex, nofollow');
    expect(words.headers).toEqual({ 'x-robots-tag': 'noindex, nofollow' });
  });
});

describe('fields', () => {
  const own = {
    hero: 'Own',
    target: '/demo',
    picture: { url: '/own.png', alt: 'Own' },
    proofs: ['One', 'Two'],
  };
  const fieldsOf = async (fields: object) => {
    const { ask } = service(() => found('A', {}, { content: { ...answer('A').content, fields } }));
    return (await ask(undefined, { fallback: { fields: own } })).fields;
  };

  test.each<[string, object, object]>([
    ['texts', { hero: 'New', more: 'More' }, { hero: 'New', more: 'More' }],
    ['no words', { hero: '', picture: { url: '', alt: '' }, proofs: [] }, {}],
    ['lists', { proofs: ['Three'] }, { proofs: ['Three'] }],
    ['another kind', { hero: ['A'], proofs: 'A', picture: 'A', target: { url: '/a', alt: '' } }, {}],
    ['an address', { target: 'https://a.example/' }, { target: 'https://a.example/' }],
    ['a bad address', { target: 'javascript:alert(1)', picture: { url: 'data:text/html,x', alt: '' } }, {}],
    [
      'an image',
      { picture: { url: 'https://a.example/b.png', alt: '' } },
      { picture: { url: 'https://a.example/b.png', alt: '' } },
    ],
    [
      'a text that begins like an address',
      { hero: 'javascript: the good parts' },
      { hero: 'javascript: the good parts' },
    ],
    // The service refuses such names.
    ['names of objects', { constructor: 'A', hero: 'New' }, { hero: 'New' }],
  ])('with %s', async (_, live, expected) => {
    expect(await fieldsOf(live)).toEqual({ ...own, ...expected });
  });
});
