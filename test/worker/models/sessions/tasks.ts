import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { clearErasedAudiences } from '../../../../src/analytics/worker/clear.ts';
import { numberVisitors } from '../../../../src/analytics/worker/number.ts';
import { removeSessions } from '../../../../src/analytics/worker/remove.ts';
import { sealSessions, sealSome } from '../../../../src/analytics/worker/seal.ts';
import { type Database, Meter, openDatabase } from '../../../../src/db/client.ts';
import { openTestDatabase } from '../../support/client.ts';
import { lost } from '../../support/faults.ts';
import { day } from '../../support/times.ts';
import { action } from '../stories.ts';
import { epoch, type Model } from './model.ts';
import { begins } from './plans.ts';

// The tasks of the cron, whole, in pairs, and interrupted at any of their round trips.

/**
 * What happens at a round trip of a task, before D1 runs it or after its commit: the task dies, D1's answer is lost, or
 * others write.
 */
export const interruption = fc.record({
  at: fc.nat(5),
  moment: fc.constantFrom('before', 'before', 'after'),
  what: fc.constantFrom('none', 'dies', 'lost', 'visits', 'amend', 'seal', 'remove'),
  isRetried: fc.boolean(),
  salt: fc.nat(1000),
});
export type Interruption = typeof interruption extends fc.Arbitrary<infer T> ? T : never;

/** None. */
export const noInterruption = {
  at: 0,
  moment: 'before',
  what: 'none',
  isRetried: false,
  salt: 0,
} as const satisfies Interruption;

export const seal = action('seal', {
  how: fc.constantFrom('due', 'forced', 'forced', 'some', 'some due', 'twice', 'interrupted', 'interrupted'),
  writes: fc.constantFrom(1, 2, 35),
  interruption,
});
type Seal = typeof seal extends fc.Arbitrary<infer T> ? T : never;

export const removal = (days: number) =>
  action('remove', {
    before: fc.oneof(fc.nat(days * day), begins),
    writes: fc.constantFrom(1, 3, 35, 35),
    how: fc.constantFrom('whole', 'whole', 'once', 'twice', 'interrupted', 'interrupted'),
    interruption,
  });
type Removal = ReturnType<typeof removal> extends fc.Arbitrary<infer T> ? T : never;

export const number = action('number', {
  how: fc.constantFrom('whole', 'twice', 'interrupted'),
  interruption,
});
type NumberAction = typeof number extends fc.Arbitrary<infer T> ? T : never;

export const eraseAudience = action('erase audience', { audience: fc.nat(3), interruption });
export type EraseAudience = typeof eraseAudience extends fc.Arbitrary<infer T> ? T : never;

/** The test database, with an interruption at one round trip. */
export function interruptedDatabase(
  { at, moment }: Pick<Interruption, 'at' | 'moment'>,
  interrupt: () => Promise<void>,
): Database {
  let trips = 0;
  const ofSession = (session: D1DatabaseSession) =>
    new Proxy(session, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'batch') return typeof value === 'function' ? value.bind(target) : value;
        return async (statements: D1PreparedStatement[]) => {
          const isNow = trips++ === at;
          if (isNow && moment === 'before') await interrupt();
          const results = await target.batch(statements);
          if (isNow && moment === 'after') await interrupt();
          return results;
        };
      },
    });
  const database = new Proxy(env.DB, {
    get: (target, name) =>
      name === 'withSession'
        ? (constraint: string) => ofSession(target.withSession(constraint))
        : Reflect.get(target, name),
  });
  return openDatabase(database, 'first-primary', new Meter());
}

const death = 'The task dies.';

/** Runs a task that is interrupted. It may die. */
async function runInterrupted(
  { what, isRetried, ...place }: Interruption,
  meanwhile: () => Promise<void>,
  task: (db: Database) => Promise<unknown>,
): Promise<void> {
  const db = interruptedDatabase(place, async () => {
    await meanwhile();
    if (what === 'dies') throw new Error(death);
    // After this error a batch is sent again.
    if (what === 'lost' || isRetried) throw new Error(lost);
  });
  try {
    await task(db);
  } catch (error) {
    // What nobody has described is an outage, and names its cause.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (!(cause instanceof Error) || cause.message !== death) throw error;
  }
}

/** Seals sessions in one of the ways. */
export async function runSeal(
  { how, writes, interruption }: Seal,
  now: number,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const all = (db: Database, isForced = true) => sealSessions(db, now, { isForced, budget: { writes } });
  if (how === 'due') await all(openTestDatabase(), false);
  else if (how === 'forced') await all(openTestDatabase());
  else if (how === 'some') await sealSome(openTestDatabase(), now, true);
  else if (how === 'some due') await sealSome(openTestDatabase(), now);
  else if (how === 'twice') await Promise.all([all(openTestDatabase()), all(openTestDatabase())]);
  else await runInterrupted(interruption, meanwhile, all);
}

/** Numbers who came in all blocks in one of the ways. */
export async function runNumber(
  { how, interruption }: NumberAction,
  now: number,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const all = (db: Database) => numberVisitors(db, now, { isForced: true });
  if (how === 'whole') await all(openTestDatabase());
  else if (how === 'twice') await Promise.all([all(openTestDatabase()), all(openTestDatabase())]);
  else await runInterrupted(interruption, meanwhile, all);
}

/** Seals everything that can be sealed. */
export async function sealAll(now: number): Promise<void> {
  while ((await sealSessions(openTestDatabase(), now, { isForced: true })) > 0);
}

/** Seals what two writes take. */
export const sealFew = (now: number) =>
  sealSessions(openTestDatabase(), now, { isForced: true, budget: { writes: 2 } });

/** Tells the model which erased audiences the cron has not forgotten. */
async function followErased(model: Model): Promise<void> {
  const { results } = await env.DB.prepare('select audience_id as id from erased_audiences').all<{
    id: string;
  }>();
  model.remembers(new Set(results.map(({ id }) => id)));
}

/** Clears erased audiences, first in a run that is interrupted, until there is nothing to do. */
export async function runClear(
  interruption: Interruption,
  model: Model,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const { now } = model;
  const interrupt = () => followErased(model).then(meanwhile);
  await runInterrupted(interruption, interrupt, (db) => clearErasedAudiences(db, now));
  // A minute between two runs is too much here: it could forget another audience.
  const isDue = env.DB.prepare("update erased_audiences set due_at = 0 where step <> 'wait'");
  while ((await isDue.run()).meta.changes > 0) await clearErasedAudiences(openTestDatabase(), now);
  await clearErasedAudiences(openTestDatabase(), now);
  await followErased(model);
}

/** The ids of the sessions that are stored, as answers show them. */
async function storedIds(): Promise<Set<string>> {
  const { results } = await env.DB.prepare(
    "select replace(analytics_session_id, 'import' || char(9), '') as id from audience_sessions",
  ).all<{ id: string }>();
  return new Set(results.map(({ id }) => id));
}

/**
 * Tells the model which sessions a removal has taken so far: how much one write takes is not its business. They are the
 * first ones, all of whole days that have ended by `before`. Returns their number.
 */
export async function followRemoval(model: Model, before: number): Promise<number> {
  const stored = await storedIds();
  const known = Array.from(model.sessions.values()).filter(({ removed }) => !removed);
  const gone = known.filter(({ id }) => !stored.has(id));
  if (gone.length === 0) return 0;
  const last = gone.reduce((at, { start }) => Math.max(at, start), 0);
  expect(last).toBeLessThan(before);
  for (const { id, start } of known) if (start <= last) expect(stored.has(id), id).toBe(false);
  for (const session of gone) model.remove(session, before);
  return gone.length;
}

/**
 * Removes the sessions of old days in one of the ways. `meanwhile` gets a function that tells the model what is gone
 * already.
 */
export async function runRemoval(
  { before, writes, how, interruption }: Removal,
  model: Model,
  meanwhile: (follow: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  // Sessions of less than two days are never removed.
  const oldest = Math.min(epoch + before, model.now - 2 * day);
  const midnight = Math.floor(oldest / day) * day;
  const follow = () => followRemoval(model, midnight);
  const remove = (db: Database, budget: { writes: number } = { writes }) =>
    removeSessions(db, oldest, model.now, { budget });
  if (how === 'interrupted') {
    await runInterrupted(interruption, () => meanwhile(follow), remove);
    await follow();
  } else if (how === 'twice') {
    await Promise.all([remove(openTestDatabase()), remove(openTestDatabase())]);
    await follow();
  } else if (how === 'once') {
    const count = await remove(openTestDatabase());
    expect(await follow()).toBe(count);
  } else {
    // A run stops at a session that waits or is corrected, and when it has used up what it may do. The next goes on.
    for (let [count, isOver] = [0, false]; !isOver; isOver = count === 0) {
      const budget = { writes: 35 };
      count = await remove(openTestDatabase(), budget);
      expect(await follow()).toBe(count);
      if (budget.writes === 0) count += 1;
    }
    const left = [...model.sessions.values()].filter(({ start, removed }) => start < midnight && !removed);
    expect(left.map(({ id }) => id)).toEqual([]);
  }
}
