import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { send } from './client.ts';
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
    const queue = { sent: [] as string[] };
    await expect(writesNothing(async () => queue.sent.push('message'), queue)).rejects.toThrow(
      'messages sent',
    );
  });
});
