import { describe, expect, test } from 'vitest';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import {
  audienceOf,
  call,
  newAudience,
  type Of,
  pathOf,
  post,
  type Refusal,
  versionPath,
} from '../../support/audiences.ts';
import { type Reply, type RequestOptions, send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, outcome } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const acme = { workspace: 'acme' } as const;

describe('a resource of another page, audience or workspace', () => {
  type Path = Of & { versionId: string };
  const operations: [string, (path: Path, options?: RequestOptions) => Promise<Reply<Refusal>>, boolean][] = [
    ['GET', (path, options) => call('GET', pathOf(path), undefined, options), false],
    [
      'PATCH',
      (path, options) => call('PATCH', pathOf(path), { customName: 'X', supplementaryContext: 'X' }, options),
      false,
    ],
    ['PATCH {}', (path, options) => call('PATCH', pathOf(path), {}, options), false],
    ['archive', (path, options) => call('POST', `${pathOf(path)}/archive`, {}, options), false],
    ['restore', (path, options) => call('POST', `${pathOf(path)}/restore`, {}, options), false],
    ['versions', (path, options) => call('GET', `${pathOf(path)}/versions`, undefined, options), false],
    ['page links', (path, options) => call('GET', `${pathOf(path)}/page_links`, undefined, options), false],
    ['open', (path, options) => call('POST', `${pathOf(path)}/versions`, {}, options), false],
    ['version', (path, options) => call('GET', versionPath(path, path), undefined, options), true],
    ['ready', (path, options) => call('POST', `${versionPath(path, path)}/ready`, {}, options), true],
    ['publish', (path, options) => call('POST', `${versionPath(path, path)}/publish`, {}, options), true],
    [
      'publish with a key',
      (path, options) =>
        call('POST', `${versionPath(path, path)}/publish`, { operationKey: 'isolation' }, options),
      true,
    ],
    ['cancel', (path, options) => call('POST', `${versionPath(path, path)}/cancel`, {}, options), true],
  ];

  test.each(operations)('%s answers 404 and writes nothing', async (operation, run, ofVersion) => {
    const status = { status: operation === 'ready' ? 'pending' : 'draft' };
    const own = await newAudience(status);
    const sibling = await audienceOf(own.pageId, status);
    const other = await newAudience(status);
    const foreignPage = await newPageId(acme);
    const foreign = await ok(send<Audience>('POST', `/v0/pages/${foreignPage}/audiences`, status, acme));
    const path = (page: Of, audience: Of, { latestVersion }: Audience): Path => ({
      pageId: page.pageId,
      audienceId: audience.audienceId,
      versionId: latestVersion.versionId,
    });
    const unknown = { pageId: 'page_x', audienceId: 'audience_x' };
    const cases: [Path, string][] = [
      [path(other, own, own), 'audience_not_found'],
      [path(own, other, other), 'audience_not_found'],
      [path(own, foreign, foreign), 'audience_not_found'],
      [path(own, unknown, own), 'audience_not_found'],
      [path(unknown, own, own), 'page_not_found'],
      [path(foreign, own, own), 'page_not_found'],
      [path(foreign, foreign, foreign), 'page_not_found'],
      [{ ...path(own, own, own), pageId: own.pageId.toUpperCase() }, 'page_not_found'],
    ];
    if (ofVersion) {
      cases.push(
        [path(own, own, sibling), 'version_not_found'],
        [path(own, own, other), 'version_not_found'],
        [path(own, own, foreign), 'version_not_found'],
        [{ ...path(own, own, own), versionId: 'version_x' }, 'version_not_found'],
        [{ ...path(own, own, own), versionId: own.audienceId }, 'version_not_found'],
      );
    }
    await writesNothing(async () => {
      for (const [at, code] of cases) expect(outcome(await run(at)), JSON.stringify(at)).toEqual([404, code]);
      const elsewhere = { ...acme, bindings: undefined } as unknown as RequestOptions;
      expect(outcome(await run(path(own, own, own), elsewhere))).toEqual([404, 'page_not_found']);
    });
    const read = await send<Audience>('GET', pathOf(foreign), undefined, acme);
    expect(read.body).toEqual(foreign);
  });

  test('is read by its id alone as below its page', async () => {
    const { personId } = await newPerson({ name: 'By its id' });
    const own = await newAudience({ personId, customName: 'By its id' });
    const path = `/v0/audiences/${own.audienceId}`;
    for (const change of ['', 'archive', 'restore']) {
      if (change) await ok(call('POST', `${pathOf(own)}/${change}`, {}));
      const [nested, alone] = await Promise.all([call('GET', pathOf(own)), call('GET', path)]);
      expect([alone.status, alone.text]).toEqual([200, nested.text]);
      expect(alone.headers.get('etag')).toBe(nested.headers.get('etag'));
    }
    const tag = (await call('GET', path)).headers.get('etag') ?? '';
    expect((await call('GET', path, undefined, { headers: { 'if-none-match': tag } })).status).toBe(304);
    // The tag is valid for a write below the page.
    const written = await call('PATCH', pathOf(own), { customName: 'B' }, { headers: { 'if-match': tag } });
    expect(written.status).toBe(200);
  });

  test('is not found by its id alone', async () => {
    const foreign = await ok(
      send<Audience>('POST', `/v0/pages/${await newPageId(acme)}/audiences`, {}, acme),
    );
    const { audienceId, pageId, latestVersion } = await newAudience();
    for (const id of [
      'audience_x',
      foreign.audienceId,
      audienceId.toUpperCase(),
      pageId,
      latestVersion.versionId,
    ])
      expect(outcome(await call('GET', `/v0/audiences/${id}`)), id).toEqual([404, 'audience_not_found']);
  });

  test('a person of another workspace does not exist', async () => {
    const { personId } = await newPerson({ name: 'Foreign' }, acme);
    const pageId = await newPageId();
    const reply = await writesNothing(() => post(pageId, { personId }));
    expect(outcome(reply)).toEqual([404, 'person_not_found']);
  });

  test('a list or a creation of an unknown page is 404', async () => {
    for (const pageId of ['page_x', await newPageId(acme)]) {
      const path = `/v0/pages/${pageId}/audiences`;
      expect(outcome(await call('GET', path))).toEqual([404, 'page_not_found']);
      expect(outcome(await writesNothing(() => call('POST', path, {})))).toEqual([404, 'page_not_found']);
    }
  });
});
