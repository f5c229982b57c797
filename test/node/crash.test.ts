import { afterAll, expect, test } from 'vitest';
import type { Account } from '../../src/people/accounts/schemas.ts';
import type { PersonLog } from '../../src/people/logs/schemas.ts';
import type { PersonLogCreated, PersonLogList } from '../../src/people/person-logs/schemas.ts';
import type { PersonList } from '../../src/people/persons/schemas.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, familyOf, leftovers, type Server, startServer } from './processes.ts';

afterAll(cleanUp);

/** The process that each round kills. If the launcher dies, the process of the database must end with it. */
const rounds = ['group', 'launcher'] as const;
const inFlight = 8;

/** A write and the answer that its client got. There is no answer if the server died before it was complete. */
interface Write {
  request: { source: string; payload: { n: string }; email: string; idempotencyKey: string };
  answer?: string;
}

const newWrite = (round: number, n: number): Write => ({
  request: {
    source: 'crash-test',
    payload: { n: `${round}.${n}` },
    email: `person-${round}-${n}@company-${n % 5}.example`,
    idempotencyKey: `crash-${round}-${n}`,
  },
});

const post = (server: Server, { request }: Write) =>
  call<PersonLogCreated>(server, 'POST', '/v0/person_logs', request);

/** Runs `work` for all items, eight at a time. */
async function forAll<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
}

/**
 * Sends writes, eight at a time, until the server has ended. `victim`, a process or group, is killed some
 * milliseconds after `enough` writes are acknowledged, while others are being sent. Returns all writes.
 */
async function writeUntilKilled(server: Server, round: number, enough: number, victim: number) {
  const sent: Write[] = [];
  let acknowledged = 0;
  let killed = false;
  const kill = () => {
    killed = true;
    process.kill(victim, 'SIGKILL');
  };
  const lane = async () => {
    while (sent.length < enough * 5) {
      const write = newWrite(round, sent.length);
      sent.push(write);
      const reply = await post(server, write).catch((error: unknown) => {
        if (!killed) throw error;
      });
      if (!reply) return;
      expect(reply.status, reply.text).toBe(201);
      write.answer = reply.text;
      acknowledged += 1;
      if (acknowledged === enough) setTimeout(kill, 2 + round);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return sent;
}

/** Expects that an acknowledged write exists once: its log can be read, and is the only log of its person. */
async function expectThereOnce(server: Server, { request, answer = '' }: Write): Promise<void> {
  const { personId, personLogId } = JSON.parse(answer) as PersonLogCreated;
  const log = await call<PersonLog>(server, 'GET', `/v0/persons/${personId}/logs/${personLogId}`);
  expect(log.status, log.text).toBe(200);
  expect(log.body).toMatchObject({ personId, personLogId, payload: request.payload });
  expect(log.body.idempotencyKey).toBe(request.idempotencyKey);
  const timeline = await call<PersonLogList>(server, 'GET', `/v0/persons/${personId}/logs`);
  expect(timeline.body.totalCount).toBe(1);
  expect(timeline.body.items.map((item) => item.personLogId)).toEqual([personLogId]);
}

/**
 * A retry gets the answer of the first write, or the first answer if there was none. After that it counts as
 * acknowledged.
 */
async function retry(server: Server, write: Write): Promise<void> {
  const reply = await post(server, write);
  expect(reply.status, reply.text).toBe(201);
  if (write.answer !== undefined) {
    expect(reply.text).toBe(write.answer);
    expect(reply.headers.get('idempotent-replayed')).toBe('true');
  }
  expect(reply.body.createdPerson).toBe(true);
  write.answer = reply.text;
}

async function counts(server: Server) {
  const persons = await call<PersonList>(server, 'GET', '/v0/persons/search?limit=1');
  const accounts = await call<{ items: Account[] }>(server, 'GET', '/v0/accounts?limit=100');
  const linked = accounts.body.items.reduce((sum, { linkedPersonsCount }) => sum + linkedPersonsCount, 0);
  return { persons: persons.body.totalCount ?? Number.NaN, linked };
}

test('every acknowledged write exists once after SIGKILL, and every retry gets the same answer', async () => {
  let server = await startServer(migratedStateDir());
  for (const n of [1, 2, 3]) await call(server, 'POST', '/v0/persons', { name: `There before ${n}` });
  const before = await counts(server);
  expect(before).toEqual({ persons: 3, linked: 0 });

  const all: Write[] = [];
  for (const [round, whose] of rounds.entries()) {
    const family = familyOf(server);
    const victim = whose === 'group' ? -server.group : server.launcher;
    const enough = 100 * (round + 1);
    const sent = await writeUntilKilled(server, round, enough, victim);
    expect(await leftovers({ group: server.group, family, port: server.port })).toEqual([]);
    const acknowledged = sent.filter(({ answer }) => answer !== undefined);
    expect(acknowledged.length).toBeGreaterThanOrEqual(enough);
    expect(sent.length).toBeGreaterThan(acknowledged.length);

    server = await startServer(server.stateDir, server.port);
    await forAll(acknowledged, (write) => expectThereOnce(server, write));
    await forAll(sent, (write) => retry(server, write));
    all.push(...sent);
    const emails = new Set(all.map(({ request }) => request.email)).size;
    expect(await counts(server)).toEqual({ persons: before.persons + emails, linked: emails });
  }

  await forAll(all, (write) => retry(server, write));
  await forAll(all, (write) => expectThereOnce(server, write));
  const emails = new Set(all.map(({ request }) => request.email)).size;
  expect(await counts(server)).toEqual({ persons: before.persons + emails, linked: emails });
});
