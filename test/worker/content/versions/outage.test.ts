import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { PublishRequested } from '../../../../src/content/versions/messages.ts';
import worker from '../../../../src/index.ts';
import { audienceOf, newAudience } from '../../support/audiences.ts';
import { queue } from '../../support/calls.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { newPageId } from '../../support/pages.ts';
import { ok } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import { actOn, readVersion } from '../../support/versions.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const overloaded = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.';
/** D1 while it does not answer. */
const away = (times = Infinity, message = overloaded) =>
  faultyDatabase({ message, moment: 'before', size: 1, times });
/** wrangler.toml lets a message be tried six times before it goes to the dead-letter queue. */
const mostAttempts = 6;

/** A version that was accepted for publishing, and its message. */
async function accepted(publishAt?: number) {
  const of = await newAudience();
  const at = publishAt === undefined ? {} : { publishAt: new Date(publishAt).toISOString() };
  await ok(actOn(of, of.latestVersion, 'publish', at));
  return { of, job: queue.sent.at(-1) as PublishRequested, read: () => readVersion(of, of.latestVersion) };
}

/** Delivers a message until the queue gives it up, and then from the dead-letter queue. */
async function deliverAll(job: PublishRequested, databases: D1Database[], last: D1Database): Promise<void> {
  for (let attempts = 1; attempts <= mostAttempts; attempts++) {
    const database = databases[attempts - 1] ?? env.DB;
    if ((await queue.deliver(job, { attempts, database })) === 'ack') return;
  }
  await queue.deliver(job, { dead: true, database: last });
}

/** D1 that refuses the first statements of publishing. */
const broken = () => faultyDatabase({ message: 'D1_ERROR: x: SQLITE_ERROR', moment: 'before', size: 2 });

const allAway = Array.from({ length: mostAttempts }, () => away());

describe('a version that was accepted is published after an outage', () => {
  test.each([
    ['that ends before the dead letter', allAway, env.DB],
    ['that ends after the dead letter', allAway, away()],
    [
      'that comes between the two batches of each attempt',
      allAway.map(() =>
        faultyDatabase({ message: overloaded, moment: 'before', size: 1, skip: 1, times: Infinity }),
      ),
      env.DB,
    ],
    [
      'of a kind that nobody has described',
      allAway.map(() => away(Infinity, 'D1_ERROR: error code: 1101')),
      env.DB,
    ],
    [
      'of a database without its tables',
      allAway.map(() => away(Infinity, 'D1_ERROR: no such table: audience_versions: SQLITE_ERROR')),
      env.DB,
    ],
  ])('%s', async (_what, databases, last) => {
    const { job, read } = await accepted();
    await deliverAll(job, databases, last);
    if ((await read()).status !== 'published') {
      expect((await read()).status).toMatch(/^(?:queued|processing)$/);
      const sent = queue.sent.length;
      await queue.sweep();
      const again = queue.sent.slice(sent).find(({ versionId }) => versionId === job.versionId);
      expect(await queue.deliver(again)).toBe('ack');
    }
    expect(await read()).toMatchObject({ status: 'published', cancelReason: null });
  });

  test('that comes among failures of its own: one of these does not give it up', async () => {
    const { job, read } = await accepted();
    await deliverAll(job, [away(), broken(), away(), away(), away(), away()], env.DB);
    expect((await read()).status).toBe('published');
  });

  test('but not if it fails on its own account before the outage and after it', async () => {
    const { job, read } = await accepted();
    await deliverAll(job, [broken(), ...allAway.slice(1)], broken());
    expect(await read()).toMatchObject({
      status: 'cancelled',
      cancelReason: 'Publishing failed, and was tried again in vain. The service had an error of its own.',
    });
  });

  test('a version whose first failure of its own is that of the dead letter gets another message', async () => {
    const { job, read } = await accepted();
    await deliverAll(job, allAway, broken());
    expect((await read()).status).toBe('queued');
    const sent = queue.sent.length;
    await queue.sweep();
    expect(await queue.deliver(queue.sent[sent])).toBe('ack');
    expect((await read()).status).toBe('published');
  });
});

test('300 versions of one publishAt, during an outage from before it until after every dead letter, are all published', async () => {
  const pageId = await newPageId();
  const held = new HeldQueue();
  const at = new Date(Date.now() + 60_000);
  const all: { of: Awaited<ReturnType<typeof audienceOf>> }[] = [];
  for (let count = 0; count < 300; count++) {
    const of = await audienceOf(pageId, {});
    await ok(actOn(of, of.latestVersion, 'publish', { publishAt: at.toISOString() }));
    all.push({ of });
  }
  setClock(at.getTime() + 1000);
  await held.cron();
  expect(held.sent).toHaveLength(300);
  for (const job of held.sent.splice(0)) await deliverAll(job, allAway, away());
  // The crons of the outage see nothing.
  await held.cron({ DB: away() });
  vi.setSystemTime(at.getTime() + 121_000);
  await held.cron();
  expect(held.sent).toHaveLength(300);
  for (const job of held.sent) expect(await held.deliver(job)).toBe('ack');
  for (const { of } of all) expect((await readVersion(of, of.latestVersion)).status).toBe('published');
  vi.useRealTimers();
});

test('a database that does not answer is asked for three messages of a batch only, and another workspace for all of its own', async () => {
  const made = [await accepted(), await accepted(), await accepted(), await accepted(), await accepted()];
  let asked = 0;
  const meanwhile = async () => {
    asked += 1;
  };
  const DB = faultyDatabase({ message: overloaded, moment: 'before', size: 1, times: Infinity, meanwhile });
  const bodies = [...made.map(({ job }) => job), { ...made[0]?.job, workspace: 'acme' }];
  const messages = bodies.map((body, nth) => ({ id: `o${nth}`, timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch('footfall-jobs', messages);
  const context = createExecutionContext();
  await worker.queue(batch, { ...env, ...queue.bindings(DB) });
  const { explicitAcks, retryMessages } = await getQueueResult(batch, context);
  expect([explicitAcks, retryMessages.length, asked]).toEqual([['o5'], 5, 3]);
});
