import type { AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import { dayMs, hourMs } from '../../../../src/lib/durations.ts';
import { queue } from '../../support/calls.ts';
import { send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { ok } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import {
  actOn,
  at,
  audienceIn,
  becomes,
  monday,
  newPaths,
  publishAt,
  readAt,
  readVersion,
  sentAt,
  start,
  withDraft,
} from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('a version that is cancelled', () => {
  test('a version that a client cancels has no cancelReason', async () => {
    const of = await audienceIn('queued');
    expect(await ok(actOn(of, of.latestVersion, 'cancel'))).toMatchObject({
      status: 'cancelled',
      cancelReason: null,
    });
  });

  test('a version cancelled while it is processed is not published', async () => {
    const made = await newPaths();
    const queue = new HeldQueue();
    await send('POST', `${made.version}/publish`, {}, { bindings: queue.bindings() });
    const database = faultyDatabase({ message: 'the worker died', moment: 'before', skip: 1 });
    expect(await queue.deliver(queue.sent[0], { database })).toBe('retry');
    expect((await readAt(made.version)).status).toBe('processing');
    expect((await send('POST', `${made.version}/cancel`)).status).toBe(200);
    expect(await queue.deliver(queue.sent[0])).toBe('ack');
    expect(await readAt(made.version)).toMatchObject({
      status: 'cancelled',
      cancelReason: null,
      publishedAt: null,
    });
  });

  test('when a version is cancelled just before its predecessor is archived, the predecessor stays live', async () => {
    const made = await newPaths();
    const queue = new HeldQueue();
    const publish = (version: string) =>
      send('POST', `${version}/publish`, {}, { bindings: queue.bindings() });
    await publish(made.version);
    await queue.deliver(queue.sent[0]);
    const next = await send<AudienceVersion>('POST', `${made.audience}/versions`, {});
    const second = `${made.audience}/versions/${next.body.versionId}`;
    await publish(second);
    // The consumer's second batch is refused, and runs again after the cancellation.
    const database = faultyDatabase({
      moment: 'before',
      skip: 1,
      meanwhile: () => send('POST', `${second}/cancel`),
    });
    expect(await queue.deliver(queue.sent[1], { database })).toBe('ack');
    expect((await readAt(second)).status).toBe('cancelled');
    expect(await readAt(made.version)).toMatchObject({ status: 'published', obsoleteAt: null });
  });

  test('20 publishes and 20 cancels at once: each with the answer 200 was done, in some order', async () => {
    const made = await newPaths();
    const queue = new HeldQueue();
    const act = (action: string) =>
      send('POST', `${made.version}/${action}`, {}, { bindings: queue.bindings() });
    const replies = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const action = n % 2 ? 'cancel' : 'publish';
        return { action, status: (await act(action)).status };
      }),
    );
    const taken = (action: string) => replies.filter((r) => r.action === action && r.status === 200).length;
    // Publish and cancel take turns on draft → queued → cancelled → queued …; either may be first.
    const status = (await readAt(made.version)).status;
    expect(['queued', 'cancelled']).toContain(status);
    expect(taken('publish')).toBe(queue.sent.length);
    expect(Math.abs(taken('publish') - taken('cancel'))).toBeLessThanOrEqual(1);

    // Messages of publishes that were cancelled do nothing.
    for (const job of queue.sent.slice(0, -1)) await queue.deliver(job);
    expect((await readAt(made.version)).status).toBe(status);
  });
});

describe('a publish for a later time', () => {
  beforeEach(() => setClock(start));
  afterEach(() => vi.useRealTimers());

  test('can be cancelled after its time, while it is being published, and failing for good ends it', async () => {
    const of = await withDraft();
    await ok(publishAt(of, at(hourMs)));
    const [message] = await sentAt(of, at(hourMs));
    await ok(actOn(of, of.latestVersion, 'cancel'));
    expect(await writesNothing(() => queue.deliver(message))).toBe('ack');
    await ok(publishAt(of, at(2 * hourMs)));
    const [again] = await sentAt(of, at(2 * hourMs));
    await queue.fail(again);
    expect(await readVersion(of, of.latestVersion)).toMatchObject({ status: 'cancelled', publishAt: null });
  });

  test('can be cancelled, and asked for again with other words', async () => {
    const of = await withDraft();
    await ok(publishAt(of, monday));
    const cancelled = await ok(actOn(of, of.latestVersion, 'cancel'));
    expect(cancelled).toMatchObject({ status: 'cancelled', publishAt: null, cancelReason: null });
    expect(await becomes(of, monday)).toBe(0);
    const again = await ok(publishAt(of, at(6 * dayMs)));
    expect(again).toMatchObject({ status: 'queued', publishAt: at(6 * dayMs) });
    await ok(actOn(of, of.latestVersion, 'cancel'));
    expect(await ok(actOn(of, of.latestVersion, 'publish'))).toMatchObject({ publishAt: null });
  });
});
