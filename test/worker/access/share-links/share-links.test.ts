import { env } from 'cloudflare:workers';
import type { ApiKey, ApiKeyCreated } from '../../../../src/access/api-keys/schemas.ts';
import type {
  ShareLink,
  ShareLinkCreated,
  ShareLinkRevoked,
} from '../../../../src/access/share-links/schemas.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import type { EventList } from '../../../../src/outbound/events/schemas.ts';
import { mintKey, type Problem, type RequestOptions, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { newPage } from '../../support/pages.ts';
import { outcome, timestamp } from '../../support/replies.ts';
import { newCode, signIn } from '../../support/sign-in.ts';
import { day, hour, setClock } from '../../support/times.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const board = { name: 'For the board', path: '/?range=30d', lifetime: '30d' };

const create = (body: object = {}, options: RequestOptions = {}) =>
  send<ShareLinkCreated & Problem>('POST', '/v0/share_links', { ...board, ...body }, options);
const revoke = (id: string, options: RequestOptions = {}) =>
  send<ShareLinkRevoked & Problem>('DELETE', `/v0/share_links/${id}`, undefined, options);
const list = async (query = '') => (await send<List<ShareLink>>('GET', `/v0/share_links?${query}`)).body;
const status = async (key: string, path = '/v0/accounts', method = 'GET') =>
  (await send(method, path, undefined, { key })).status;

beforeEach(async () => {
  await env.DB.prepare('delete from api_keys where shared_path is not null').run();
});
afterEach(() => vi.useRealTimers());

describe('a share link', () => {
  test.each([
    ['12h', 12 * hour],
    ['30d', 30 * day],
  ])('of %s is made once, and its code is shown this once', async (lifetime, life) => {
    const made = await create({ lifetime });
    expect([made.status, made.cost.trips]).toEqual([201, 1]);
    const { code, ...link } = made.body;
    expect(code).toMatch(/^ffshare_main_[0-9A-Za-z]{38}$/);
    expect(link).toEqual({
      shareLinkId: expect.stringMatching(/^share_link_[0-7][0-9a-z]{25}$/),
      name: board.name,
      path: board.path,
      createdBy: { apiKeyId: expect.stringMatching(/^api_key_/), name: 'test', hasEnded: false },
      createdAt: timestamp,
      expiresAt: new Date(Date.parse(link.createdAt) + life).toISOString(),
      lastUsedAt: null,
    });
    expect(await list()).toEqual({ items: [link], hasMore: false, nextCursor: null, totalCount: 1 });
  });

  test('is stored as the hash of its key: neither code nor key is in the database', async () => {
    const { code } = (await create()).body;
    const { key } = (await signIn({ code })).body;
    const { results } = await env.DB.prepare('select * from api_keys').all();
    const text = JSON.stringify(results);
    expect(text).not.toContain(code.slice(-38));
    expect(text).not.toContain(key.slice(-38));
  });

  test('says who made it, and nobody when that key was deleted', async () => {
    const { key, apiKeyId } = (await signIn({ code: await newCode(['read', 'write']) })).body;
    const made = await create({}, { key });
    expect(made.body.createdBy).toEqual({ apiKeyId, name: 'Console, signed in by link', hasEnded: false });
    expect((await list()).items[0]?.createdBy).toEqual(made.body.createdBy);
    await env.DB.prepare('delete from api_keys where api_key_id = ?').bind(apiKeyId).run();
    expect((await list()).items[0]?.createdBy).toEqual({ apiKeyId, name: null, hasEnded: true });
  });

  test('of 30 days outlives the key of 12 hours that made it', async () => {
    const now = Date.now() + day;
    setClock(now);
    const maker = (await signIn({ code: await newCode(['read', 'write']) })).body;
    const { code } = (await create({}, { key: maker.key })).body;
    vi.setSystemTime(now + 29 * day);
    expect(await status(maker.key)).toBe(401);
    const { key } = (await signIn({ code })).body;
    expect(await status(key)).toBe(200);
  });
});

describe('opening a share link', () => {
  test('gives the same key and view each time, to as many as come, and writes nothing', async () => {
    const { code, shareLinkId, expiresAt } = (await create()).body;
    const first = await writesNothing(() => signIn({ code }));
    expect([first.status, first.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(first.body).toEqual({
      apiKeyId: shareLinkId.replace('share_link', 'api_key'),
      key: expect.stringMatching(/^ff_main_[0-9A-Za-z]{38}$/),
      name: board.name,
      scopes: ['read'],
      createdAt: timestamp,
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
      path: board.path,
    });
    const others = await Promise.all(Array.from({ length: 5 }, () => signIn({ code })));
    for (const { body } of others) expect(body).toEqual(first.body);
  });

  test('gives a key that reads what happened, but nothing of other links and keys', async () => {
    const types = ['api_key.created', 'api_key.revoked', 'page.created'];
    await send('PATCH', '/v0/event_settings', { types });
    const { code } = (await create()).body;
    const { key } = (await signIn({ code })).body;
    const { shareLinkId } = (await create({ name: 'Another' })).body;
    await newPage();
    const otherKey = shareLinkId.replace('share_link', 'api_key');
    const typesRead = async (reader: string | undefined, query: string) => {
      const all: string[] = [];
      let place = '';
      for (let hasMore = true; hasMore; ) {
        const options = reader === undefined ? {} : { key: reader };
        const { body } = await send<EventList>('GET', `/v0/events?${query}${place}`, undefined, options);
        all.push(...body.events.map(({ type }) => type));
        ({ hasMore } = body);
        place = `&after=${body.next}`;
      }
      return new Set(all);
    };
    for (const query of ['', 'limit=1', `subject=${otherKey}`, 'type=api_key.created&type=page.created']) {
      const ofOthers = (await typesRead(undefined, query)).has('api_key.created');
      expect(ofOthers, query).toBe(true);
      const ofViewer = await typesRead(key, query);
      expect(ofViewer, query).toEqual(new Set(query.startsWith('subject') ? [] : ['page.created']));
    }
    const stranger = await mintKey(['read', 'write']);
    expect(await typesRead(stranger, '')).toEqual(new Set(['page.created']));
    await send('PATCH', '/v0/event_settings', { types: [] });
  });

  test('works until the last millisecond of its life, and then the key ends too', async () => {
    const now = Date.now() + 40 * day;
    setClock(now);
    const { code } = (await create({ lifetime: '12h' })).body;
    const { key } = (await signIn({ code })).body;
    vi.setSystemTime(now + 12 * hour - 1);
    expect([(await signIn({ code })).status, await status(key), (await list()).totalCount]).toEqual([
      201, 200, 1,
    ]);
    vi.setSystemTime(now + 12 * hour);
    expect([(await signIn({ code })).status, await status(key), (await list()).totalCount]).toEqual([
      401, 401, 0,
    ]);
  });
});

describe('revoking a share link', () => {
  test('ends the link and its key at once, and a second call changes nothing', async () => {
    const { code, shareLinkId } = (await create()).body;
    const { key } = (await signIn({ code })).body;
    expect(await status(key)).toBe(200);
    const gone = await revoke(shareLinkId);
    expect([gone.status, gone.cost.trips]).toEqual([200, 1]);
    expect(gone.body).toEqual({ shareLinkId, revokedAt: timestamp });
    expect([await status(key), (await signIn({ code })).status]).toEqual([401, 401]);
    expect((await list()).totalCount).toBe(0);
    const again = await revoke(shareLinkId);
    expect([again.status, again.body]).toEqual([200, gone.body]);
  });

  test('can be done with the list of keys', async () => {
    const { code, shareLinkId } = (await create()).body;
    await send('DELETE', `/v0/api_keys/${shareLinkId.replace('share_link', 'api_key')}`);
    expect((await signIn({ code })).status).toBe(401);
    expect((await list()).totalCount).toBe(0);
  });

  test('can be done by rotating its key: the link ends after the overlap, and the new key has no link', async () => {
    const now = Date.now() + 80 * day;
    setClock(now);
    const { code, shareLinkId, expiresAt } = (await create()).body;
    const path = `/v0/api_keys/${shareLinkId.replace('share_link', 'api_key')}/rotate`;
    const rotated = (await send<ApiKeyCreated>('POST', path, { overlapSeconds: 3600 })).body;
    expect(rotated).toMatchObject({ scopes: ['read'], expiresAt });
    expect((await signIn({ code })).status).toBe(201);
    vi.setSystemTime(now + hour);
    expect([(await signIn({ code })).status, (await list()).totalCount]).toEqual([401, 0]);
    expect(await status(rotated.key)).toBe(200);
  });

  test('by a viewer, with the key itself, ends the link for all', async () => {
    const { code } = (await create()).body;
    const { key } = (await signIn({ code })).body;
    expect(await status(key, '/v0/api_keys/current', 'DELETE')).toBe(200);
    expect([(await signIn({ code })).status, (await list()).totalCount]).toEqual([401, 0]);
  });

  test('revokes no other key, whatever id is sent', async () => {
    const victim = await send<ApiKeyCreated>('POST', '/v0/api_keys', { name: 'server', scopes: ['read'] });
    const { apiKeyId, key } = victim.body;
    const { shareLinkId } = (await create()).body;
    for (const id of [
      apiKeyId,
      apiKeyId.replace('api_key', 'share_link'),
      shareLinkId.replace('share_link', 'api_key'),
      'share_link_',
      'nothing',
      encodeURIComponent(`' or 1=1 --`),
    ])
      expect(outcome(await writesNothing(() => revoke(id))), id).toEqual([404, 'share_link_not_found']);
    expect([await status(key), (await list()).totalCount]).toEqual([200, 1]);
  });
});

describe('a key that makes a share link', () => {
  test.each<[scopes: ('read' | 'write' | 'admin' | 'log' | 'collect')[], needed: string]>([
    [['read', 'admin', 'log', 'collect'], 'write'],
    [['write', 'admin', 'log', 'collect'], 'read'],
  ])('must have read and write: %j is refused', async (scopes, needed) => {
    const key = await mintKey(scopes);
    await status(key);
    const reply = await writesNothing(() => create({}, { key }));
    expect(outcome(reply)).toEqual([403, 'insufficient_scope']);
    expect(reply.body).toMatchObject({ neededScope: needed });
  });
});

describe('a workspace', () => {
  /** Links without a code, in one statement. */
  const fill = (n: number, expiresAt: number) =>
    env.DB.prepare(
      `insert into api_keys (api_key_id, hash, name, scopes, created_at, expires_at, shared_path, shared_by)
       select 'api_key_filled' || key || '-' || ?2, 'filled' || key || '-' || ?2, 'x', '["read"]', 0, ?2, '/', 'x'
       from json_each(?1)`,
    )
      .bind(JSON.stringify(Array(n).fill(0)), expiresAt)
      .run();

  test('has 100 links that work at most: ended and revoked ones do not count', async () => {
    await fill(50, Date.now() - 1000);
    await fill(99, Date.now() + day);
    const last = await create();
    expect(last.status).toBe(201);
    const refused = await writesNothing(() => create());
    expect(outcome(refused)).toEqual([409, 'share_links_full']);
    expect(refused.body.detail).toContain('at most 100 share links');
    const { items, hasMore, totalCount } = await list('limit=100');
    expect([items.length, hasMore, totalCount]).toEqual([100, false, 100]);
    await revoke(last.body.shareLinkId);
    expect((await create()).status).toBe(201);
  });

  test('with 99 links has room for one of 20 that are made at once', async () => {
    await fill(99, Date.now() + day);
    const replies = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect((await list()).totalCount).toBe(100);
  });

  test('gets its 100th link once when D1 commits and its answer is lost', async () => {
    await fill(99, Date.now() + day);
    const DB = faultyDatabase({ message: 'Network connection lost.', moment: 'after' });
    const { status: made, body } = await create({}, { bindings: { DB } });
    expect([made, (await list()).totalCount]).toEqual([201, 100]);
    expect((await signIn({ code: body.code })).status).toBe(201);
  });

  test('loses the keys of links that ended 30 days ago, a few with each new one', async () => {
    const left = async () =>
      env.DB.prepare(`select count(*) as n from api_keys where api_key_id like 'api_key_filled%'`).first('n');
    await fill(12, Date.now() - 30 * day - 1000);
    await fill(1, Date.now() - 29 * day);
    await create();
    expect(await left()).toBe(3);
    await create();
    expect(await left()).toBe(1);
    const { items, totalCount } = (await send<List<ApiKey>>('GET', '/v0/api_keys?limit=100')).body;
    expect(totalCount).toBe(items.length);
  });
});
