import { env } from 'cloudflare:workers';
import type { Audience, AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import { dayMs, hourMs } from '../../../../src/lib/durations.ts';
import { call } from '../../support/calls.ts';
import { type Problem, type Reply, send } from '../../support/client.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { newPageId } from '../../support/pages.ts';
import { setClock } from '../../support/times.ts';
import {
  at,
  becomes,
  monday,
  newPaths,
  publishAt,
  readAt,
  start,
  withDraft,
} from '../../support/versions.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

/** Snapshots and operation keys of an audience. */
async function stored({ audienceId }: { audienceId: string }) {
  const versions = await env.DB.prepare(
    'select status, snapshot, transition_id from audience_versions where audience_id = ?',
  )
    .bind(audienceId)
    .all<{ status: string; snapshot: string | null }>();
  const keys = await env.DB.prepare(
    `select operation_key from operation_keys
     where version_id in (select version_id from audience_versions where audience_id = ?)`,
  )
    .bind(audienceId)
    .all<{ operation_key: string }>();
  return { versions: versions.results, keys: keys.results.map((row) => row.operation_key) };
}

const statuses = (replies: Reply<unknown>[]) =>
  Object.fromEntries(
    [...Map.groupBy(replies, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );

let pagePath = '';
beforeAll(async () => {
  pagePath = `/v0/pages/${await newPageId()}`;
});

describe('an operationKey', () => {
  test.each([
    ['128 characters', 'k'.repeat(128)],
    ['128 characters of four bytes', '\u{1f511}'.repeat(128)],
    ['what looks like SQL', "'); delete from operation_keys; --"],
    ['combining characters', 'o\u0308'],
  ])('may be of %s, and the next request recognises it', async (_what, operationKey) => {
    const { body } = await call<Audience>('POST', `${pagePath}/audiences`, {});
    const publish = (of: Audience) =>
      call<AudienceVersion>(
        'POST',
        `${pagePath}/audiences/${of.audienceId}/versions/${of.latestVersion.versionId}/publish`,
        { operationKey },
      );
    const first = await publish(body);
    expect([first.status, first.body.status]).toEqual([200, 'queued']);
    const again = await writesNothing(() => publish(body));
    expect([again.status, again.text]).toEqual([200, first.text]);
    const other = (await call<Audience>('POST', `${pagePath}/audiences`, {})).body;
    const refused = await writesNothing(() => publish(other));
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({
        code: 'operation_key_mismatch',
        field: 'operationKey',
        conflictingId: body.latestVersion.versionId,
      }),
    ]);
  });

  test('is different in another case or composition, or with a space', async () => {
    const keys = ['key', 'KEY', 'key ', ' key', 'k\u00e9y', 'ke\u0301y'];
    for (const operationKey of keys) {
      const { body } = await call<Audience>('POST', `${pagePath}/audiences`, {});
      const path = `${pagePath}/audiences/${body.audienceId}/versions/${body.latestVersion.versionId}/publish`;
      expect((await call('POST', path, { operationKey })).status, operationKey).toBe(200);
    }
  });
});

describe('50 concurrent publishes of one version', () => {
  const publishAll = async (version: string, queue: HeldQueue, keyOf: (n: number) => object) =>
    Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        send<Omit<Problem, 'status'> & AudienceVersion>('POST', `${version}/publish`, keyOf(n), {
          bindings: queue.bindings(),
        }),
      ),
    );

  test.each<[string, (n: number) => object, Record<number, number>]>([
    ['with one operationKey answer the same version', () => ({ operationKey: 'one' }), { 200: 50 }],
    ['with 50 keys: one is taken', (n) => ({ operationKey: `${n}` }), { 200: 1, 409: 49 }],
    ['with no key: one is taken', () => ({}), { 200: 1, 409: 49 }],
  ])('%s', async (_, keyOf, expected) => {
    const made = await newPaths();
    const queue = new HeldQueue();
    const replies = await publishAll(made.version, queue, keyOf);
    expect(statuses(replies)).toEqual(expected);
    for (const { status, body } of replies) {
      if (status === 200) expect(body).toEqual(await readAt(made.version));
      else {
        expect(body).toMatchObject({
          code: 'invalid_transition',
          currentStatus: 'queued',
          allowedActions: ['cancel'],
        });
      }
    }
    expect(queue.sent).toHaveLength(1);
    expect((await stored(made)).keys).toHaveLength(1);

    // The same message, delivered 50 times at once.
    await Promise.all(Array.from({ length: 50 }, () => queue.deliver(queue.sent[0])));
    const { versions } = await stored(made);
    expect(versions).toEqual([
      { status: 'published', snapshot: expect.any(String), transition_id: queue.sent[0]?.transitionId },
    ]);
    expect(JSON.parse(versions[0]?.snapshot ?? '')).toMatchObject({ supplementaryContext: 'race' });
  });

  test('through the real queue end in one published version', async () => {
    const made = await newPaths();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => send('POST', `${made.version}/publish`, { operationKey: 'real' })),
    );
    expect(statuses(replies)).toEqual({ 200: 50 });
    await expect.poll(async () => (await readAt(made.version)).status).toBe('published');
    expect((await readAt(made.version)).queueDurationMs).toBeGreaterThanOrEqual(0);
    expect((await stored(made)).keys).toEqual(['real']);
  });
});

describe('the operationKey of a publish for a later time', () => {
  beforeEach(() => setClock(start));
  afterEach(() => vi.useRealTimers());

  test('stands for the first request: a retry with it, of another time too, changes nothing, before and after its time', async () => {
    const of = await withDraft();
    const operationKey = `monday ${of.audienceId}`;
    const first = await publishAt(of, monday, { operationKey });
    const again = await writesNothing(() => publishAt(of, monday, { operationKey }));
    expect([again.status, again.text]).toEqual([200, first.text]);
    const other = await writesNothing(() => publishAt(of, at(6 * dayMs), { operationKey }));
    expect([other.status, other.text]).toEqual([200, first.text]);
    await becomes(of, monday);
    vi.setSystemTime(Date.parse(monday) + hourMs);
    const late = await writesNothing(() => publishAt(of, monday, { operationKey }));
    expect([late.status, late.body.status]).toEqual([200, 'published']);
  });
});
