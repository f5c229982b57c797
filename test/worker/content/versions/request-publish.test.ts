import { env } from 'cloudflare:workers';
import type { AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import { hashApiKey } from '../../../../src/lib/api-key.ts';
import { dayMs, hourMs } from '../../../../src/lib/durations.ts';
import { newAudience, patch, read } from '../../support/audiences.ts';
import { queue, withALostAnswer } from '../../support/calls.ts';
import { mintKey, send } from '../../support/client.ts';
import { ok, outcome, violationsOf } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import {
  actOn,
  at,
  becomes,
  monday,
  publishAt,
  readVersion,
  start,
  versionPath,
  withDraft,
} from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

beforeEach(() => setClock(start));
afterEach(() => vi.useRealTimers());

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

  test('happens once when D1 lost the answer', async () => {
    const of = await withDraft();
    const before = queue.sent.length;
    const waiting = await ok(withALostAnswer(() => publishAt(of, monday)));
    expect(waiting).toMatchObject({ status: 'queued', publishAt: monday });
    expect(queue.sent).toHaveLength(before);
    expect(await becomes(of, monday)).toBe(1);
    expect((await read(of)).publishedVersion?.versionNumber).toBe(2);
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
