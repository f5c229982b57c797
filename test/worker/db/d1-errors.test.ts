import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { app } from '../../../src/app.ts';
import { codes, type D1Fault, faultOf, messages } from '../../../src/db/d1-errors.ts';
import { isOutage } from '../../../src/db/outage.ts';
import { FootfallError } from '../../../src/lib/errors.ts';
import { mintKey, openTestDatabase, type Problem } from '../support/client.ts';
import { faultyDatabase } from '../support/faults.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** What a request is told, and how often D1 is asked. */
const told: Record<D1Fault, { status: number; code: string; asked: number }> = {
  passing: { status: 503, code: 'database_unavailable', asked: 3 },
  away: { status: 503, code: 'database_unavailable', asked: 1 },
  schema: { status: 503, code: 'database_not_migrated', asked: 1 },
  restoring: { status: 503, code: 'workspace_restoring', asked: 1 },
  ours: { status: 500, code: 'internal_error', asked: 1 },
};

/** Lists topics while D1 has only this error. */
async function answerTo(message: string) {
  let asked = 0;
  const DB = faultyDatabase({
    message,
    moment: 'before',
    size: 1,
    skip: 1,
    times: Infinity,
    meanwhile: async () => {
      asked += 1;
    },
  });
  const headers = { 'x-api-key': await mintKey(['read']) };
  const request = new Request('https://footfall.test/v0/topics', { headers });
  const response = await app.fetch(request, { ...env, DB }, createExecutionContext());
  const text = await response.text();
  expect(text).not.toMatch(/secret|select|sqlite|D1_|\bat \w+ \(/i);
  const { status, code } = JSON.parse(text) as Problem;
  return { status, code, asked, retryAfter: response.headers.get('retry-after') };
}

describe('a request while D1 has an error', () => {
  test.each(messages.map(([part, fault]) => [part, fault] as const))(
    '(%s: %s) is told what helps',
    async (part, fault) => {
      const { retryAfter, ...answer } = await answerTo(`D1_ERROR: ${part}. in SELECT secret FROM persons`);
      expect(answer).toEqual(told[fault]);
      expect(retryAfter).toBe(answer.status === 503 ? '1' : null);
    },
  );

  test.each([
    // Seen in workerd, Cloudflare's forum and its documentation, and described nowhere.
    'D1_ERROR: internal error; reference = 3k1j9vq8hs7bm2cd',
    'D1_ERROR: Failed to parse body as JSON, got: error code: 1101',
    'D1_ERROR: Something went wrong',
    'D1_ERROR: D1 is temporarily not available in this location.',
    'D1_ERROR: The destination object has been evicted.',
    "D1_ERROR: Your account has exceeded D1's maximum account storage limit.",
    'D1_ERROR: Timed out while waiting for a response.',
    'Durable Object is overloaded.',
    'The Workers runtime canceled this request.',
    'error code: 521',
    '',
  ])('that nobody has described (%s) is a 503', async (message) => {
    expect(await answerTo(message)).toEqual({ ...told.away, retryAfter: '1' });
  });
});

/** Text that has neither a code of SQLite nor a part of the table. */
const madeUp = fc
  .string({ unit: 'grapheme', maxLength: 80 })
  .filter(
    (text) =>
      !/SQLITE_/.test(text) && !messages.some(([part]) => text.toLowerCase().includes(part.toLowerCase())),
  );
const around = fc.record({
  before: fc.constantFrom('', 'D1_ERROR: ', 'Error: D1_ERROR: '),
  after: fc.constantFrom('', '.', ' (attempt 3)'),
});

describe('of the messages of D1', () => {
  test.each<[string, D1Fault]>([
    ['Network connection lost.', 'passing'],
    ['D1 DB is overloaded. Requests queued for too long.', 'away'],
    ['D1 DB storage operation exceeded timeout which caused object to be reset.', 'away'],
    ['database is locked: SQLITE_BUSY', 'passing'],
    ['database table is locked: SQLITE_LOCKED', 'passing'],
    ['database or disk is full: SQLITE_FULL', 'away'],
    ['disk I/O error: SQLITE_IOERR', 'away'],
    ['unable to open database file: SQLITE_CANTOPEN', 'away'],
    ['out of memory: SQLITE_NOMEM', 'away'],
    ['no such column: a in SELECT b FROM persons: SQLITE_ERROR', 'schema'],
    ['no such table: a at offset 14: SQLITE_ERROR', 'schema'],
    ['table persons has no column named a: SQLITE_ERROR', 'schema'],
    ['near "a": syntax error in SELECT b FROM persons: SQLITE_ERROR', 'ours'],
  ])('%s is %s', (message, fault) => expect(faultOf(`D1_ERROR: ${message}`)).toBe(fault));

  test('one that is made up is none of our faults, and is not sent again at once', () => {
    fc.assert(
      fc.property(madeUp, around, (text, { before, after }) => faultOf(before + text + after) === 'away'),
    );
  });

  test('those of the table mean the same in any case, with anything around', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...messages),
        around,
        fc.boolean(),
        ([part, fault], { before, after }, isUpper) => {
          expect(faultOf(before + (isUpper ? part.toUpperCase() : part) + after)).toBe(fault);
        },
      ),
    );
  });

  test('the code of SQLite decides, whatever the text before it quotes', () => {
    const quoted = fc.oneof(
      madeUp,
      fc.constantFrom(
        ...messages.filter(([, fault]) => fault !== 'schema' && fault !== 'restoring').map(([part]) => part),
      ),
      fc.constantFrom('SQLITE_BUSY', 'near "SQLITE_FULL": syntax error'),
    );
    const known = fc.constantFrom(...Object.keys(codes));
    const code = fc.oneof(
      known,
      fc.constantFrom('ERROR', 'CONSTRAINT', 'TOOBIG', 'MISMATCH', 'RANGE', 'AUTH', 'MADEUP'),
    );
    const ending = fc.constantFrom('', '_EXTENDED', (of: string) => ` (extended: SQLITE_${of}_MORE)`);
    fc.assert(
      fc.property(quoted, code, ending, (text, of, end) => {
        const message = `D1_ERROR: ${text}: SQLITE_${of}${typeof end === 'string' ? end : end(of)}`;
        expect(faultOf(message)).toBe(codes[of] ?? 'ours');
      }),
    );
  });
});

describe('an error that is none of D1', () => {
  const bound = (text: string, ...params: unknown[]) => ({ text, params, decoders: [] });

  test('as of a value that cannot be bound, stays what it is', async () => {
    const failure = await openTestDatabase()
      .batch([bound('select ?1', undefined)])
      .catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(FootfallError);
    expect(isOutage(failure)).toBe(false);
  });

  test('as of the wake-up after a write, is neither an outage nor sent again', async () => {
    let asked = 0;
    const db = openTestDatabase();
    db.actor = { type: 'service' };
    db.wake = () => {
      asked += 1;
      throw new TypeError('undefined is not a function');
    };
    await env.DB.prepare(
      'insert into event_actor (id, has_webhooks) values (1, 1) on conflict do update set has_webhooks = 1',
    ).run();
    const write = bound("delete from topics where topic_id = 'topic_none'");
    const failure = await db.batch([write]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TypeError);
    expect([isOutage(failure), asked]).toEqual([false, 1]);
  });
});
