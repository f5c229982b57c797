import { describe, expect, test } from 'vitest';
import type { Page } from '../../../../src/content/pages/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { list, newPage, newUrl, pathOf, post, read } from '../../support/pages.ts';
import { etagOf, once, outcome, timestamp } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const acme = { workspace: 'acme' } as const;

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
    const of = await newPage();
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
        const reply = await writesNothing(() => once<Problem>(method, pathOf({ pageId }), body));
        expect(outcome(reply), method).toEqual([404, 'page_not_found']);
      }
    },
  );

  test('of another workspace does not exist, and its url is free there', async () => {
    const of = await newPage();
    for (const [method, body] of [['GET'], ['PATCH', { title: 'X' }]] as const) {
      const reply = await writesNothing(() => once<Problem>(method, pathOf(of), body, acme));
      expect(outcome(reply), method).toEqual([404, 'page_not_found']);
    }
    const there = await post({ url: of.url }, acme);
    expect(there.status).toBe(201);
    expect((await list('', acme)).items).toEqual([there.body]);
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
    const of = await newPage();
    const headers = { 'if-match': etagOf(await read(of)) };
    const changes = { title: 'Once', url: newUrl(), metadata: { author: 'A' } };
    const reply = await send<Page>('PATCH', pathOf(of), changes, { ...lost(), headers });
    expect([reply.status, reply.cost.trips], reply.text).toEqual([200, 2]);
    const now = await read(of);
    expect([now.body, etagOf(now)]).toEqual([reply.body, etagOf(reply)]);
    expect(now.body).toMatchObject({ title: changes.title, url: changes.url });
  });
});
