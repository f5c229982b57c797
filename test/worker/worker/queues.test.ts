import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { Audience, AudienceVersion } from '../../../src/content/audiences/schemas.ts';
import type { Page } from '../../../src/content/pages/schemas.ts';
import worker from '../../../src/index.ts';
import { mostAttempts } from '../../../src/visits/beacons/worker/consume.ts';
import { keyOf } from '../../../src/worker/queues.ts';
import wranglerToml from '../../../wrangler.toml?raw';
import { send } from '../support/client.ts';
import { HeldQueue } from '../support/held-queue.ts';

const namesIn = (field: string) =>
  [...wranglerToml.matchAll(new RegExp(`^${field} = "(.+)"$`, 'gm'))].map(([, name = '']) => name);

test('each queue of wrangler.toml has the consumer of its name, in staging too', () => {
  const names = [...new Set([...namesIn('queue'), ...namesIn('dead_letter_queue')])];
  const consumers = ['jobs', 'jobs-dead', 'visits', 'visits-dead', 'webhooks'];
  expect(names).toEqual(consumers.map((of) => `footfall-${of}`));
  // test/node/staging.test.ts has the names that staging gets.
  for (const service of ['footfall', 'footfall-staging'])
    expect(consumers.map((of) => keyOf(`${service}-${of}`))).toEqual(consumers);
});

test('the last attempts that the dead-letter queue of visits makes are those that give a visit up', () => {
  const consumers = wranglerToml.split('[[').filter((part) => part.startsWith('queues.consumers'));
  const [dead] = consumers.filter((part) => part.includes('queue = "footfall-visits-dead"\nmax_batch'));
  // One attempt, and so many retries: the last two. The first of them may fail because D1 does not answer.
  expect(Number(/^max_retries = (\d+)$/m.exec(dead ?? '')?.[1])).toBe(mostAttempts);
});

test.each(['footfall-mails', 'footfall-jobs-old', 'jobs'])(
  'a batch of %s fails, and stays in the queue',
  async (name) => {
    const message = { id: 'm', timestamp: new Date(), attempts: 1, body: {} };
    const batch = createMessageBatch(name, [message]);
    await expect(worker.queue(batch, env)).rejects.toThrow(`The queue ${name} has no consumer`);
    const { explicitAcks } = await getQueueResult(batch, createExecutionContext());
    expect(explicitAcks).toEqual([]);
  },
);

describe('a message that an earlier deploy has sent', () => {
  test('publishes its version', async () => {
    const url = `https://${crypto.randomUUID()}.example/`;
    const { body: page } = await send<Page>('POST', '/v0/pages', { title: 'Queues', url });
    const path = `/v0/pages/${page.pageId}/audiences`;
    const { body: audience } = await send<Audience>('POST', path, {});
    const { versionId } = audience.latestVersion;
    const version = `${path}/${audience.audienceId}/versions/${versionId}`;
    const queue = new HeldQueue();
    await send('POST', `${version}/publish`, {}, { bindings: queue.bindings() });
    const [sent] = queue.sent;
    const { transitionId } = sent ?? {};
    expect(transitionId).toMatch(/^write_/);
    // Written in full: messages in a queue keep these names while a new version is deployed.
    const body = { kind: 'publish', workspace: 'main', versionId, transitionId };
    expect(sent).toEqual(body);
    expect(await queue.deliver(body)).toBe('ack');
    expect((await send<AudienceVersion>('GET', version)).body.status).toBe('published');
  });
});
