import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { app } from '../../../src/app.ts';
import { deadlines } from '../../../src/db/client.ts';
import { mintKey, type Problem, tableSizes } from '../support/client.ts';
import { hangingDatabase, holdTime, timed } from '../support/faults.ts';

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

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => vi.useRealTimers());

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

  test('is a read of five seconds at most, and a write of ten', () => {
    expect(deadlines).toMatchObject({ read: 5000, write: 10_000 });
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

describe('/health', () => {
  test.each(['DB', 'DB_ACME'])(
    'answers after 1.5 seconds while %s hangs, and says that D1 does not answer',
    async (name) => {
      const { database } = hangingDatabase({ binding: env[name as 'DB'] });
      holdTime();
      const request = new Request('https://footfall.test/health');
      const asked = app.fetch(request, { ...env, [name]: database }, createExecutionContext());
      const { ms, result: response } = await timed(Promise.resolve(asked));
      expect(ms).toBe(1500);
      const problem = (await response.json()) as Problem;
      expect([response.status, problem.code]).toEqual([503, 'database_unavailable']);
      expect(problem.detail).toBe('The Worker runs, and D1 does not answer.');
      expect(JSON.stringify(problem)).not.toMatch(/acme/i);
    },
  );
});
