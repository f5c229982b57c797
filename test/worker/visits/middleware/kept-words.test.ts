import { env } from 'cloudflare:workers';
import { forget } from '../../../../src/access/api-keys/cache.ts';
import type { ApiKeyCreated } from '../../../../src/access/api-keys/schemas.ts';
import { forgetCopies } from '../../../../src/http/copies.ts';
import { hashApiKey } from '../../../../src/lib/api-key.ts';
import type { PageLinkResolution } from '../../../../src/visits/page-links/resolve-schemas.ts';
import { newAudience, patch as patchAudience, pathOf } from '../../support/audiences.ts';
import { mintKey, type Problem, send } from '../../support/client.ts';
import { made } from '../../support/erasures.ts';
import { faultyDatabase, holdTime, silent, timed } from '../../support/faults.ts';
import { type Health, illDatabase } from '../../support/ill-database.ts';
import { at as linkAt, newLink, unique } from '../../support/page-links.ts';
import { newPage } from '../../support/pages.ts';
import { ok } from '../../support/replies.ts';
import { hour, minute, pass, second, setClock } from '../../support/times.ts';
import { publish } from '../../support/versions.ts';

const at = '/v0/page_links/resolve';
type Answer = PageLinkResolution & Problem;

/** An audience with live words and a link. */
async function live(title: string, fields: object = {}) {
  const first = await newAudience({ metadataOverride: { title }, ...fields });
  await publish(first, first.latestVersion);
  const link = await newLink({ target: { targetType: 'audience', audienceId: first.audienceId } });
  return { of: first, link, path: link.path };
}

const stores = [
  ['KV', { COPIES: env.COPIES_OF_TESTS }],
  ['the cache of a location', {}],
] as const;

describe.each(stores)('with copies in %s', (_, store) => {
  let health: Health = 'well';
  let isolate = illDatabase(() => health);
  let key = '';

  /** An isolate that knows nothing. */
  function newIsolate(): void {
    isolate = illDatabase(() => health);
    forget(hashApiKey(key));
    forgetCopies();
  }
  const bindings = () => ({ ...store, DB: isolate.database });
  const resolve = async (
    query: Record<string, string>,
    options: { key?: string; headers?: Record<string, string> } = {},
  ) => {
    const path = `${at}?${new URLSearchParams(query)}`;
    const { result } = await silent(() =>
      send<Answer>('GET', path, undefined, { key, bindings: bindings(), ...options }),
    );
    return result;
  };
  /** Does what D1 must be well for, where the service has the store of copies. */
  const change = async (method: string, path: string, body?: object) =>
    ok(send<object>(method, path, body, { bindings: store }));
  const title = ({ body }: { body: Answer }) => body.content?.metadata.title;

  beforeAll(() => setClock());
  beforeEach(async () => {
    health = 'well';
    pass(2 * hour);
    key = await mintKey(['resolve']);
    newIsolate();
  });

  test.each(['hangs', 'fails'] as const)(
    'a path that was asked before is answered while D1 %s, and says its age',
    async (ill) => {
      const { path, link } = await live('Welcome');
      const before = await resolve({ path });
      expect(before.headers.get('age')).toBeNull();
      expect(before.headers.get('cache-control')).toBe('private, max-age=60, stale-while-revalidate=600');
      pass(10 * minute);
      health = ill;
      for (const isNew of [false, true]) {
        if (isNew) newIsolate();
        const { status, body, headers } = await resolve({ path });
        expect([status, body]).toEqual([200, before.body]);
        expect(body.pageLinkId).toBe(link.pageLinkId);
        expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(600);
        expect(headers.get('footfall-copy')).toBe('1');
        expect(headers.get('cache-control')).toBe('private, max-age=0');
        expect(headers.get('vary')).toContain('x-api-key');
        expect(headers.get('etag')).toBe(before.headers.get('etag'));
      }
      const again = await resolve(
        { path },
        { headers: { 'if-none-match': before.headers.get('etag') ?? '' } },
      );
      expect([again.status, again.headers.get('footfall-copy')]).toEqual([304, '1']);
    },
  );

  test('it waits 400 ms once, then not at all; an isolate that has just started two seconds', async () => {
    const { path } = await live('Welcome');
    await resolve({ path });
    const waits: number[] = [];
    const ask = async () => {
      const start = Date.now();
      vi.useRealTimers();
      holdTime();
      vi.setSystemTime(start);
      const { ms, result } = await timed(resolve({ path }));
      setClock(start + ms);
      expect(result.headers.get('footfall-copy')).toBe('1');
      waits.push(ms);
    };
    health = 'hangs';
    pass(2 * minute);
    for (let index = 0; index < 3; index++) await ask();
    newIsolate();
    for (let index = 0; index < 3; index++) await ask();
    // A step is 100 ms.
    expect(waits.map((ms) => Math.floor(ms / 200) * 200)).toEqual([400, 0, 0, 2000, 0, 0]);
  });

  test('few requests ask D1 while it is away, and none of them waits', async () => {
    const { path } = await live('Welcome');
    await resolve({ path });
    health = 'fails';
    isolate.state.asked = 0;
    for (let index = 0; index < 100; index++) {
      expect((await resolve({ path })).status).toBe(200);
      pass(200);
    }
    // Twenty seconds: the first request, and one probe each five.
    expect(isolate.state.asked).toBeLessThanOrEqual(5);
    health = 'well';
    pass(6 * second);
    expect((await resolve({ path })).headers.get('footfall-copy')).toBe('1');
    expect((await resolve({ path })).headers.get('footfall-copy')).toBeNull();
  });

  test('a path without a copy shows that D1 is well again, and has one then', async () => {
    const [known, other] = [await live('Known'), await live('Other')];
    await resolve({ path: known.path });
    health = 'fails';
    expect((await resolve({ path: other.path })).status).toBe(503);
    health = 'well';
    expect((await resolve({ path: other.path })).status).toBe(200);
    expect((await resolve({ path: known.path })).headers.get('footfall-copy')).toBeNull();
    health = 'fails';
    expect((await resolve({ path: other.path })).headers.get('footfall-copy')).toBe('1');
  });

  test('a replica may be older than an end: what it answers is not kept, and a bookmark gets no copy', async () => {
    const [known, other] = [await live('Known'), await live('Other')];
    await resolve({ path: known.path });
    const bookmarks = ['first-unconstrained', '00000001-00000001-00000001-00000000000000000000000000000001'];
    const ask = (path: string, bookmark = '') =>
      resolve({ path }, { headers: { 'x-d1-bookmark': bookmark } });
    expect((await ask(other.path, 'first-unconstrained')).status).toBe(200);
    health = 'fails';
    expect((await resolve({ path: other.path })).status).toBe(503);
    for (const bookmark of bookmarks) expect((await ask(known.path, bookmark)).status, bookmark).toBe(503);
    expect((await ask(known.path, 'first-primary')).headers.get('footfall-copy')).toBe('1');
  });

  test('a copy is found by address: of a link whatever its query, of a page by its own URL', async () => {
    const host = `${unique()}.site.example`;
    const page = await newPage({ url: `https://${host}/pricing` });
    const other = await newPage({ url: `https://${host}/?p=5` });
    const link = await newLink({ target: { targetType: 'page', pageId: page.pageId } });
    const domain = `${unique()}.site.example`;
    const { tenantDomainId } = await ok(
      send<{ tenantDomainId: string }>('POST', '/v0/tenant_domains', { domain }),
    );
    const own = await newLink({ target: { targetType: 'page', pageId: page.pageId }, tenantDomainId });
    const asked = [
      `https://${host}${link.path}?gclid=1`,
      `https://${domain}${own.path}?gclid=1`,
      `https://${host}/pricing`,
      `https://${host}/?p=5`,
    ];
    for (const url of asked) expect((await resolve({ url })).status, url).toBe(200);
    expect((await resolve({ url: `https://${host}/pricing?p=5` })).status).toBe(200);
    health = 'fails';
    newIsolate();
    const idAt = async (url: string) => {
      const { body } = await resolve({ url });
      return body.pageLinkId ?? body.pageId;
    };
    expect(await idAt(`http://www.${host}${link.path}/?gclid=2#top`)).toBe(link.pageLinkId);
    expect(await idAt(`http://${domain}:8080${own.path}?gclid=2`)).toBe(own.pageLinkId);
    expect(await idAt(`https://${host}/pricing`)).toBe(page.pageId);
    expect(await idAt(`https://${host}/?p=5`)).toBe(other.pageId);
    // Pages of their own may be there.
    for (const url of [`https://${host}/pricing?p=5`, `https://${host}/`, `https://${domain}${link.path}`])
      expect((await resolve({ url })).status, url).toBe(503);
  });

  test('a link that is pasted from a sentence has the copy of the link, unless a link of its own has one', async () => {
    const host = `${unique()}.site.example`;
    const { pageId } = await newPage({ url: `https://${host}/` });
    const target = { targetType: 'page' as const, pageId };
    const [link, own] = [await newLink({ target }), await newLink({ target })];
    const dotted = await newLink({ target, path: `${own.path}.` });
    const idAt = async (query: Record<string, string>) => (await resolve(query)).body.pageLinkId;
    const asked = (path: string) => [{ path }, { url: `https://${host}${path}` }];
    for (const { path } of [link, own, dotted]) for (const query of asked(path)) await resolve(query);
    health = 'fails';
    for (const isNew of [false, true]) {
      if (isNew) newIsolate();
      for (const end of ['.', ').'])
        for (const query of asked(link.path + end)) expect(await idAt(query), end).toBe(link.pageLinkId);
      for (const query of asked(dotted.path)) expect(await idAt(query)).toBe(dotted.pageLinkId);
    }
  });

  test('after an hour there is no copy', async () => {
    const { path } = await live('Welcome');
    await resolve({ path });
    health = 'fails';
    pass(57 * minute);
    expect((await resolve({ path })).status).toBe(200);
    pass(4 * minute);
    const { status, body } = await resolve({ path });
    expect([status, body.code]).toEqual([503, 'database_unavailable']);
  });

  test('what nobody has asked for, and what nobody has, is a 503 and never a 404', async () => {
    const { path } = await live('Welcome');
    await resolve({ path: '/nobody-has-this' });
    await resolve({ path: '/' });
    health = 'fails';
    for (const asked of [{ path }, { path: '/nobody-has-this' }, { url: `https://www.site.example${path}` }])
      expect((await resolve(asked)).status).toBe(503);
  });

  test('a preview is never a copy, and no copy is a preview', async () => {
    const { of, path } = await live('Welcome');
    await patchAudience(of, { metadataOverride: { title: 'Not said yet' } });
    const { token } = await ok(send<{ token: string }>('POST', `${pathOf(of)}/preview`, {}));
    expect(title(await resolve({ path, preview: token }))).toBe('Not said yet');
    health = 'fails';
    expect((await resolve({ path, preview: token })).status).toBe(503);
    expect((await resolve({ path })).status).toBe(503);
  });

  test('a copy has what was live when D1 was asked last', async () => {
    const { of, path } = await live('First');
    await resolve({ path });
    const second = await ok(patchAudience(of, { metadataOverride: { title: 'Second' } }));
    await publish(second, second.latestVersion);
    expect(title(await resolve({ path }))).toBe('Second');
    health = 'fails';
    newIsolate();
    expect(title(await resolve({ path }))).toBe('Second');
  });

  test('a key that was not used within the hour, a made-up one and one of another workspace get no copy', async () => {
    const { path } = await live('Welcome');
    await resolve({ path });
    const other = await mintKey(['resolve']);
    const foreign = await mintKey(['resolve'], 'acme');
    health = 'fails';
    expect((await resolve({ path }, { key: other })).status).toBe(503);
    const { status } = await resolve({ path }, { key: foreign });
    expect(status).toBe(404);
  });

  test('a key that has expired gets none, and a copy shows a key what it may see', async () => {
    const { path } = await live('Welcome', { supplementaryContext: 'Say nothing.' });
    const reader = await mintKey(['read'], 'main', new Date(Date.now() + 5 * minute).toISOString());
    expect((await resolve({ path }, { key: reader })).body.content.supplementaryContext).toBe('Say nothing.');
    await resolve({ path });
    health = 'fails';
    newIsolate();
    forget(hashApiKey(reader));
    expect((await resolve({ path }, { key: reader })).body.content.supplementaryContext).toBe('Say nothing.');
    expect((await resolve({ path })).text).not.toContain('Say nothing.');
    pass(6 * minute);
    expect((await resolve({ path }, { key: reader })).status).toBe(401);
  });

  test('limits of the key and of guesses hold', async () => {
    const person = await made({ name: 'Zoe', email: `${unique()}@northwind.example` });
    const { path } = await live('Welcome, Zoe', { personId: person.personId });
    await resolve({ path });
    health = 'fails';
    const bindings = {
      ...store,
      DB: isolate.database,
      GUESS_LIMITER: env.TIGHT_RATE_LIMITER,
      GUESS_LIMIT_POLICY: '"guess";q=5;w=60',
    };
    const address = `192.0.2.${stores.findIndex(([, one]) => one === store) + 41}`;
    const statuses: number[] = [];
    for (let index = 0; index < 7; index++) {
      const asked = () =>
        send('GET', `${at}?${new URLSearchParams({ path })}`, undefined, {
          key,
          bindings,
          headers: { 'cf-connecting-ip': address },
        });
      statuses.push((await silent(asked)).result.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  test('beyond the limit of guesses, a personal path with a copy and one that nobody has get one refusal', async () => {
    const person = await made({ name: 'Zoe', email: `${unique()}@northwind.example` });
    const { path } = await live('Welcome, Zoe', { personId: person.personId });
    await resolve({ path });
    health = 'fails';
    const address = `192.0.2.${stores.findIndex(([, one]) => one === store) + 51}`;
    const limits = { GUESS_LIMITER: env.TIGHT_RATE_LIMITER, GUESS_LIMIT_POLICY: '"guess";q=5;w=60' };
    const statusOf = async (path: string) => {
      const options = {
        key,
        bindings: { ...bindings(), ...limits },
        headers: { 'cf-connecting-ip': address },
      };
      const asked = `${at}?${new URLSearchParams({ path })}`;
      return (await silent(() => send('GET', asked, undefined, options))).result.status;
    };
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++) statuses.push(await statusOf('/nobody-has-this'));
    expect(statuses).toEqual([503, 503, 503, 503, 503, 429]);
    expect([await statusOf(path), await statusOf('/nobody-has-this')]).toEqual([429, 429]);
  });

  describe('an end is heard of by other isolates:', () => {
    type Ended = Awaited<ReturnType<typeof live>> & { personId: string };
    const ends: [string, (ended: Ended) => Promise<unknown>][] = [
      ['the person is erased', ({ personId }) => change('DELETE', `/v0/persons/${personId}`)],
      ['the audience is archived', ({ of }) => change('POST', `${pathOf(of)}/archive`, {})],
      ['the link is deleted', ({ link }) => change('DELETE', linkAt(link))],
      ['the link has another path', ({ link }) => change('PATCH', linkAt(link), { path: `/${unique()}` })],
    ];
    test.each(ends)('%s', async (_end, end) => {
      const { personId } = await made({ name: 'Zoe', email: `${unique()}@northwind.example` });
      const mine = await live('Welcome, Zoe', { personId });
      const other = await live('Welcome');
      for (const { path } of [mine, other]) await resolve({ path });
      pass(minute);
      await end({ ...mine, personId });
      health = 'fails';
      newIsolate();
      expect((await resolve({ path: mine.path })).status).toBe(503);
      expect((await resolve({ path: other.path })).status).toBe(200);
    });

    const endsOfKey: [string, (created: ApiKeyCreated) => Promise<unknown>][] = [
      ['is revoked', ({ apiKeyId }) => change('DELETE', `/v0/api_keys/${apiKeyId}`)],
      ['revokes itself', ({ key }) => send('DELETE', '/v0/api_keys/current', {}, { key, bindings: store })],
      [
        'is rotated',
        ({ apiKeyId }) => change('POST', `/v0/api_keys/${apiKeyId}/rotate`, { overlapSeconds: 0 }),
      ],
    ];
    test.each(endsOfKey)('a key %s', async (_end, end) => {
      const { path } = await live('Welcome');
      const created = await ok(
        send<ApiKeyCreated>('POST', '/v0/api_keys', { name: 'website', scopes: ['read'] }),
      );
      await resolve({ path }, { key: created.key });
      await resolve({ path });
      pass(minute);
      await end(created);
      health = 'fails';
      newIsolate();
      forget(hashApiKey(created.key));
      expect((await resolve({ path })).status).toBe(200);
      expect((await resolve({ path }, { key: created.key })).status).toBe(503);
    });

    test('what a write without an answer may end later has no copy of the next 30 seconds', async () => {
      const { path, link } = await live('Welcome');
      const overloaded = { message: 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.', size: 1 };
      const DB = faultyDatabase({ ...overloaded, moment: 'before', times: 10 });
      const lost = await silent(() =>
        send('DELETE', linkAt(link), undefined, { bindings: { ...store, DB } }),
      );
      expect(lost.result.status).toBe(503);
      for (const [seconds, status] of [
        [20, 503],
        [12, 200],
      ] as const) {
        health = 'well';
        pass(seconds * second);
        newIsolate();
        expect((await resolve({ path })).headers.get('footfall-copy')).toBeNull();
        health = 'fails';
        expect((await resolve({ path })).status, `${seconds}`).toBe(status);
      }
    });
  });

  test('a store that fails stops nothing', async () => {
    const { path } = await live('Welcome');
    const broken = { get: () => Promise.reject(new Error('KV')), put: () => Promise.reject(new Error('KV')) };
    const bindings = { COPIES: broken as unknown as KVNamespace, DB: isolate.database };
    const ask = () =>
      silent(() =>
        send<Answer>('GET', `${at}?${new URLSearchParams({ path })}`, undefined, { key, bindings }),
      );
    expect((await ask()).result.status).toBe(200);
    health = 'fails';
    // What the isolate has kept itself.
    expect((await ask()).result.headers.get('footfall-copy')).toBe('1');
  });
});

describe('the store', () => {
  const ill: { health: Health } = { health: 'well' };
  let { database } = illDatabase(() => ill.health);
  const askAt = async (key: string, query: Record<string, string>, COPIES: object) => {
    const bindings = { COPIES: COPIES as KVNamespace, DB: database };
    const asked = `${at}?${new URLSearchParams(query)}`;
    return (await silent(() => send<Answer>('GET', asked, undefined, { key, bindings }))).result;
  };

  beforeAll(() => setClock());
  beforeEach(() => {
    ill.health = 'well';
    ({ database } = illDatabase(() => ill.health));
    pass(2 * hour);
    forgetCopies();
  });

  test('has one copy of words, in however many ways anyone asks for them', async () => {
    const put: string[] = [];
    const kv = {
      get: (keys: string[]) => env.COPIES_OF_TESTS.get(keys),
      put: async (name: string) => void put.push(name),
    };
    const key = await mintKey(['resolve']);
    const { path } = await live('Welcome');
    const host = `${unique()}.site.example`;
    await newPage({ url: `https://${host}/pricing` });
    for (const tail of ['', '?q=1', '?q=2', '?q=2#a', '//', '///', '/'])
      expect((await askAt(key, { url: `https://${host}/pricing${tail}` }, kv)).status, tail).toBe(200);
    for (const tail of ['', '.', '..', '),', '/'])
      expect((await askAt(key, { path: path + tail }, kv)).status, tail).toBe(200);
    // The page with and without a slash, the link, and the key.
    expect(put.filter((name) => name.includes('/words/'))).toHaveLength(3);
    expect(new Set(put).size).toBe(4);
  });

  test('is written again a minute after it failed, and not over a newer copy', async () => {
    const put: string[] = [];
    const key = await mintKey(['resolve']);
    const [known, other] = [await live('Welcome'), await live('Other')];
    const failing = {
      get: async () => new Map(),
      put: (name: string) => {
        put.push(name);
        return Promise.reject(new Error('KV'));
      },
    };
    const asked = async () => {
      put.length = 0;
      await askAt(key, { path: known.path }, failing);
      return put.length;
    };
    const first = await asked();
    pass(30 * second);
    const next = await asked();
    pass(2 * minute);
    expect([first, next, await asked()]).toEqual([2, 0, 2]);
    const newer = JSON.stringify({ value: {}, at: Date.now() + 500, mark: 'newer', of: [] });
    put.length = 0;
    await askAt(
      key,
      { path: other.path },
      { ...failing, get: async (names: string[]) => new Map(names.map((name) => [name, newer])) },
    );
    expect(put).toEqual([]);
  });

  test.each(['{', 'null', '7', '{"value":{},"at":0}'])('may have something else: %s', async (text) => {
    const kv = {
      get: async (keys: string[]) => new Map(keys.map((name) => [name, text])),
      put: async () => {},
    };
    const key = await mintKey(['resolve']);
    const [known, other] = [await live('Welcome'), await live('Other')];
    expect((await askAt(key, { path: known.path }, kv)).status).toBe(200);
    ill.health = 'fails';
    expect((await askAt(key, { path: other.path }, kv)).status).toBe(503);
  });

  test('is asked once while it hangs', async () => {
    let asked = 0;
    const kv = {
      get: () => {
        asked += 1;
        return new Promise(() => {});
      },
      put: async () => {},
    };
    const key = await mintKey(['resolve']);
    const { path } = await live('Welcome');
    expect((await askAt(key, { path }, { ...kv, get: async () => new Map() })).status).toBe(200);
    ill.health = 'fails';
    const answer = await askAt(key, { path }, kv);
    expect([answer.status, answer.headers.get('footfall-copy'), asked]).toEqual([200, '1', 1]);
  });
});
