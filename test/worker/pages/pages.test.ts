import { describe, expect, test } from 'vitest';
import type { List } from '../../../src/lib/cursor.ts';
import type { Page } from '../../../src/pages/schemas.ts';
import { contents, type Problem, type RequestOptions, send } from '../support/client.ts';
import { faultyDatabase } from '../support/faults.ts';

const acme = { workspace: 'acme' } as const;
await send('GET', '/v0/pages'); // From here on the keys are known, so every request is one trip.
await send('GET', '/v0/pages', undefined, acme);

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const texts = [
  'title',
  'description',
  'author',
  'canonicalUrl',
  'ogTitle',
  'ogDescription',
  'ogImageUrl',
  'ogImageFileId',
  'ogImageAlt',
  'ogSiteName',
  'ogUrl',
  'twitterTitle',
  'twitterDescription',
  'twitterImageUrl',
  'twitterImageFileId',
  'twitterImageAlt',
  'twitterSite',
  'twitterCreator',
  'themeColor',
];
const noMetadata = {
  ...Object.fromEntries(texts.map((field) => [field, ''])),
  keywords: [],
  robots: [],
  ogType: 'website',
  twitterCard: 'summary',
};

/** Sends a request. Checks that it costs one trip and that the answer is JSON. */
async function once<T = Page & Problem>(
  method: string,
  path: string,
  body?: unknown,
  options?: RequestOptions,
) {
  const reply = await send<T>(method, path, body, options);
  expect(reply.cost.trips, `${method} ${path}`).toBeLessThanOrEqual(1);
  const type = { 304: null, 200: 'application/json', 201: 'application/json' }[reply.status];
  expect(reply.headers.get('content-type')).toBe(type === undefined ? 'application/problem+json' : type);
  return reply;
}

let serial = 0;
const newUrl = () => `https://pages.example/${++serial}`;
const post = (fields: object = {}, options?: RequestOptions) =>
  once('POST', '/v0/pages', { title: 'Pricing', url: newUrl(), ...fields }, options);
const page = async (fields?: object): Promise<Page> => (await post(fields)).body;
const pathOf = ({ pageId }: { pageId: string }) => `/v0/pages/${pageId}`;
const read = (of: Page, headers: Record<string, string> = {}) =>
  once('GET', pathOf(of), undefined, { headers });
const patch = (of: Page, fields: object, headers: Record<string, string> = {}) =>
  once('PATCH', pathOf(of), fields, { headers });
const list = async (query = '', options?: RequestOptions) =>
  (await once<List<Page>>('GET', `/v0/pages?${query}`, undefined, options)).body;
const outcome = ({ status, body }: { status: number; body: Problem }) => [status, body.code];
const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? 'none';

/** Checks that the work changes no row of any table. */
async function writesNothing<T>(work: () => Promise<T>): Promise<T> {
  const rows = await contents();
  const result = await work();
  expect(await contents()).toEqual(rows);
  return result;
}

describe('a page', () => {
  test('has exactly its fields, in every operation', async () => {
    const url = newUrl();
    const created = await post({ title: 'Über uns', url });
    expect([created.status, created.body]).toEqual([
      201,
      {
        pageId: expect.stringMatching(/^page_[0-7][0-9a-z]{25}$/),
        title: 'Über uns',
        url,
        metadata: noMetadata,
        audiencesCount: 0,
        createdAt: timestamp,
        updatedAt: created.body.createdAt,
      },
    ]);
    const reading = await read(created.body);
    expect([reading.status, reading.body]).toEqual([200, created.body]);
    expect(etagOf(reading)).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(etagOf(created)).toBe(etagOf(reading));
    expect((await list('limit=1')).items).toEqual([created.body]);
  });

  test('counts its audiences, archived ones too', async () => {
    const of = await page();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const reply = await once<{ audienceId: string }>('POST', `${pathOf(of)}/audiences`, {});
      ids.push(reply.body.audienceId);
    }
    await once('POST', `${pathOf(of)}/audiences/${ids[0]}/archive`, {});
    expect((await read(of)).body).toEqual({ ...of, audiencesCount: 3 });
    expect((await list('limit=1')).items[0]?.audiencesCount).toBe(3);
  });

  test.each(['page_01kafz8q6tf7n9t3cwh2k5v4xe', 'x', '%00', "'%20or%20'1'='1", '__proto__', '%F0%9F%92%A9'])(
    'with the id %s does not exist',
    async (pageId) => {
      for (const [method, body] of [['GET'], ['PATCH', { title: 'X' }], ['PATCH', {}]] as const) {
        const reply = await writesNothing(() => once(method, pathOf({ pageId }), body));
        expect(outcome(reply), method).toEqual([404, 'page_not_found']);
      }
    },
  );

  test('of another workspace does not exist, and its url is free there', async () => {
    const of = await page();
    for (const [method, body] of [['GET'], ['PATCH', { title: 'X' }]] as const) {
      const reply = await writesNothing(() => once(method, pathOf(of), body, acme));
      expect(outcome(reply), method).toEqual([404, 'page_not_found']);
    }
    const there = await post({ url: of.url }, acme);
    expect(there.status).toBe(201);
    expect((await list('', acme)).items).toEqual([there.body]);
  });
});

describe('PATCH', () => {
  test.each([
    ['title', { title: 'Prices' }],
    ['metadata', { metadata: { author: 'Zoë' } }],
  ])('of %s changes it and keeps the rest', async (_field, fields) => {
    const of = await page({ metadata: { description: 'D' } });
    const reply = await patch(of, fields);
    const metadata = { ...of.metadata, ...('metadata' in fields ? fields.metadata : {}) };
    const { updatedAt } = reply.body;
    expect([reply.status, reply.body]).toEqual([200, { ...of, ...fields, metadata, updatedAt: timestamp }]);
    expect(updatedAt >= of.updatedAt).toBe(true);
    expect((await read(of)).body).toEqual(reply.body);
  });

  test('without fields writes nothing', async () => {
    const of = await page();
    const etag = etagOf(await read(of));
    for (const options of [{ rawBody: '{}' }, {}, { rawBody: '' }]) {
      const reply = await writesNothing(() => once('PATCH', pathOf(of), undefined, options));
      expect([reply.status, reply.body, etagOf(reply), reply.cost.written]).toEqual([200, of, etag, 0]);
    }
  });
});

describe('a url', () => {
  const spellings: [string, string, string[]][] = [
    [
      'https://spelling.example/a/b?x=1',
      'https://spelling.example/a/b?x=1',
      [
        'HTTPS://Spelling.EXAMPLE/a/b?x=1',
        'https://spelling.example:443/a/b?x=1',
        'https://spelling.example/a/./b?x=1',
        'https://spelling.example/z/../a/b?x=1',
        'https://spelling.example/z/%2e%2e/a/b?x=1',
      ],
    ],
    ['http://Root.example:80', 'http://root.example/', ['http://root.example', 'HTTP://ROOT.EXAMPLE/.']],
    [
      'https://bücher.example/über uns',
      'https://xn--bcher-kva.example/%C3%BCber%20uns',
      ['https://BÜCHER.example/über uns', 'https://xn--bcher-kva.example/%C3%BCber%20uns'],
    ],
    ['https://127.1/', 'https://127.0.0.1/', ['https://0x7f.0.0.1', 'https://2130706433/']],
  ];

  test.each(spellings)(
    '%s is returned as %s, and its page conflicts with every spelling of it',
    async (sent, stored, others) => {
      const holder = await page({ url: sent });
      expect(holder.url).toBe(stored);
      const other = await page();
      const expected = { code: 'page_conflict', field: 'url', conflictingId: holder.pageId };
      for (const url of [sent, stored, ...others]) {
        const replies = await writesNothing(() =>
          Promise.all([
            post({ url }),
            patch(other, { url }),
            patch(other, { url, title: 'X', metadata: null }),
          ]),
        );
        for (const { status, body } of replies)
          expect([status, body], url).toEqual([409, expect.objectContaining(expected)]);
        expect((await patch(holder, { url })).status, url).toBe(200);
      }
      expect((await read(other)).body).toEqual(other);
    },
  );

  test('is different with another scheme, port, path, case of the path or query', async () => {
    const urls = ['http://x.example/a', 'https://x.example/a', 'https://x.example:8443/a'];
    urls.push('https://x.example/a/', 'https://x.example/A', 'https://x.example/a?', 'https://x.example/a?b');
    for (const url of urls) expect((await post({ url })).status, url).toBe(201);
  });

  test('is free after its page gets another', async () => {
    const of = await page();
    const url = newUrl();
    expect((await patch(of, { url })).body).toMatchObject({ url, title: of.title });
    expect((await post({ url: of.url })).status).toBe(201);
    expect(outcome(await patch(of, { url: of.url }))).toEqual([409, 'page_conflict']);
  });

  test('is given to one page of 50 that are created at once; the answers of the others name it', async () => {
    const before = (await list('limit=1')).totalCount;
    const url = newUrl();
    const replies = await Promise.all(Array.from({ length: 50 }, () => post({ url })));
    const created = replies.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const conflictingId = created[0]?.body.pageId;
    for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
      expect([status, body]).toEqual([
        409,
        expect.objectContaining({ code: 'page_conflict', field: 'url', conflictingId }),
      ]);
    }
    expect((await list('limit=1')).totalCount).toBe(before + 1);
  });

  test('is given to one of 20 pages that are changed to it at once', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => page()));
    const url = newUrl();
    const replies = await Promise.all(pages.map((of) => patch(of, { url })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});

describe('a write whose answer is lost after the commit', () => {
  const lost = () => ({
    bindings: { DB: faultyDatabase({ message: 'D1_ERROR: Network connection lost.', moment: 'after' }) },
  });

  test('creates one page, which does not conflict with itself', async () => {
    const before = (await list('limit=1')).totalCount;
    const reply = await send<Page>('POST', '/v0/pages', { title: 'Once', url: newUrl() }, lost());
    expect([reply.status, reply.cost.trips], reply.text).toEqual([201, 2]);
    expect(await list('limit=1')).toMatchObject({ items: [reply.body], totalCount: before + 1 });
  });

  test('changes a page whose entity tag it has', async () => {
    const of = await page();
    const headers = { 'if-match': etagOf(await read(of)) };
    const changes = { title: 'Once', url: newUrl(), metadata: { author: 'A' } };
    const reply = await send<Page>('PATCH', pathOf(of), changes, { ...lost(), headers });
    expect([reply.status, reply.cost.trips], reply.text).toEqual([200, 2]);
    const now = await read(of);
    expect([now.body, etagOf(now)]).toEqual([reply.body, etagOf(reply)]);
    expect(now.body).toMatchObject({ title: changes.title, url: changes.url });
  });
});

describe('GET /v0/pages', () => {
  async function walk(limit: number, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, hasMore, nextCursor }: List<Page> = await list(
        `limit=${limit}${cursor && `&cursor=${cursor}`}`,
      );
      expect(items.length).toBeLessThanOrEqual(limit);
      expect(hasMore).toBe(nextCursor !== null);
      ids.push(...items.map(({ pageId }) => pageId));
      cursor = nextCursor;
      await between();
    }
    return ids;
  }

  test('lists newest first, 50 by default, with an exact total', async () => {
    const before = (await list('limit=1')).totalCount;
    const made: Page[] = [];
    for (let n = 0; n < 55; n++) made.push(await page());
    const { items, totalCount, hasMore } = await list();
    expect([items.length, totalCount, hasMore]).toEqual([50, before + 55, true]);
    expect(items).toEqual(made.reverse().slice(0, 50));
    await post({ url: made[0]?.url });
    await patch(made[1] as Page, { title: 'Still one' });
    expect((await list('limit=100')).totalCount).toBe(before + 55);
  });

  test.each([7, 100])('shows every page once while others are created, %i a page', async (limit) => {
    const expected = await walk(100);
    expect(expected).toEqual([...expected].sort().reverse());
    const seen = await walk(limit, () => page());
    expect(seen).toEqual(expected);
  });

  test('refuses a cursor of another list', async () => {
    const of = await page();
    for (let n = 0; n < 2; n++) await once('POST', `${pathOf(of)}/audiences`, {});
    const ofAudiences = await once<List<unknown>>('GET', `${pathOf(of)}/audiences?limit=1`);
    const { nextCursor } = ofAudiences.body;
    expect(nextCursor).not.toBeNull();
    expect(outcome(await once('GET', `/v0/pages?cursor=${nextCursor}`))).toEqual([400, 'invalid_cursor']);
  });
});

describe('the entity tag of a page', () => {
  const fresh = (of: Page, tags: string) => read(of, { 'if-none-match': tags });

  test.each<[string, (tag: string) => string]>([
    ['itself', (tag) => tag],
    ['itself as a weak one', (tag) => `W/${tag}`],
    ['a list with it', (tag) => `"x", W/"y" ,${tag},"z"`],
    ['a star', () => '*'],
  ])('answers 304 to %s in If-None-Match', async (_what, header) => {
    const of = await page();
    const etag = etagOf(await read(of));
    const reply = await fresh(of, header(etag));
    expect([reply.status, reply.text, etagOf(reply)]).toEqual([304, '', etag]);
  });

  test('answers 200 to others', async () => {
    const of = await page();
    const etag = etagOf(await read(of));
    const bare = etag.slice(1, -1);
    for (const header of ['"x"', 'W/"x"', '""', `"${bare}x"`, `"x${bare}"`, `"x", "y"`]) {
      const reply = await fresh(of, header);
      expect([reply.status, reply.body, etagOf(reply)], header).toEqual([200, of, etag]);
    }
  });

  test.each<[string, (of: Page) => Promise<unknown>]>([
    ['its title', (of) => patch(of, { title: 'Prices' })],
    ['its url', (of) => patch(of, { url: newUrl() })],
    ['its metadata', (of) => patch(of, { metadata: { author: 'A' } })],
    ['its audiencesCount', (of) => once('POST', `${pathOf(of)}/audiences`, {})],
  ])('changes with %s', async (_what, change) => {
    const of = await page();
    const before = etagOf(await read(of));
    await change(of);
    const after = await fresh(of, before);
    expect([after.status, etagOf(after) === before]).toEqual([200, false]);
    expect((await fresh(of, etagOf(after))).status).toBe(304);
  });

  test('stays when another page changes', async () => {
    const [of, other] = [await page(), await page()];
    const before = etagOf(await read(of));
    await patch(other, { title: 'X' });
    expect((await fresh(of, before)).status).toBe(304);
  });

  test.each<[string, (tag: string) => string]>([
    ['another tag', () => '"x"'],
    ['the empty tag', () => '""'],
    ['itself as a weak one', (tag) => `W/${tag}`],
    ['a list without it', (tag) => `"x", W/${tag}, "y"`],
  ])('refuses a write with %s in If-Match', async (_what, header) => {
    const of = await page();
    const etag = etagOf(await read(of));
    const taken = (await page()).url;
    for (const fields of [{ title: 'X' }, { url: taken }, { metadata: null }, {}]) {
      const reply = await writesNothing(() => patch(of, fields, { 'if-match': header(etag) }));
      expect(outcome(reply)).toEqual([412, 'precondition_failed']);
      expect(reply.body.currentETag).toBe(etag);
    }
  });

  test.each<[string, (tag: string) => string]>([
    ['itself', (tag) => tag],
    ['a list with it', (tag) => `"x",W/"y" , ${tag}`],
    ['a star', () => ' * '],
  ])('lets a write pass with %s in If-Match', async (_what, header) => {
    const of = await page();
    const etag = etagOf(await read(of));
    const reply = await patch(of, { title: 'X' }, { 'if-match': header(etag) });
    expect([reply.status, reply.body.title]).toEqual([200, 'X']);
    expect(etagOf(reply)).toBe(etagOf(await read(of)));
    expect((await patch(of, { title: 'Y' }, { 'if-match': etagOf(reply) })).status).toBe(200);
  });

  test.each([
    'x',
    '"',
    '"x',
    'x"',
    '"x" "y"',
    'w/"x"',
    'W/ "x"',
    '*, "x"',
    '**',
    '"a b"',
    `${'"x",'.repeat(20)}"x"`,
  ])('is refused when malformed: %s', async (header) => {
    const of = await page();
    for (const name of ['if-match', 'if-none-match']) {
      const reply = await writesNothing(() =>
        name === 'if-match' ? patch(of, { title: 'X' }, { [name]: header }) : read(of, { [name]: header }),
      );
      expect(outcome(reply)).toEqual([400, 'validation_failed']);
      expect(reply.body.errors).toEqual([
        { in: 'header', path: name, code: 'invalid_format', message: expect.any(String) },
      ]);
    }
  });

  test('lets one of 20 concurrent writes pass', async () => {
    const of = await page();
    const headers = { 'if-match': etagOf(await read(of)) };
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => patch(of, { title: `Title ${n}` }, headers)),
    );
    const through = replies.filter(({ status }) => status === 200);
    expect(through).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(19);
    expect((await read(of)).body).toEqual(through[0]?.body);
  });

  test('is checked before the url of another page, and after the page itself', async () => {
    const [of, other] = [await page(), await page()];
    expect(outcome(await patch(of, { url: other.url }, { 'if-match': '"x"' }))[0]).toBe(412);
    const unknown = await once('PATCH', '/v0/pages/page_x', { title: 'X' }, { headers: { 'if-match': '*' } });
    expect(outcome(unknown)).toEqual([404, 'page_not_found']);
  });
});
