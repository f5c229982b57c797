import { env } from 'cloudflare:workers';
import type { Audience, AudienceVersion } from '../../../../src/content/audiences/schemas.ts';
import { newAudience, pathOf } from '../../support/audiences.ts';
import { type Problem, type Reply, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { versionPath } from '../../support/versions.ts';

let pages = 0;

async function makeAudience() {
  pages += 1;
  const of = await newAudience({ supplementaryContext: 'race' });
  return { ...of, audience: pathOf(of), version: versionPath(of, of.latestVersion) };
}

const read = async (version: string) => (await send<AudienceVersion>('GET', version)).body;

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
    ['with one operationKey answer the same version', () => ({ operationKey: `one-${pages}` }), { 200: 50 }],
    ['with 50 keys: one is taken', (n) => ({ operationKey: `${pages}-${n}` }), { 200: 1, 409: 49 }],
    ['with no key: one is taken', () => ({}), { 200: 1, 409: 49 }],
  ])('%s', async (_, keyOf, expected) => {
    const made = await makeAudience();
    const queue = new HeldQueue();
    const replies = await publishAll(made.version, queue, keyOf);
    expect(statuses(replies)).toEqual(expected);
    for (const { status, body } of replies) {
      if (status === 200) expect(body).toEqual(await read(made.version));
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
    const made = await makeAudience();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => send('POST', `${made.version}/publish`, { operationKey: 'real' })),
    );
    expect(statuses(replies)).toEqual({ 200: 50 });
    await expect.poll(async () => (await read(made.version)).status).toBe('published');
    expect((await read(made.version)).queueDurationMs).toBeGreaterThanOrEqual(0);
    expect((await stored(made)).keys).toEqual(['real']);
  });
});

test('20 publishes and 20 cancels at once: each with the answer 200 was done, in some order', async () => {
  const made = await makeAudience();
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
  const status = (await read(made.version)).status;
  expect(['queued', 'cancelled']).toContain(status);
  expect(taken('publish')).toBe(queue.sent.length);
  expect(Math.abs(taken('publish') - taken('cancel'))).toBeLessThanOrEqual(1);

  // Messages of publishes that were cancelled do nothing.
  for (const job of queue.sent.slice(0, -1)) await queue.deliver(job);
  expect((await read(made.version)).status).toBe(status);
});

test('a version cancelled while it is processed is not published', async () => {
  const made = await makeAudience();
  const queue = new HeldQueue();
  await send('POST', `${made.version}/publish`, {}, { bindings: queue.bindings() });
  const database = faultyDatabase({ message: 'the worker died', moment: 'before', skip: 1 });
  expect(await queue.deliver(queue.sent[0], { database })).toBe('retry');
  expect((await read(made.version)).status).toBe('processing');
  expect((await send('POST', `${made.version}/cancel`)).status).toBe(200);
  expect(await queue.deliver(queue.sent[0])).toBe('ack');
  expect(await read(made.version)).toMatchObject({
    status: 'cancelled',
    cancelReason: null,
    publishedAt: null,
  });
});

test('when a version is cancelled just before its predecessor is archived, the predecessor stays live', async () => {
  const made = await makeAudience();
  const queue = new HeldQueue();
  const publish = (version: string) => send('POST', `${version}/publish`, {}, { bindings: queue.bindings() });
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
  expect((await read(second)).status).toBe('cancelled');
  expect(await read(made.version)).toMatchObject({ status: 'published', obsoleteAt: null });
});

test('messages in the wrong order: the version requested last is live', async () => {
  const made = await makeAudience();
  const queue = new HeldQueue();
  const publish = (version: string) => send('POST', `${version}/publish`, {}, { bindings: queue.bindings() });
  await publish(made.version);
  const next = await send<AudienceVersion>('POST', `${made.audience}/versions`, {});
  const second = `${made.audience}/versions/${next.body.versionId}`;
  await publish(second);
  await queue.deliver(queue.sent[1]);
  await queue.deliver(queue.sent[0]);
  const [first, last] = [await read(made.version), await read(second)];
  expect(last).toMatchObject({ status: 'published', obsoleteAt: null });
  expect(first).toMatchObject({
    status: 'archived',
    publishedAt: first.obsoleteAt,
    archivedAt: first.obsoleteAt,
  });
});

describe('the consumer', () => {
  test('has a message that is not a publish request delivered again, and drops it as a dead letter', async () => {
    const queue = new HeldQueue();
    for (const body of [null, 'x', {}, { kind: 'publish' }, { kind: 'erase', workspace: 'main' }]) {
      expect(await queue.deliver(body)).toBe('retry');
      expect(await queue.deliver(body, { dead: true })).toBe('ack');
    }
  });

  test('leaves a version of another workspace alone', async () => {
    const made = await makeAudience();
    const queue = new HeldQueue();
    await send('POST', `${made.version}/publish`, {}, { bindings: queue.bindings() });
    const [job] = queue.sent;
    expect(await queue.deliver({ ...job, workspace: 'acme' })).toBe('ack');
    expect(await queue.deliver({ ...job, workspace: 'nowhere' })).toBe('retry');
    expect((await read(made.version)).status).toBe('queued');
  });

  test('records why content cannot be read, without SQL or stack, for the cancelReason', async () => {
    const made = await makeAudience();
    const queue = new HeldQueue();
    await send('POST', `${made.version}/publish`, {}, { bindings: queue.bindings() });
    await env.DB.prepare(`update audience_versions set frozen = '{' where audience_id = ?`)
      .bind(made.audienceId)
      .run();
    expect(await queue.deliver(queue.sent[0])).toBe('retry');
    expect((await read(made.version)).status).toBe('processing');
    await queue.deliver(queue.sent[0], { dead: true });
    expect((await read(made.version)).cancelReason).toBe(
      'Publishing failed, and was tried again in vain. The content that was frozen for it cannot be read.',
    );
  });

  test('gives only a general reason for an error of its own', async () => {
    const made = await makeAudience();
    const queue = new HeldQueue();
    await send('POST', `${made.version}/publish`, {}, { bindings: queue.bindings() });
    const message = 'D1_ERROR: secret: select * from x: SQLITE_ERROR';
    const database = () => faultyDatabase({ message, moment: 'before', skip: 1 });
    expect(await queue.deliver(queue.sent[0], { database: database() })).toBe('retry');
    await queue.deliver(queue.sent[0], { dead: true, database: database() });
    const { cancelReason } = await read(made.version);
    expect(cancelReason).toMatch(/The service had an error of its own\.$/);
  });
});

test('the cron resends versions that are due, once a minute at most, and no others', async () => {
  const [due, fresh] = [await makeAudience(), await makeAudience()];
  const queue = new HeldQueue();
  const publish = (version: string) => send('POST', `${version}/publish`, {}, { bindings: queue.bindings() });
  const sent = ({ latestVersion }: Audience) =>
    queue.sent.filter(({ versionId }) => versionId === latestVersion.versionId);
  await publish(due.version);
  await queue.sweep();
  expect(sent(due)).toEqual([queue.sent[0], queue.sent[0]]);
  await publish(fresh.version);
  await queue.cron();
  expect([sent(due), sent(fresh)].map(({ length }) => length)).toEqual([2, 1]);
});
