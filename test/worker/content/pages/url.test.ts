import type { Page } from '../../../../src/content/pages/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { list, newPage, newPageId, newUrl, patch, post, read } from '../../support/pages.ts';
import { outcome, violationsOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('the url of a page', () => {
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
      const holder = await newPage({ url: sent });
      expect(holder.url).toBe(stored);
      const other = await newPage();
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
      expect((await read(other)).body).toEqual({ ...other, foundFields: [] });
    },
  );

  test('is different with another scheme, port, path, case of the path or query', async () => {
    const urls = ['http://x.example/a', 'https://x.example/a', 'https://x.example:8443/a'];
    urls.push('https://x.example/a/', 'https://x.example/A', 'https://x.example/a?', 'https://x.example/a?b');
    for (const url of urls) expect((await post({ url })).status, url).toBe(201);
  });

  test('is free after its page gets another', async () => {
    const of = await newPage();
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
    const pages = await Promise.all(Array.from({ length: 20 }, () => newPage()));
    const url = newUrl();
    const replies = await Promise.all(pages.map((of) => patch(of, { url })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});

let pagePath = '';
beforeAll(async () => {
  pagePath = `/v0/pages/${await newPageId()}`;
});

const astral = '\u{1f4a9}';

describe('a long url of a page', () => {
  test.each([
    ['when it is percent-encoded', `https://x.example/${'\u738b'.repeat(300)}`],
    ['when its query is', `https://x.example/?${astral.repeat(200)}`],
    ['by its last character', `https://x.example/${'x'.repeat(2025)}\u00fc`],
    ['with spaces', `https://x.example/a${' '.repeat(700)}b`],
  ])('is refused when it grows beyond 2,048 characters %s', async (_how, url) => {
    expect(new URL(url).href.length).toBeGreaterThan(2048);
    await writesNothing(async () => {
      for (const [method, path] of [['POST', '/v0/pages'] as const, ['PATCH', pagePath] as const]) {
        const reply = await send<Problem>(method, path, { title: 'Long', url });
        expect([reply.status, violationsOf(reply)], method).toEqual([400, ['body url too_long']]);
      }
    });
  });

  test('is accepted with 2,048 characters, counted after percent-encoding', async () => {
    const of = (rest: string) => `https://y.example/${rest}`;
    for (const [sent, answered] of [
      ['x'.repeat(2030), 'x'.repeat(2030)],
      [`${'x'.repeat(2024)}\u00fc`, `${'x'.repeat(2024)}%C3%BC`],
      ['\u738b'.repeat(225), '%E7%8E%8B'.repeat(225)],
    ] as const) {
      const reply = await send<Page>('POST', '/v0/pages', { title: 'Long', url: of(sent) });
      expect([reply.status, reply.body.url]).toEqual([201, of(answered)]);
    }
  });
});
