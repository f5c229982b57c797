import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PublishRequested } from '../../../src/content/versions/messages.ts';
import type { LeftOutMessage } from '../../../src/visits/beacons/schemas.ts';
import { send } from './client.ts';
import { HeldQueue, HeldVisits } from './held-queue.ts';
import { writesNothing } from './writes-nothing.ts';

/** A round trip in the form that the service uses. */
const trip = (...texts: string[]) => {
  const session = env.DB.withSession('first-primary');
  return session.batch(texts.map((text) => session.prepare(text)));
};

describe('writesNothing', () => {
  beforeAll(async () => {
    await send('POST', '/v0/account_logs', { source: 'test', payload: {}, domain: 'writes.example' });
  });

  test('passes for reads, and for a write without effect', async () => {
    expect((await writesNothing(() => send('GET', '/v0/accounts'))).status).toBe(200);
    await writesNothing(() => trip("update accounts set name = 'x' where domain = 'none'"));
    const insert = "insert into counters values ('twice', 1)";
    await expect(writesNothing(() => trip(insert, insert).catch(String))).resolves.toContain('UNIQUE');
  });

  test.each([
    ['a request that writes', () => send('POST', '/v0/persons', { name: 'Ada' })],
    ['an insert', () => trip("insert into counters values ('x', 1)")],
    [
      'an update to the same value',
      () => trip("update accounts set name = name where domain = 'writes.example'"),
    ],
    ['a delete', () => trip("delete from counters where name = 'x'")],
    [
      'a row that is written and deleted again',
      () => trip("insert into counters values ('y', 1)", "delete from counters where name = 'y'"),
    ],
  ])('fails at %s', async (_what, work) => {
    await expect(writesNothing<unknown>(work)).rejects.toThrow('rows written');
  });

  test('fails at a message', async () => {
    const { JOBS } = new HeldQueue().bindings();
    const message = { type: 'publish', versionId: 'version_x' } as unknown as PublishRequested;
    await expect(writesNothing(() => JOBS.send(message))).rejects.toThrow('messages sent');
    await expect(writesNothing(() => JOBS.sendBatch([{ body: message }]))).rejects.toThrow('messages sent');
    const { VISITS } = new HeldVisits().bindings();
    await expect(writesNothing(() => VISITS.send({} as LeftOutMessage))).rejects.toThrow('messages sent');
  });
});
