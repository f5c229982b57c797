import type { AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import { hourMs } from '../../../../src/lib/durations.ts';
import { act, newAudience, patch, read } from '../../support/audiences.ts';
import { call, queue } from '../../support/calls.ts';
import { send } from '../../support/client.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { ok } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import {
  actOn,
  at,
  becomes,
  monday,
  newPaths,
  publish,
  publishAt,
  readAt,
  readVersion,
  sentAt,
  start,
  versionPath,
  withDraft,
} from '../../support/versions.ts';

describe('a version is published', () => {
  test('by the real queue alone', async () => {
    const of = await newAudience();
    const version = versionPath(of, of.latestVersion);
    const queued = await ok(send<AudienceVersion>('POST', `${version}/publish`, { operationKey: 'real' }));
    expect(queued).toMatchObject({ status: 'queued', allowedActions: ['cancel'] });
    const status = async () => (await ok(call<AudienceVersion>('GET', version))).status;
    await expect.poll(status).toBe('published');
    const { latestVersion, publishedVersion } = await read(of);
    expect(publishedVersion).toEqual(latestVersion);
    expect(publishedVersion).toMatchObject({
      queuedAt: queued.queuedAt,
      queueDurationMs: expect.any(Number),
      allowedActions: [],
    });
    // A retry of the request returns the version in its current state.
    const again = await call<AudienceVersion>('POST', `${version}/publish`, { operationKey: 'real' });
    expect([again.status, again.body]).toEqual([200, publishedVersion]);
  });
});

describe('queueDurationMs', () => {
  afterEach(() => vi.useRealTimers());

  test.each([
    ['as late', 0, 0],
    ['2.5 s later', 2500, 2500],
    ['before it was sent, by the clock of another machine', -2500, 0],
  ])('of a message that arrives %s', async (_when, later, expected) => {
    const of = await newAudience();
    const start = Date.now();
    setClock(start);
    const { queuedAt } = await ok(actOn(of, of.latestVersion, 'publish'));
    expect(queuedAt).toBe(new Date(start).toISOString());
    vi.setSystemTime(start + later);
    await queue.deliver(queue.sent.at(-1));
    const reply = await send<AudienceVersion>('GET', versionPath(of, of.latestVersion));
    expect(reply.body).toMatchObject({ status: 'published', queueDurationMs: expected });
  });
});

test('a version that is older than the live one may be published: the live one, the latest, is then archived', async () => {
  const of = await newAudience();
  await ok(actOn(of, of.latestVersion, 'cancel'));
  await publish(of, await ok(act(of, 'versions')));
  expect(await read(of)).toMatchObject({ status: 'published', publishedVersion: { versionNumber: 2 } });
  await publish(of, of.latestVersion);
  expect(await read(of)).toMatchObject({
    status: 'archived',
    archivedAt: null,
    latestVersion: { versionNumber: 2, status: 'archived' },
    publishedVersion: { versionNumber: 1 },
  });
});

test('messages in the wrong order: the version requested last is live', async () => {
  const made = await newPaths();
  const queue = new HeldQueue();
  const publish = (version: string) => send('POST', `${version}/publish`, {}, { bindings: queue.bindings() });
  await publish(made.version);
  const next = await send<AudienceVersion>('POST', `${made.audience}/versions`, {});
  const second = `${made.audience}/versions/${next.body.versionId}`;
  await publish(second);
  await queue.deliver(queue.sent[1]);
  await queue.deliver(queue.sent[0]);
  const [first, last] = [await readAt(made.version), await readAt(second)];
  expect(last).toMatchObject({ status: 'published', obsoleteAt: null });
  expect(first).toMatchObject({
    status: 'archived',
    publishedAt: first.obsoleteAt,
    archivedAt: first.obsoleteAt,
  });
});

describe('a publish for a later time', () => {
  beforeEach(() => setClock(start));
  afterEach(() => vi.useRealTimers());

  test('takes the place of what was published meanwhile, and gives its place to what is asked for afterwards', async () => {
    const of = await withDraft();
    const waiting = await ok(publishAt(of, monday));
    const now = await ok(patch(of, { supplementaryContext: 'now' }));
    await publish(of, now.latestVersion);
    expect((await read(of)).publishedVersion?.versionNumber).toBe(3);
    await becomes(of, monday);
    expect((await read(of)).publishedVersion?.versionNumber).toBe(2);
    expect(await readVersion(of, now.latestVersion)).toMatchObject({
      status: 'archived',
      obsoleteAt: monday,
    });
    const next = await ok(patch(of, { supplementaryContext: 'next' }));
    await publish(of, next.latestVersion);
    expect(await readVersion(of, waiting)).toMatchObject({ status: 'archived' });
  });

  test('of two, each goes live at its time, whichever was asked for first', async () => {
    const of = await withDraft();
    await ok(publishAt(of, at(3 * hourMs)));
    await ok(publishAt(await ok(patch(of, { supplementaryContext: 'sooner' })), at(hourMs)));
    await becomes(of, at(hourMs));
    expect((await read(of)).publishedVersion?.versionNumber).toBe(3);
    await becomes(of, at(3 * hourMs));
    expect((await read(of)).publishedVersion?.versionNumber).toBe(2);
  });

  /** Two versions that are due in one run of the cron, and what their messages leave live in an order. */
  async function liveAfter(times: [string, string], isReversed: boolean): Promise<number | undefined> {
    vi.setSystemTime(start);
    const of = await withDraft();
    await ok(publishAt(of, times[0]));
    await ok(publishAt(await ok(patch(of, { supplementaryContext: 'third' })), times[1]));
    const sent = await sentAt(of, at(3 * hourMs));
    expect(sent).toHaveLength(2);
    const numbers = await Promise.all(sent.map(async (job) => (await readVersion(of, job)).versionNumber));
    const inOrder = sent.toSorted(
      (a, b) => (numbers[sent.indexOf(a)] ?? 0) - (numbers[sent.indexOf(b)] ?? 0),
    );
    for (const message of isReversed ? inOrder.toReversed() : inOrder) await queue.deliver(message);
    return (await read(of)).publishedVersion?.versionNumber;
  }

  test.each([false, true])(
    'of two that are due at once, that of the later time is live, in any order (%s)',
    async (isReversed) => {
      expect(await liveAfter([at(2 * hourMs + 50_000), at(2 * hourMs + 10_000)], isReversed)).toBe(2);
      expect(await liveAfter([at(2 * hourMs + 10_000), at(2 * hourMs + 50_000)], isReversed)).toBe(3);
      // At the same time, the one that was asked for last.
      expect(await liveAfter([at(2 * hourMs), at(2 * hourMs)], isReversed)).toBe(3);
    },
  );

  test('gives its place to what is asked for after its time, before the cron comes', async () => {
    const of = await withDraft();
    const waiting = await ok(publishAt(of, at(hourMs)));
    vi.setSystemTime(start + hourMs + 20_000);
    const next = await ok(patch(of, { supplementaryContext: 'next' }));
    await publish(of, next.latestVersion);
    expect(await becomes(of, at(hourMs + 45_000))).toBe(1);
    expect((await read(of)).publishedVersion?.versionNumber).toBe(3);
    expect(await readVersion(of, waiting)).toMatchObject({
      status: 'archived',
      obsoleteAt: at(hourMs + 45_000),
    });
  });
});
