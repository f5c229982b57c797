import { allowedActions, versionStatuses } from '../../../../src/content/audiences/lifecycle.ts';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import { dayMs } from '../../../../src/lib/durations.ts';
import { act, audienceOf, audiencesOf, get, inList, patch, pathOf, read } from '../../support/audiences.ts';
import { call, queue } from '../../support/calls.ts';
import { newLink } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { etagOf, ok, once, outcome } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import {
  actOn,
  at,
  audienceIn,
  becomes,
  monday,
  publish,
  publishAt,
  readVersion,
  start,
  versionsOf,
  withDraft,
} from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('an audience is archived', () => {
  test('once, with one time', async () => {
    const of = await audienceIn('published');
    const archived = await act(of, 'archive');
    const { archivedAt } = archived.body;
    expect(archivedAt).not.toBeNull();
    // Visitors get the page.
    expect(archived.body).toEqual({ ...of, status: 'archived', archivedAt, liveContent: null });
    for (const body of [{}, undefined]) {
      const again = await writesNothing(() => call('POST', `${pathOf(of)}/archive`, body));
      expect([again.status, again.body, etagOf(again)]).toEqual([200, archived.body, etagOf(archived)]);
    }
    expect((await get(of)).body).toEqual(archived.body);
  });

  test('with one time by 20 requests at once', async () => {
    const of = await audienceIn('queued');
    const replies = await Promise.all(Array.from({ length: 20 }, () => act(of, 'archive')));
    expect(new Set(replies.map((reply) => `${etagOf(reply)} ${reply.text}`)).size).toBe(1);
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  test.each(versionStatuses)('which cancels a version in flight, and no other: %s', async (status) => {
    const of = await audienceIn(status);
    const message = queue.sent.at(-1);
    const before = await versionsOf(of);
    const archived = await ok(act(of, 'archive'));
    const { archivedAt } = archived;
    const inFlight = status === 'queued' || status === 'processing';
    const { latestVersion: was } = of;
    const cancelled = {
      status: 'cancelled',
      cancelledAt: archivedAt,
      cancelReason: expect.stringMatching(/\w/),
    };
    expect(archived).toMatchObject({ status: 'archived', publishedVersion: liveOf(of) });
    expect(archived.latestVersion).toEqual({
      ...was,
      ...(inFlight ? cancelled : {}),
      allowedActions: allowedActions(inFlight ? 'cancelled' : status, true),
    });
    expect((await versionsOf(of)).totalCount).toBe(before.totalCount);
    // The message that was sent before arrives too late.
    if (inFlight) expect(await writesNothing(() => queue.deliver(message))).toBe('ack');
    const restored = await ok(act(of, 'restore'));
    const allowed = allowedActions(inFlight ? 'cancelled' : status, false);
    expect(restored).toEqual({
      ...of,
      status: inFlight ? 'cancelled' : status,
      latestVersion: { ...archived.latestVersion, allowedActions: allowed },
    });
    if (!inFlight) return;
    expect(restored.latestVersion.cancelReason).toMatch(/archived/);
    expect(await publish(of, was)).toMatchObject({
      status: 'published',
      cancelledAt: null,
      cancelReason: null,
    });
  });

  /** The live version as an archived audience shows it. */
  const liveOf = ({ publishedVersion }: Audience) =>
    publishedVersion && { ...publishedVersion, allowedActions: [] };

  test('which cancels all versions in flight, not only the latest', async () => {
    const of = await audienceIn('queued');
    const { latestVersion: second } = await ok(patch(of, { supplementaryContext: 'second' }));
    await ok(actOn(of, second, 'publish'));
    await ok(patch(of, { supplementaryContext: 'third' }));
    await ok(act(of, 'archive'));
    const { items } = await versionsOf(of);
    expect(items.map((item) => [item.status, item.cancelReason === null])).toEqual([
      ['draft', true],
      ['cancelled', false],
      ['cancelled', false],
    ]);
  });

  test('which leaves other audiences of the page and their versions alone', async () => {
    const of = await audienceIn('queued');
    const other = await audienceOf(of.pageId);
    await ok(actOn(other, other.latestVersion, 'publish'));
    const before = await read(other);
    await ok(act(of, 'archive'));
    expect(await read(other)).toEqual(before);
  });

  test('and stays in the list, and in the total', async () => {
    const pageId = await newPageId();
    const [of, other] = [await audienceOf(pageId), await audienceOf(pageId)];
    const archived = await ok(act(of, 'archive'));
    const list = await audiencesOf(pageId);
    expect(list).toMatchObject({ items: [other, archived].map(inList), totalCount: 2 });
  });

  test('and still allows ready, cancel and the next draft', async () => {
    const of = await audienceIn('pending');
    await ok(act(of, 'archive'));
    expect(await ok(actOn(of, of.latestVersion, 'ready'))).toMatchObject({ allowedActions: ['cancel'] });
    expect(await ok(actOn(of, of.latestVersion, 'cancel'))).toMatchObject({ allowedActions: [] });
    expect(await ok(act(of, 'versions'))).toMatchObject({ versionNumber: 2, allowedActions: ['cancel'] });
    expect((await read(of)).status).toBe('archived');
  });

  test('which ends a publish for a later time, and restoring does not bring it back', async () => {
    setClock(start);
    const of = await withDraft();
    await ok(publishAt(of, monday));
    await ok(act(of, 'archive'));
    expect(await readVersion(of, of.latestVersion)).toMatchObject({
      status: 'cancelled',
      publishAt: null,
      cancelReason: 'The audience was archived.',
    });
    await ok(act(of, 'restore'));
    expect(await becomes(of, monday)).toBe(0);
    await ok(act(of, 'archive'));
    expect(outcome(await publishAt(of, at(9 * dayMs)))).toEqual([409, 'invalid_transition']);
    vi.useRealTimers();
  });

  test.each(['draft', 'cancelled'] as const)(
    'and refuses to publish its %s version until it is restored',
    async (status) => {
      const of = await audienceIn(status);
      await ok(act(of, 'archive'));
      const refused = await writesNothing(() => actOn(of, of.latestVersion, 'publish'));
      expect(outcome(refused)).toEqual([409, 'invalid_transition']);
      expect(refused.body).toMatchObject({
        currentStatus: status,
        allowedActions: status === 'draft' ? ['cancel'] : [],
        field: 'status',
        conflictingId: of.latestVersion.versionId,
      });
      await ok(act(of, 'restore'));
      expect((await publish(of, of.latestVersion)).status).toBe('published');
    },
  );

  test('and is not shown to visitors, who get its page until it is restored', async () => {
    const of = await audienceIn('published');
    await ok(once('PATCH', `/v0/pages/${of.pageId}`, { metadata: { description: 'Of the page' } }));
    const { path } = await newLink({ target: { targetType: 'audience', audienceId: of.audienceId } });
    const visit = async () => (await once('GET', `/v0/page_links/resolve?path=${path}`)).body;
    await ok(act(of, 'archive'));
    expect(await visit()).toMatchObject({
      source: 'page',
      audienceId: null,
      personId: null,
      versionId: null,
      versionNumber: null,
      content: { metadata: { description: 'Of the page' }, supplementaryContext: null },
    });
    await ok(act(of, 'restore'));
    expect(await visit()).toMatchObject({ source: 'audience', versionId: of.latestVersion.versionId });
  });
});
