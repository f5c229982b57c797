import type { Page } from '../../../../src/content/pages/schemas.ts';
import { send } from '../../support/client.ts';
import { newPage, newUrl, patch, pathOf, read } from '../../support/pages.ts';
import { etagOf, once, outcome, timestamp } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('the update of a page', () => {
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
    expect((await read(of)).body).toEqual({ ...reply.body, foundFields: [] });
  });

  test('with the current values is a write: updatedAt and the tag change', async () => {
    const of = await newPage();
    const before = etagOf(await read(of));
    await new Promise((resolve) => setTimeout(resolve, 5));
    const reply = await patch(of, { title: of.title });
    expect(reply.body).toEqual({ ...of, updatedAt: timestamp });
    expect([reply.body.updatedAt > of.updatedAt, etagOf(reply) === before]).toEqual([true, false]);
  });

  test('is all that can be done to it: a page cannot be deleted', async () => {
    expect((await send('DELETE', pathOf(await newPage()))).status).toBe(405);
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

  test('is checked before the url of another page', async () => {
    const [of, other] = [await newPage(), await newPage()];
    expect(outcome(await patch(of, { url: other.url }, { 'if-match': '"x"' }))[0]).toBe(412);
  });
});
