import { env } from 'cloudflare:workers';
import { send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { newPaths, readAt } from '../../support/versions.ts';

describe('the consumer of publish requests', () => {
  test('has a message that is not a publish request delivered again, and drops it as a dead letter', async () => {
    const queue = new HeldQueue();
    for (const body of [null, 'x', {}, { kind: 'publish' }, { kind: 'erase', workspace: 'main' }]) {
      expect(await queue.deliver(body)).toBe('retry');
      expect(await queue.deliver(body, { dead: true })).toBe('ack');
    }
  });

  test('leaves a version of another workspace alone', async () => {
    const made = await newPaths();
    const queue = new HeldQueue();
    await send('POST', `${made.version}/publish`, {}, { bindings: queue.bindings() });
    const [job] = queue.sent;
    expect(await queue.deliver({ ...job, workspace: 'acme' })).toBe('ack');
    expect(await queue.deliver({ ...job, workspace: 'nowhere' })).toBe('retry');
    expect((await readAt(made.version)).status).toBe('queued');
  });

  test('records why content cannot be read, without SQL or stack, for the cancelReason', async () => {
    const made = await newPaths();
    const queue = new HeldQueue();
    await send('POST', `${made.version}/publish`, {}, { bindings: queue.bindings() });
    await env.DB.prepare(`update audience_versions set frozen = '{' where audience_id = ?`)
      .bind(made.audienceId)
      .run();
    expect(await queue.deliver(queue.sent[0])).toBe('retry');
    expect((await readAt(made.version)).status).toBe('processing');
    await queue.deliver(queue.sent[0], { dead: true });
    expect((await readAt(made.version)).cancelReason).toBe(
      'Publishing failed, and was tried again in vain. The content that was frozen for it cannot be read.',
    );
  });

  test('gives only a general reason for an error of its own', async () => {
    const made = await newPaths();
    const queue = new HeldQueue();
    await send('POST', `${made.version}/publish`, {}, { bindings: queue.bindings() });
    const message = 'D1_ERROR: secret: select * from x: SQLITE_ERROR';
    const database = () => faultyDatabase({ message, moment: 'before', skip: 1 });
    expect(await queue.deliver(queue.sent[0], { database: database() })).toBe('retry');
    await queue.deliver(queue.sent[0], { dead: true, database: database() });
    const { cancelReason } = await readAt(made.version);
    expect(cancelReason).toMatch(/The service had an error of its own\.$/);
  });
});
