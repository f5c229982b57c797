import { describe, expect, test } from 'vitest';
import type { Page } from '../../../../src/content/pages/schemas.ts';
import { newPage, newUrl, patch, pathOf, read } from '../../support/pages.ts';
import { etagOf, once, outcome, timestamp } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('PATCH', () => {
  test.each([
    ['title', { title: 'Prices' }],
    ['metadata', { metadata: { author: 'Zoë' } }],
  ])('of %s changes it and keeps the rest', async (_field, fields) => {
    const of = await newPage({ metadata: { description: 'D' } });
    const reply = await patch(of, fields);
    const metadata = { ...of.metadata, ...('metadata' in fields ? fields.metadata : {}) };
    const { updatedAt } = reply.body;
    expect([reply.status, reply.body]).toEqual([200, { ...of, ...fields, metadata, updatedAt: timestamp }]);
    expect(updatedAt >= of.updatedAt).toBe(true);
    expect((await read(of)).body).toEqual(reply.body);
  });

  test('without fields writes nothing', async () => {
    const of = await newPage();
    const etag = etagOf(await read(of));
    for (const options of [{ rawBody: '{}' }, {}, { rawBody: '' }]) {
      const reply = await writesNothing(() => once('PATCH', pathOf(of), undefined, options));
      expect([reply.status, reply.body, etagOf(reply), reply.cost.written]).toEqual([200, of, etag, 0]);
    }
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
    const of = await newPage();
    const etag = etagOf(await read(of));
    const reply = await fresh(of, header(etag));
    expect([reply.status, reply.text, etagOf(reply)]).toEqual([304, '', etag]);
  });

  test('answers 200 to others', async () => {
    const of = await newPage();
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
    const of = await newPage();
    const before = etagOf(await read(of));
    await change(of);
    const after = await fresh(of, before);
    expect([after.status, etagOf(after) === before]).toEqual([200, false]);
    expect((await fresh(of, etagOf(after))).status).toBe(304);
  });

  test('stays when another page changes', async () => {
    const [of, other] = [await newPage(), await newPage()];
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
    const of = await newPage();
    const etag = etagOf(await read(of));
    const taken = (await newPage()).url;
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
    const of = await newPage();
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
    const of = await newPage();
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
    const of = await newPage();
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
    const [of, other] = [await newPage(), await newPage()];
    expect(outcome(await patch(of, { url: other.url }, { 'if-match': '"x"' }))[0]).toBe(412);
    const unknown = await once<Page>(
      'PATCH',
      '/v0/pages/page_x',
      { title: 'X' },
      { headers: { 'if-match': '*' } },
    );
    expect(outcome(unknown)).toEqual([404, 'page_not_found']);
  });
});
