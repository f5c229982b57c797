import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { app } from '../../../src/app.ts';
import { deadlines } from '../../../src/db/client.ts';
import { withRetry } from '../../../src/db/retry.ts';
import worker from '../../../src/index.ts';
import { minuteMs } from '../../../src/lib/durations.ts';
import { mintKey, openTestDatabase, type Problem, tableSizes } from '../support/client.ts';
import { hangingDatabase } from '../support/faults.ts';
import { newPlace } from '../support/places.ts';
import { messageOf, newId, visitOf } from '../support/visits.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.useRealTimers());

/** Takes the time into the test's hands, after what needs the real one. */
const holdTime = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });

/** How long work takes in the test's time, in milliseconds, and what comes of it. */
async function timed<T>(work: Promise<T>, step = 100): Promise<{ ms: number; result: T }> {
  const start = Date.now();
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  // A real turn lets D1 answer what it does answer.
  while (!isOver && Date.now() - start < 10 * minuteMs) {
    await vi.advanceTimersByTimeAsync(step);
    for (let turn = 0; turn < 5; turn++) await env.DB.prepare('select 1').run();
  }
  return { ms: Date.now() - start, result: await over };
}

async function ask(database: D1Database, method: string, path: string, body?: object) {
  const key = await mintKey(['read', 'write']);
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  holdTime();
  const request = new Request(`https://footfall.test${path}`, init);
  const asked = app.fetch(request, { ...env, DB: database }, createExecutionContext());
  const { ms, result } = await timed(Promise.resolve(asked));
  const { code } = (await result.json()) as Problem;
  return { ms, status: result.status, code, retryAfter: result.headers.get('retry-after') };
}
const unavailable = { status: 503, code: 'database_unavailable', retryAfter: '1' };

describe('a request while D1 hangs', () => {
  test.each([
    ['the lookup of its key', 0, 'GET', '/v0/topics', undefined, deadlines.read],
    ['a read', 1, 'GET', '/v0/topics', undefined, deadlines.read],
    ['a question about visits', 1, 'GET', '/v0/analytics/pages', undefined, deadlines.read],
    ['a write', 1, 'POST', '/v0/topics', { title: 'Hangs' }, deadlines.write],
  ])(
    'at %s is a 503 at its deadline, and leaves no timer',
    async (_what, skip, method, path, body, deadline) => {
      const { database, state } = hangingDatabase({ skip });
      const { ms, ...answer } = await ask(database, method, path, body);
      expect(answer).toEqual(unavailable);
      expect([ms, state.asked]).toEqual([deadline, 1]);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test('is a read of five seconds at most', () => {
    expect(deadlines.read).toBeLessThanOrEqual(5000);
  });

  test('that has written without an answer may be sent again, and is written once', async () => {
    const log = { source: 'x', payload: {}, email: 'late@deadline.example', idempotencyKey: 'late' };
    const before = await tableSizes();
    const { database, state } = hangingDatabase({ skip: 1, runs: true });
    expect(await ask(database, 'POST', '/v0/person_logs', log)).toMatchObject(unavailable);
    await state.ran;
    vi.useRealTimers();
    expect((await ask(env.DB, 'POST', '/v0/person_logs', log)).status).toBe(201);
    const after = await tableSizes();
    expect([after.person_logs, after.persons]).toEqual([
      (before.person_logs ?? 0) + 1,
      (before.persons ?? 0) + 1,
    ]);
  });
});

describe('a batch', () => {
  test('that answers leaves no timer', async () => {
    holdTime();
    await openTestDatabase().batch([{ text: 'select 1', params: [], decoders: [] }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['slowly', 2000, 3],
    ['more slowly', 3000, 2],
    ['after the deadline', 9000, 1],
  ])(
    'whose connection is lost %s, again and again, is over at the deadline, and is not sent after it',
    async (_how, slowness, expected) => {
      holdTime();
      let asked = 0;
      const work = async () => {
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, slowness));
        throw new Error('D1_ERROR: Network connection lost.');
      };
      const failure = withRetry(work, 5000).catch((error: unknown) => error);
      const { ms, result } = await timed(failure);
      expect(result).toMatchObject({ code: 'database_unavailable' });
      expect(ms).toBeLessThanOrEqual(5000);
      await vi.advanceTimersByTimeAsync(minuteMs);
      expect([asked, vi.getTimerCount()]).toEqual([expected, 0]);
    },
  );

  test('that fails after its deadline harms nothing', async () => {
    holdTime();
    let fail: (error: Error) => void = () => {};
    const work = () =>
      new Promise<never>((_, reject) => {
        fail = reject;
      });
    const { result } = await timed(withRetry(work, 5000).catch((error: unknown) => error));
    fail(new Error('D1_ERROR: Network connection lost.'));
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(result).toMatchObject({ code: 'database_unavailable' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('/health', () => {
  test.each(['DB', 'DB_ACME'])(
    'answers within two seconds while %s hangs, and says that D1 does not answer',
    async (name) => {
      const { database } = hangingDatabase({ binding: env[name as 'DB'] });
      const start = Date.now();
      const request = new Request('https://footfall.test/health');
      const response = await app.fetch(request, { ...env, [name]: database }, createExecutionContext());
      expect(Date.now() - start).toBeLessThan(2000);
      const problem = (await response.json()) as Problem;
      expect([response.status, problem.code]).toEqual([503, 'database_unavailable']);
      expect(problem.detail).toBe('The Worker runs, and D1 does not answer.');
      expect(JSON.stringify(problem)).not.toMatch(/acme/i);
    },
  );
});

describe('the cron', () => {
  const run = async (bindings: Pick<typeof env, 'DB' | 'DB_ACME'>) => {
    holdTime();
    return timed(worker.scheduled(createScheduledController(), { ...env, ...bindings }), 500);
  };

  test('ends before the next minute while every database hangs', async () => {
    const [main, acme] = [hangingDatabase(), hangingDatabase({ binding: env.DB_ACME })];
    const { ms } = await run({ DB: main.database, DB_ACME: acme.database });
    expect(ms).toBeLessThan(minuteMs);
    expect(main.state.asked + acme.state.asked).toBeLessThanOrEqual(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does all for a workspace while the database of another hangs', async () => {
    const { database, state } = hangingDatabase();
    const heard = hangingDatabase({ binding: env.DB_ACME, skip: 1000 });
    const { ms } = await run({ DB: database, DB_ACME: heard.database });
    expect(state.asked).toBeLessThanOrEqual(3);
    expect(heard.state.asked).toBe(0);
    expect(ms).toBeLessThan(minuteMs);
    vi.useRealTimers();
  });

  test.each([0, 1, 2, 3, 4, 5, 6])(
    'does the tasks of a workspace while the databases of six others hang, in minute %i of seven',
    async (nth) => {
      const old = () => env.DB_ACME.prepare('select count(*) as n from left_out_visits').first('n');
      await env.DB_ACME.prepare("insert into left_out_visits select 0, 'old', '', 'bot'").run();
      const future = 7 * Math.ceil(Date.now() / minuteMs / 7);
      const hang = hangingDatabase();
      const others = ['B', 'C', 'D', 'E', 'F'].map((name) => [`DB_${name}`, hang.database]);
      const bindings = { DB: hang.database, ...Object.fromEntries(others) };
      vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: (future + nth) * minuteMs });
      const { DB_ACME } = env;
      const { UNMIGRATED: _, UPGRADED: __, ...one } = env as object as Record<string, unknown>;
      const all = { ...one, ...bindings, DB_ACME } as object as typeof env;
      const { ms } = await timed(worker.scheduled(createScheduledController(), all), 500);
      vi.useRealTimers();
      expect(await old()).toBe(0);
      expect(ms).toBeLessThan(minuteMs);
    },
  );
});

test('the consumer of publish requests waits for a database that hangs three times a batch at most', async () => {
  const { database, state } = hangingDatabase();
  const body = { kind: 'publish', workspace: 'main', versionId: 'version_x', transitionId: 'x' };
  const messages = Array.from({ length: 10 }, (_, n) => ({
    id: `d${n}`,
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  const batch = createMessageBatch('footfall-jobs', messages);
  holdTime();
  const { ms } = await timed(worker.queue(batch, { ...env, DB: database }), 500);
  expect([ms, state.asked]).toEqual([3 * deadlines.task, 3]);
});

test('the consumer of visits merges those of other workspaces while the database of one hangs', async () => {
  const place = await newPlace('acme');
  const { database } = hangingDatabase();
  const [hanging, other] = [
    messageOf(visitOf(newId())),
    messageOf(visitOf(newId(), place), Date.now(), 'acme'),
  ];
  const messages = [hanging, other].map((body, n) => ({
    id: `v${n}`,
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  const batch = createMessageBatch('footfall-visits', messages);
  const merged = () =>
    env.DB_ACME.prepare('select count(*) as n from audience_sessions where page_id = ?')
      .bind(place.pageId)
      .first('n');
  holdTime();
  const consumed = worker.queue(batch, { ...env, DB: database });
  await timed(
    vi.waitFor(async () => expect(await merged()).toBe(1)),
    100,
  );
  const { ms } = await timed(Promise.resolve(consumed), 500);
  vi.useRealTimers();
  expect(ms).toBeGreaterThan(10_000);
  const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext());
  expect([explicitAcks, retryMessages.map(({ msgId }) => msgId)]).toEqual([['v1'], ['v0']]);
});
