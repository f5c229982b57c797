import { env } from 'cloudflare:workers';
import type { Audience, AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import { hashApiKey } from '../../../../src/lib/api-key.ts';
import { dayMs, hourMs, minuteMs } from '../../../../src/lib/durations.ts';
import { act, newAudience, patch, read } from '../../support/audiences.ts';
import { call, queue, withALostAnswer } from '../../support/calls.ts';
import { mintKey, type RequestOptions, send } from '../../support/client.ts';
import { ok, outcome, violationsOf } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import { actOn, publish, readVersion, versionPath, versionsOf } from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const start = Date.parse('2026-11-25T09:00:00Z');
const at = (ahead: number) => new Date(start + ahead).toISOString();
const monday = at(5 * dayMs);

beforeEach(() => setClock(start));
afterEach(() => vi.useRealTimers());

const publishAt = (of: Audience, time: unknown, body: object = {}, options: RequestOptions = {}) =>
  call<AudienceVersion>(
    'POST',
    `${versionPath(of, of.latestVersion)}/publish`,
    { publishAt: time, ...body },
    options,
  );

/** Lets the time pass, and runs the cron. Returns what it has sent for the audience. */
async function sentAt(of: Audience, time: string) {
  vi.setSystemTime(Date.parse(time));
  const before = queue.sent.length;
  await queue.cron();
  const { items } = await versionsOf(of);
  return queue.sent.slice(before).filter((job) => items.some(({ versionId }) => versionId === job.versionId));
}

/** Delivers what the cron sends at a time. Returns how many messages that were. */
async function becomes(of: Audience, time: string): Promise<number> {
  const sent = await sentAt(of, time);
  for (const message of sent) await queue.deliver(message);
  return sent.length;
}

/** An audience whose first version is live, and the next is a draft. */
async function withDraft(): Promise<Audience> {
  const of = await newAudience({ supplementaryContext: 'first' });
  await publish(of, of.latestVersion);
  return ok(patch(of, { supplementaryContext: 'second' }));
}

describe('a publish for a later time', () => {
  test('waits without a message, and goes live with the words of the request', async () => {
    const of = await withDraft();
    const before = queue.sent.length;
    const waiting = await ok(publishAt(of, '2026-11-30T10:00:00+01:00'));
    expect(waiting).toMatchObject({
      status: 'queued',
      queuedAt: at(0),
      publishAt: monday,
      publishedAt: null,
      queueDurationMs: null,
      allowedActions: ['cancel'],
    });
    expect(queue.sent).toHaveLength(before);
    await ok(patch(of, { actionFormIdOverride: 'later', supplementaryContext: 'third' }));
    expect(await becomes(of, at(5 * dayMs - 1))).toBe(0);
    expect((await read(of)).publishedVersion?.versionNumber).toBe(1);
    expect(await becomes(of, at(5 * dayMs + 20_000))).toBe(1);
    expect(await readVersion(of, waiting)).toMatchObject({
      status: 'published',
      publishAt: monday,
      publishedAt: at(5 * dayMs + 20_000),
      queueDurationMs: 20_000,
    });
    const { content } = await ok(send<{ content: object }>('GET', `${versionPath(of, waiting)}/content`));
    expect(content).toMatchObject({ supplementaryContext: 'second', actionFormId: null });
    // Nothing is due any more.
    expect(await becomes(of, at(6 * dayMs))).toBe(0);
  });

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

  test('ends with the archive, and restoring does not bring it back', async () => {
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
  });

  test('cannot be asked for again while it waits', async () => {
    const of = await withDraft();
    await ok(publishAt(of, monday));
    const [again, now] = await writesNothing(async () => [
      await publishAt(of, at(6 * dayMs)),
      await actOn(of, of.latestVersion, 'publish'),
    ]);
    expect([outcome(again), outcome(now)]).toEqual([
      [409, 'invalid_transition'],
      [409, 'invalid_transition'],
    ]);
  });

  test('is the same for a retry with its key, before and after its time', async () => {
    const of = await withDraft();
    const operationKey = `monday ${of.audienceId}`;
    const first = await publishAt(of, monday, { operationKey });
    const again = await writesNothing(() => publishAt(of, monday, { operationKey }));
    expect([again.status, again.text]).toEqual([200, first.text]);
    await becomes(of, monday);
    vi.setSystemTime(Date.parse(monday) + hourMs);
    const late = await writesNothing(() => publishAt(of, monday, { operationKey }));
    expect([late.status, late.body.status]).toEqual([200, 'published']);
  });

  test('happens once when D1 lost the answer', async () => {
    const of = await withDraft();
    const before = queue.sent.length;
    const waiting = await ok(withALostAnswer(() => publishAt(of, monday)));
    expect(waiting).toMatchObject({ status: 'queued', publishAt: monday });
    expect(queue.sent).toHaveLength(before);
    expect(await becomes(of, monday)).toBe(1);
    expect((await read(of)).publishedVersion?.versionNumber).toBe(2);
  });

  test('is sent again after a minute if its message was lost, and goes live once', async () => {
    const of = await withDraft();
    await ok(publishAt(of, monday));
    const [lost] = await sentAt(of, monday);
    const [second] = await sentAt(of, at(5 * dayMs + minuteMs));
    expect(second).toEqual(lost);
    await queue.deliver(second);
    const live = await readVersion(of, of.latestVersion);
    expect(live.publishedAt).toBe(at(5 * dayMs + minuteMs));
    expect(await writesNothing(() => queue.deliver(lost))).toBe('ack');
    expect(await readVersion(of, of.latestVersion)).toEqual(live);
  });
});

describe('publishAt', () => {
  test.each([
    ['now', 0],
    ['that has just come', -1],
    ['of a request that was tried again for hours', -23 * hourMs],
  ])('of a time %s publishes at once', async (_what, ahead) => {
    const of = await newAudience();
    const before = queue.sent.length;
    expect(await ok(publishAt(of, at(ahead)))).toMatchObject({ status: 'queued', publishAt: null });
    expect(queue.sent).toHaveLength(before + 1);
    await queue.deliver(queue.sent.at(-1));
    expect((await read(of)).status).toBe('published');
  });

  test.each<[string, unknown]>([
    ['more than a day ago', at(-dayMs - 1)],
    ['more than 400 days ahead', at(400 * dayMs + 1)],
    ['without an offset', '2026-11-30T09:00:00'],
    ['of a day', '2026-11-30'],
    ['that no calendar has', '2026-02-30T09:00:00Z'],
    ['in seconds', 1_795_000_000],
    ['that is null', null],
    ['that is empty', ''],
  ])('%s is refused, and nothing is written', async (_what, time) => {
    const of = await newAudience();
    const refused = await writesNothing(() => publishAt(of, time, { operationKey: '' }));
    expect(outcome(refused)).toEqual([400, 'validation_failed']);
    const paths = violationsOf(refused as never).map((violation) => violation.split(' ')[1]);
    expect(new Set(paths)).toEqual(new Set(['operationKey', 'publishAt']));
  });

  test('may be 400 days ahead', async () => {
    const of = await newAudience();
    expect(await ok(publishAt(of, at(400 * dayMs)))).toMatchObject({ publishAt: at(400 * dayMs) });
  });
});

describe('requestedBy', () => {
  test('is the name of the key that asked last, or the email of who signed in', async () => {
    const of = await newAudience();
    expect(of.latestVersion.requestedBy).toBeNull();
    const { requestedBy } = await ok(actOn(of, of.latestVersion, 'publish'));
    expect(requestedBy).toEqual(expect.stringMatching(/./));
    await ok(actOn(of, of.latestVersion, 'cancel'));
    const key = await mintKey(['read', 'write']);
    await env.DB.prepare(
      "update api_keys set name = 'Console, ada@acme.example', is_sign_in = 1 where hash = ?",
    )
      .bind(hashApiKey(key))
      .run();
    const path = `${versionPath(of, of.latestVersion)}/publish`;
    const bindings = queue.bindings();
    const again = await send<AudienceVersion>('POST', path, {}, { key, bindings });
    expect(again.body.requestedBy).toBe('ada@acme.example');
    await queue.deliver(queue.sent.at(-1));
    expect((await read(of)).publishedVersion?.requestedBy).toBe('ada@acme.example');
  });
});
