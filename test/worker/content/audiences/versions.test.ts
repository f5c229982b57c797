import { act, newAudience, patch, read } from '../../support/audiences.ts';
import { queue } from '../../support/calls.ts';
import { ok } from '../../support/replies.ts';
import { actOn, audienceIn, publish, readVersion, versionsOf } from '../../support/versions.ts';

describe('the versions that an audience shows', () => {
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
});
