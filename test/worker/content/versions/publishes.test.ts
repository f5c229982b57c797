import { env } from 'cloudflare:workers';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import type { Publish, PublishList } from '../../../../src/content/versions/schemas.ts';
import { audienceOf, patch, read } from '../../support/audiences.ts';
import { queue } from '../../support/calls.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, once, outcome, pagesOf } from '../../support/replies.ts';
import { actOn, publish } from '../../support/versions.ts';

const listed = (pageId: string, query = '', options = {}) =>
  once<PublishList>('GET', `/v0/pages/${pageId}/publishes?${query}`, undefined, options);
const itemsOf = async (pageId: string, query = '') => (await listed(pageId, query)).body.items;

/** An audience of a page whose first version is live. */
async function published(pageId: string, body: object): Promise<Audience> {
  const audience = await audienceOf(pageId, body);
  await publish(audience, audience.latestVersion);
  return audience;
}

describe('the publishes of a page', () => {
  test('is latest first, with the names of the audiences as they are now', async () => {
    const pageId = await newPageId();
    const { personId, name } = await newPerson();
    const first = await published(pageId, { customName: 'Museums' });
    const second = await published(pageId, { personId });
    const third = await published(pageId, {});
    const { latestVersion: next } = await ok(patch(first, { supplementaryContext: 'two' }));
    await publish(first, next);
    await ok(patch(first, { customName: 'Galleries' }));
    const items = await itemsOf(pageId);
    expect(items.map(({ audienceName, versionNumber }) => [audienceName, versionNumber])).toEqual([
      ['Galleries', 2],
      ['Audience 3', 1],
      [name, 1],
      ['Galleries', 1],
    ]);
    expect(items[0]).toEqual({
      audienceId: first.audienceId,
      audienceName: 'Galleries',
      versionId: next.versionId,
      versionNumber: 2,
      publishedAt: expect.stringMatching(/Z$/),
    } satisfies Publish);
    expect(items[2]?.audienceId).toBe(second.audienceId);
    // An archived audience was published all the same.
    await ok(once('POST', `/v0/pages/${pageId}/audiences/${third.audienceId}/archive`, {}));
    expect(await itemsOf(pageId)).toHaveLength(4);
  });

  test('has a version that was published late, behind one that comes after it, though visitors never got it', async () => {
    const pageId = await newPageId();
    const of = await audienceOf(pageId, {});
    await ok(actOn(of, of.latestVersion, 'publish'));
    const late = queue.sent.at(-1);
    const { latestVersion: next } = await ok(patch(of, { supplementaryContext: 'two' }));
    await publish(of, next);
    await queue.deliver(late);
    expect((await read(of)).publishedVersion?.versionNumber).toBe(2);
    expect((await itemsOf(pageId)).map(({ versionNumber }) => versionNumber)).toEqual([1, 2]);
  });

  test('has a version once, however often its message comes, and none that only waits or was cancelled', async () => {
    const pageId = await newPageId();
    const live = await published(pageId, {});
    const waiting = await audienceOf(pageId, {});
    await ok(actOn(waiting, waiting.latestVersion, 'publish'));
    const before = queue.sent.length;
    for (const message of queue.sent.slice(0, before - 1)) await queue.deliver(message);
    expect((await itemsOf(pageId)).map(({ audienceId }) => audienceId)).toEqual([live.audienceId]);
    await ok(actOn(waiting, waiting.latestVersion, 'cancel'));
    await queue.deliver(queue.sent.at(-1));
    expect(await itemsOf(pageId)).toHaveLength(1);
  });

  test('is read in pages and by a range, whose end is not in it', async () => {
    const pageId = await newPageId();
    for (let n = 0; n < 3; n += 1) await published(pageId, {});
    const times = (await itemsOf(pageId)).map(({ versionId }) => versionId);
    // Two of them at the same millisecond.
    await env.DB.prepare('update publishes set published_at = ? where page_id = ?').bind(1e12, pageId).run();
    const all: string[] = [];
    for await (const { items, totalCount } of pagesOf((next) => ok(listed(pageId, `limit=1${next}`)))) {
      expect(totalCount).toBe(3);
      all.push(...items.map(({ versionId }) => versionId));
      if (all.length === 4) break;
    }
    expect(all).toEqual(times.toSorted().toReversed());
    const at = new Date(1e12).toISOString();
    const after = new Date(1e12 + 1).toISOString();
    expect(await itemsOf(pageId, `startDate=${at}&endDate=${after}`)).toHaveLength(3);
    expect(await itemsOf(pageId, `endDate=${at}`)).toHaveLength(0);
    expect(await itemsOf(pageId, `startDate=${after}`)).toHaveLength(0);
  });

  test('is of one page and one workspace', async () => {
    const [pageId, other] = [await newPageId(), await newPageId()];
    await published(pageId, {});
    expect(await itemsOf(other)).toEqual([]);
    expect(outcome(await listed('page_none'))).toEqual([404, 'page_not_found']);
    expect(outcome(await listed(pageId, '', { workspace: 'acme' }))).toEqual([404, 'page_not_found']);
    const { body } = await listed(pageId, 'limit=1');
    const cursor = encodeURIComponent(body.nextCursor ?? 'x');
    expect(outcome(await listed(other, `cursor=${cursor}`))).toEqual([400, 'invalid_cursor']);
    expect(outcome(await listed(pageId, 'limit=0&startDate=x'))).toEqual([400, 'validation_failed']);
  });
});
