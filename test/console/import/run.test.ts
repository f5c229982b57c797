import { expect, test } from 'vitest';
import type { Request } from '../../../src/lib/import/batch.ts';
import type { Plan } from '../../../src/lib/import/read-row.ts';
import type { Row } from '../../../src/lib/import/rows.ts';
import {
  nothingDone,
  type Progress,
  type Refused,
  type Run,
  runImport,
} from '../../../src/lib/import/run.ts';
import type { Result } from '../../../src/lib/import/send.ts';

const plan: Plan = {
  kind: 'persons',
  columns: ['Mail', 'Name'],
  mapping: ['email', 'name'],
  dates: { zone: 'UTC', areSerials: false },
  source: 'import',
  type: 'imported',
};

/** Rows of which every tenth has no email. */
async function* list(count: number): AsyncGenerator<Row[]> {
  for (let from = 0; from < count; from += 7)
    yield Array.from({ length: Math.min(7, count - from) }, (_, at) => {
      const index = from + at;
      return { number: index + 2, cells: [index % 10 === 9 ? '' : `p${index}@acme.example`, `P ${index}`] };
    });
}

class Failed extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;
  constructor(status: number, retryAfter?: number) {
    super(`status ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** A service that finds by email, keeps keys as the API does, and refuses one row. */
function service(refused = 'p42@acme.example') {
  const keys = new Map<string, { write: string; outcome: 'created' | 'unchanged' }>();
  const emails = new Set<string>();
  const requests: Request[] = [];
  const send = (request: Request): Promise<Result[]> => {
    requests.push(request);
    return Promise.resolve(
      request.writes.map((write): Result => {
        const [key, email, text] = [`${write.idempotencyKey}`, `${write.email}`, JSON.stringify(write)];
        if (email === refused) {
          const errors = [{ path: 'persons.0.email', message: 'is bad' }];
          const problem = { code: 'validation_failed', detail: '', errors };
          return { status: 400, outcome: null, replayed: false, problem };
        }
        const known = keys.get(key);
        if (known) {
          expect(known.write).toBe(text);
          return { status: 200, outcome: known.outcome, replayed: true, problem: null };
        }
        const outcome = emails.has(email) ? 'unchanged' : 'created';
        if (!request.isDryRun) {
          emails.add(email);
          keys.set(key, { write: text, outcome });
        }
        return { status: outcome === 'created' ? 201 : 200, outcome, replayed: false, problem: null };
      }),
    );
  };
  return { emails, requests, send };
}

const quick = { onConflict: 'fill', wait: () => Promise.resolve() } as const;
const expected = { created: 899, updated: 0, unchanged: 0, refused: 101 };

test('rows are sent by the hundred, and one that is refused stops no other', async () => {
  const { send, requests, emails } = service();
  const refused: Refused[] = [];
  const seen: number[] = [];
  const done = await runImport(list(1000), plan, {
    ...quick,
    send,
    onProgress: (progress, more) => {
      seen.push(progress.done);
      refused.push(...more);
    },
  });
  expect(done).toEqual({ done: 1000, counts: expected });
  expect(emails.size).toBe(899);
  expect(requests).toHaveLength(10);
  expect(seen).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
  expect(refused).toHaveLength(101);
  expect(refused.find(({ row }) => row.number === 44)?.reasons).toEqual(['Mail “p42@acme.example” is bad.']);
});

test('the same list sent again changes nothing, and a dry run says so', async () => {
  const { send, emails } = service();
  await runImport(list(1000), plan, { ...quick, send });
  const again = { done: 1000, counts: { ...expected, created: 0, unchanged: 899 } };
  expect(await runImport(list(1000), plan, { ...quick, send, isDryRun: true })).toEqual(again);
  expect(await runImport(list(1000), plan, { ...quick, send })).toEqual(again);
  expect(emails.size).toBe(899);
});

test('a dry run writes nothing, and says what would be done', async () => {
  const { send, emails } = service();
  expect(await runImport(list(1000), plan, { ...quick, send, isDryRun: true })).toEqual({
    done: 1000,
    counts: expected,
  });
  expect(emails.size).toBe(0);
});

test.each([0, 1, 3, 9])(
  'stopped after %i requests, with an answer that was lost, it goes on and counts right',
  async (stopAfter) => {
    const { send, emails } = service();
    let [kept, count]: [Progress, number] = [{ ...nothingDone }, 0];
    const stopping: Run = {
      ...quick,
      send: async (request) => {
        const results = await send(request);
        // It was carried out, and its answer came nowhere.
        if (count++ === stopAfter) throw new Error('killed');
        return results;
      },
      onProgress: (progress) => {
        kept = progress;
      },
    };
    await expect(runImport(list(1000), plan, stopping)).rejects.toThrow('killed');
    expect(kept.done).toBe(stopAfter * 100);
    expect(await runImport(list(1000), plan, { ...quick, send, from: kept })).toEqual({
      done: 1000,
      counts: expected,
    });
    expect(emails.size).toBe(899);
  },
);

test('a dry run whose answer was lost says the same of rows that an earlier import has written', async () => {
  const { send } = service();
  await runImport(list(200), plan, { ...quick, send });
  let count = 0;
  const lossy = async (request: Request) => {
    const results = await send(request);
    if (count++ % 2 === 0) throw new Failed(0);
    return results;
  };
  const { counts } = await runImport(list(200), plan, { ...quick, send: lossy, isDryRun: true });
  expect(counts).toEqual({ created: 0, updated: 0, unchanged: 179, refused: 21 });
});

test('it waits out a service that is away, also when an answer was lost', async () => {
  const { send } = service();
  const waits: number[] = [];
  let count = 0;
  const faulty: Run = {
    ...quick,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    send: async (request) => {
      count += 1;
      if (count % 3 === 1) throw new Failed(503, 2);
      const results = await send(request);
      if (count % 3 === 2) throw new Failed(0);
      return results;
    },
  };
  expect(await runImport(list(1000), plan, faulty)).toEqual({ done: 1000, counts: expected });
  expect(waits.filter((wait) => wait >= 2000)).toHaveLength(10);
});

test('what does not pass ends it: a service that stays away, a key that has ended, a signal', async () => {
  let clock = 0;
  const away: Run = {
    ...quick,
    now: () => clock,
    wait: (milliseconds) => {
      clock += milliseconds;
      return Promise.resolve();
    },
    send: () => Promise.reject(new Failed(503)),
  };
  await expect(runImport(list(10), plan, away)).rejects.toThrow('status 503');
  expect(clock).toBeGreaterThan(200_000);
  expect(clock).toBeLessThanOrEqual(300_000);

  let count = 0;
  const ended = () => {
    count += 1;
    return Promise.reject(new Failed(401));
  };
  await expect(runImport(list(10), plan, { ...quick, send: ended })).rejects.toThrow('status 401');
  expect(count).toBe(1);

  const stop = new AbortController();
  const stopped = runImport(list(1000), plan, {
    onConflict: 'fill',
    send: () => Promise.reject(new Failed(503)),
    wait: async (_, signal) => {
      stop.abort(new Error('stopped'));
      signal?.throwIfAborted();
    },
    signal: stop.signal,
  });
  await expect(stopped).rejects.toThrow('stopped');
});

test('a request that is refused as a whole is sent in halves: one row is the reason', async () => {
  const { send, emails } = service('');
  const tooLong: Run = {
    ...quick,
    send: (request) =>
      request.writes.some(({ email }) => email === 'p7@acme.example')
        ? Promise.reject(new Failed(413))
        : send(request),
  };
  const refused: Refused[] = [];
  const done = await runImport(list(100), plan, {
    ...tooLong,
    onProgress: (_, more) => void refused.push(...more),
  });
  expect(done.counts).toEqual({ created: 89, updated: 0, unchanged: 0, refused: 11 });
  expect(emails.size).toBe(89);
  expect(refused.find(({ row }) => row.number === 9)?.reasons).toEqual(['status 413']);
});

test('companies have a key for their request, and one that is known counts as there already', async () => {
  const keys: (string | undefined)[] = [];
  const companies: Plan = {
    ...plan,
    kind: 'accounts',
    columns: ['Web', 'Firma'],
    mapping: ['domain', 'companyName'],
  };
  const first = new Set<string>();
  let isLost = false;
  const send = ({ writes, key }: Request): Promise<Result[]> => {
    keys.push(key);
    if (writes.length === 100) throw new Failed(413);
    const replayed = first.has(key ?? '');
    first.add(key ?? '');
    if (isLost) {
      isLost = false;
      throw new Failed(0);
    }
    return Promise.resolve(writes.map(() => ({ status: 201, outcome: 'created', replayed, problem: null })));
  };
  async function* rows(): AsyncGenerator<Row[]> {
    yield Array.from({ length: 150 }, (_, at) => ({
      number: at + 2,
      cells: [at === 3 ? '' : `c${at}.example`, 'C'],
    }));
  }
  isLost = false;
  const done = await runImport(rows(), companies, { ...quick, send });
  expect(done.counts).toEqual({ created: 149, updated: 0, unchanged: 0, refused: 1 });
  expect(new Set(keys).size).toBe(keys.length);
  const again = await runImport(rows(), companies, { ...quick, send });
  expect(again.counts).toEqual({ created: 0, updated: 0, unchanged: 149, refused: 1 });
  first.clear();
  isLost = true;
  expect((await runImport(rows(), companies, { ...quick, send })).counts).toEqual(done.counts);
  const tried = await runImport(rows(), companies, { ...quick, send, isDryRun: true });
  expect([tried.done, keys.at(-1)]).toEqual([150, undefined]);
});

test('keys: of persons by their rows and the request, of logs by the log alone', async () => {
  const keysOf = async (more: Partial<Plan>, onConflict: Request['onConflict'], shift = 0) => {
    const { send, requests } = service('');
    const rows = (async function* () {
      for await (const some of list(20)) yield some.map((row) => ({ ...row, number: row.number + shift }));
    })();
    await runImport(rows, { ...plan, ...more }, { ...quick, onConflict, send });
    return requests.flatMap(({ writes }) => writes.map(({ idempotencyKey }) => `${idempotencyKey}`));
  };
  const persons = await keysOf({}, 'fill');
  expect(new Set(persons).size).toBe(18);
  expect(await keysOf({}, 'fill')).toEqual(persons);
  expect(await keysOf({}, 'update')).not.toContain(persons[0]);
  expect(await keysOf({}, 'fill', 1)).not.toContain(persons[0]);
  const logs = await keysOf({ kind: 'logs' }, 'fill');
  expect(await keysOf({ kind: 'logs' }, 'fill', 1)).toEqual(logs);
});
