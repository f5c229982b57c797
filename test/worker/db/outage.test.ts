import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { deadlines } from '../../../src/db/client.ts';
import worker from '../../../src/index.ts';
import { minuteMs } from '../../../src/lib/durations.ts';
import { hangingDatabase, holdTime, timed } from '../support/faults.ts';
import { newPlace } from '../support/places.ts';
import { messageOf, newId, visitOf } from '../support/visits.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => vi.useRealTimers());

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
