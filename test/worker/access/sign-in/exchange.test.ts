import { env } from 'cloudflare:workers';
import { additionOf, createCode, hashCode } from '../../../../src/access/sign-in/store/exchange.ts';
import { listed } from '../../support/api-keys.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { newCode, signIn } from '../../support/sign-in.ts';
import { costOf } from '../../support/statements.ts';
import { day, hour, minute, setClock } from '../../support/times.ts';

afterEach(() => vi.useRealTimers());

const status = async (key: string, path = '/v0/accounts') =>
  (await send('GET', path, undefined, { key })).status;
const rowsOf = async (table: string) =>
  (await env.DB.prepare(`select * from ${table}`).all<Record<string, unknown>>()).results;
describe('a code', () => {
  test('is exchanged for a key with its scopes, which ends after 12 hours', async () => {
    const now = Date.now() + day;
    setClock(now);
    const code = await newCode(['read', 'admin']);
    const { status: created, body, headers } = await signIn({ code });
    expect(created).toBe(201);
    expect(body).toEqual({
      apiKeyId: expect.stringMatching(/^api_key_/),
      key: expect.stringMatching(/^ff_main_[0-9A-Za-z]{38}$/),
      name: 'Console, signed in by link',
      scopes: ['read', 'admin'],
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 12 * hour).toISOString(),
      revokedAt: null,
      lastUsedAt: null,
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await status(body.key)).toBe(200);
    const { items, totalCount } = await listed();
    const { key: _, ...shown } = body;
    expect(items.find(({ apiKeyId }) => apiKeyId === body.apiKeyId)).toMatchObject({
      ...shown,
      lastUsedAt: expect.any(String),
    });
    expect(totalCount).toBe(items.length);
    vi.setSystemTime(now + 12 * hour);
    expect(await status(body.key)).toBe(401);
  });

  test('takes no Idempotency-Key: when the answer is lost, it is used up', async () => {
    const code = await newCode();
    const headers = { 'idempotency-key': 'again' };
    const statuses = [];
    for (let n = 0; n < 2; n++) {
      const reply = await signIn({ code }, { headers });
      statuses.push([reply.status, reply.headers.has('idempotent-replayed')]);
    }
    expect(statuses).toEqual([
      [201, false],
      [401, false],
    ]);
  });

  test('is stored as its hash, and is gone after its use', async () => {
    const code = await newCode();
    const rows = await rowsOf('sign_in_codes');
    expect(rows.map(({ hash }) => hash)).toContain(hashCode(code));
    expect(JSON.stringify(rows)).not.toContain(code.slice(9));
    await signIn({ code });
    expect((await rowsOf('sign_in_codes')).map(({ hash }) => hash)).not.toContain(hashCode(code));
  });

  test('can be exchanged in the last millisecond of its quarter of an hour, and not after it', async () => {
    const now = Date.now() + 2 * day;
    setClock(now);
    const [first, second] = [await newCode(), await newCode()];
    vi.setSystemTime(now + 15 * minute - 1);
    expect((await signIn({ code: first })).status).toBe(201);
    vi.setSystemTime(now + 15 * minute);
    expect((await signIn({ code: second })).status).toBe(401);
  });
});

describe('a code that is not valid', () => {
  /** What a client sees of an answer, without ids and times. */
  async function seen(code: string) {
    const reply = await signIn({ code });
    const { requestId: _, ...problem } = reply.body;
    const values = Object.fromEntries([...reply.headers].filter(([name]) => name !== 'x-request-id'));
    values['server-timing'] = values['server-timing']?.replace(/dur=\d+/, 'dur=0') ?? '';
    return { status: reply.status, problem, values };
  }

  test('gets one answer, whether it is unknown, used, expired or of a workspace that does not exist', async () => {
    const now = Date.now() + 3 * day;
    setClock(now);
    const [used, expired] = [await newCode(), await newCode()];
    expect((await signIn({ code: used })).status).toBe(201);
    vi.setSystemTime(now + 16 * minute);
    const unknown = await seen(createCode('main'));
    expect(unknown).toMatchObject({
      status: 401,
      problem: { code: 'invalid_sign_in', detail: expect.stringContaining('unknown, used or expired') },
      values: { 'server-timing': 'd1;dur=0;desc="trips=0 read=0 written=0"' },
    });
    for (const code of [used, expired, expired, createCode('acme'), createCode('nowhere')])
      expect(await seen(code)).toEqual(unknown);
    expect(await seen(createCode('constructor'))).toEqual(unknown);
  });

  test('of a workspace that does not exist is refused, even if its hash is in main', async () => {
    const stray = createCode('nowhere');
    await openTestDatabase().batch(additionOf(stray, ['admin'], Date.now()));
    for (let n = 0; n < 2; n++) expect((await signIn({ code: stray })).status).toBe(401);
    expect((await rowsOf('sign_in_codes')).map(({ hash }) => hash)).toContain(hashCode(stray));
  });

  test('costs one round trip and no row written', async () => {
    const { trips, read, written } = await costOf(() => signIn({ code: createCode('main') }));
    expect({ trips, written }).toEqual({ trips: 1, written: 0 });
    expect(read).toBeLessThanOrEqual(7);
  });

  test.each([undefined, createCode('main').slice(0, -1), createCode('main').replace('_main_', '_acme_')])(
    'is refused without a round trip when it is malformed: %s',
    async (code) => {
      const { result, trips } = await costOf(() => signIn({ code }));
      expect([result.status, result.body.code, trips]).toEqual([401, 'invalid_sign_in', 0]);
      // Only this one gets another text.
      expect(result.body.detail).not.toContain('unknown, used or expired');
    },
  );
});

describe('exactly one exchange of a code gets a key', () => {
  test.each([2, 20])('of %i at once', async (times) => {
    const code = await newCode();
    const before = (await listed()).totalCount ?? 0;
    const replies = await Promise.all(Array.from({ length: times }, () => signIn({ code })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(times - 1).fill(401)]);
    expect((await listed()).totalCount).toBe(before + 1);
  });

  test('when D1 commits and its answer is lost: the retry finds the key that the first run has made', async () => {
    const code = await newCode();
    const before = (await listed()).totalCount ?? 0;
    const DB = faultyDatabase({ message: 'Network connection lost.', moment: 'after' });
    const { status: created, body } = await signIn({ code }, { bindings: { DB } });
    expect(created).toBe(201);
    expect(await status(body.key)).toBe(200);
    expect((await listed()).totalCount).toBe(before + 1);
    expect((await signIn({ code })).status).toBe(401);
  });

  test('when another client is first and the answer of D1 is lost', async () => {
    const code = await newCode();
    let other = 0;
    const meanwhile = async () => {
      other = (await signIn({ code })).status;
    };
    const DB = faultyDatabase({ message: 'Network connection lost.', moment: 'before', meanwhile });
    const own = await signIn({ code }, { bindings: { DB } });
    expect([other, own.status]).toEqual([201, 401]);
  });
});

test('expired codes are deleted when the next one is made', async () => {
  const now = Date.now() + 5 * day;
  setClock(now);
  const old = hashCode(await newCode());
  vi.setSystemTime(now + 14 * minute);
  const live = hashCode(await newCode());
  vi.setSystemTime(now + 16 * minute);
  const added = hashCode(await newCode());
  const hashes = (await rowsOf('sign_in_codes')).map(({ hash }) => hash);
  expect(hashes).toEqual(expect.arrayContaining([live, added]));
  expect(hashes).not.toContain(old);
});
