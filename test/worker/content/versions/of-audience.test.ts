import { env } from 'cloudflare:workers';
import { allowedActions, versionStatuses } from '../../../../src/content/audiences/lifecycle.ts';
import type { AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import { act, get, newAudience, patch, pathOf, read } from '../../support/audiences.ts';
import { call, queue } from '../../support/calls.ts';
import { etagOf, ok, walk } from '../../support/replies.ts';
import { actOn, audienceIn, publish, readVersion, versionsOf } from '../../support/versions.ts';

const closed = versionStatuses.filter((status) => status !== 'draft');

describe('versions of an audience', () => {
  test('publishedVersion is null before the first publish, and then stays until its successor is live', async () => {
    const of = await newAudience({ supplementaryContext: 'one' });
    const live = async () => (await read(of)).publishedVersion?.versionNumber ?? null;
    const seen = [await live()];
    await ok(actOn(of, of.latestVersion, 'publish'));
    seen.push(await live());
    await queue.deliver(queue.sent.at(-1));
    seen.push(await live());
    const { latestVersion: second } = await ok(patch(of, { supplementaryContext: 'two' }));
    seen.push(await live());
    await ok(actOn(of, second, 'publish'));
    seen.push(await live());
    await ok(actOn(of, second, 'cancel'));
    await queue.deliver(queue.sent.at(-1));
    seen.push(await live());
    await publish(of, second);
    seen.push(await live());
    expect(seen).toEqual([null, null, 1, 1, 1, 1, 2]);
  });

  test('isNewPageAgent is true if the audience had no published version when a version was opened', async () => {
    const of = await newAudience();
    const flags = async () => {
      const { isNewPageAgent } = await read(of);
      const { items } = await versionsOf(of);
      return [isNewPageAgent, ...items.map((item) => item.isNewPageAgent)];
    };
    await ok(actOn(of, of.latestVersion, 'cancel'));
    const second = await ok(act(of, 'versions'));
    expect(await flags()).toEqual([true, true, true]);
    await publish(of, second);
    expect(await flags()).toEqual([true, true, true]);
    await ok(act(of, 'versions'));
    expect(await flags()).toEqual([false, false, true, true]);
    await ok(act(of, 'archive'));
    await ok(act(of, 'restore'));
    expect(await flags()).toEqual([false, false, true, true]);
  });

  test('have times in the order of their statuses', async () => {
    const of = await audienceIn('published');
    const version = await readVersion(of, of.latestVersion);
    const { createdAt, becameDraftAt, queuedAt, publishedAt, cancelledAt, obsoleteAt, archivedAt } = version;
    const times = [createdAt, becameDraftAt, queuedAt, publishedAt];
    expect(times).toEqual([...times].sort());
    expect([cancelledAt, obsoleteAt, archivedAt]).toEqual([null, null, null]);
    expect(version.queueDurationMs).toEqual(expect.any(Number));
    await publish(of, await ok(act(of, 'versions')));
    const gone = await readVersion(of, version);
    const live = (await read(of)).publishedVersion;
    expect(gone).toEqual({
      ...version,
      status: 'archived',
      allowedActions: [],
      obsoleteAt: live?.publishedAt,
      archivedAt: live?.publishedAt,
    });
  });

  test.each(closed)('POST opens a copy of the latest one when it is %s', async (status) => {
    const of = await audienceIn(status);
    const before = await versionsOf(of);
    const reply = await act(of, 'versions');
    expect([reply.status, reply.body]).toMatchObject([
      200,
      {
        versionNumber: before.totalCount + 1,
        status: 'draft',
        supplementaryContext: 'first',
        queuedAt: null,
      },
    ]);
    expect(await versionsOf(of)).toEqual({
      ...before,
      items: [reply.body, ...before.items],
      totalCount: before.totalCount + 1,
    });
    expect((await read(of)).latestVersion).toEqual(reply.body);
  });

  test('POST returns an open draft, and changes nothing', async () => {
    const of = await newAudience({ supplementaryContext: 'first' });
    const before = await get(of);
    for (const body of [{}, undefined]) {
      const reply = await call<AudienceVersion>('POST', `${pathOf(of)}/versions`, body);
      expect([reply.status, reply.body, etagOf(reply)]).toEqual([200, of.latestVersion, etagOf(before)]);
    }
    expect((await get(of)).body).toEqual(before.body);
    expect((await versionsOf(of)).totalCount).toBe(1);
  });

  test('of 20 POSTs at once one opens a draft, and all return it', async () => {
    const of = await audienceIn('published');
    const replies = await Promise.all(Array.from({ length: 20 }, () => act(of, 'versions')));
    const ids = new Set(replies.map(({ body }) => body.versionId));
    expect([ids.size, (await versionsOf(of)).totalCount]).toEqual([1, 2]);
  });

  test('are listed newest first, with what is allowed for each status', async () => {
    const of = await newAudience();
    for (let n = 1; n < versionStatuses.length; n++) {
      await ok(actOn(of, (await read(of)).latestVersion, 'cancel'));
      await ok(act(of, 'versions'));
    }
    for (const [n, status] of versionStatuses.entries()) {
      await env.DB.prepare(
        'update audience_versions set status = ? where audience_id = ? and version_number = ?',
      )
        .bind(status, of.audienceId, n + 1)
        .run();
    }
    const listed = async () =>
      (await versionsOf(of)).items.map((item) => [item.versionNumber, item.status, item.allowedActions]);
    const expected = (archived: boolean) =>
      versionStatuses.map((status, n) => [n + 1, status, allowedActions(status, archived)]).reverse();
    expect(await listed()).toEqual(expected(false));
    const one = await Promise.all((await versionsOf(of)).items.map((item) => readVersion(of, item)));
    expect(one).toEqual((await versionsOf(of)).items);
    await env.DB.prepare('update audiences set archived_at = 1 where audience_id = ?')
      .bind(of.audienceId)
      .run();
    expect(await listed()).toEqual(expected(true));
  });

  test('are listed once each, page by page, while drafts are opened', async () => {
    const of = await newAudience();
    const open = async () => {
      await ok(actOn(of, (await read(of)).latestVersion, 'cancel'));
      await ok(act(of, 'versions'));
    };
    for (let n = 0; n < 6; n++) await open();
    for (const limit of [1, 3, 100]) {
      const { totalCount } = await versionsOf(of);
      const versions = await walk<AudienceVersion>(`${pathOf(of)}/versions`, limit, open);
      const numbers = versions.map(({ versionNumber }) => versionNumber);
      expect(numbers).toEqual(Array.from({ length: totalCount }, (_, n) => totalCount - n));
    }
  });
});
