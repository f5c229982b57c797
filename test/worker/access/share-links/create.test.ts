import { env } from 'cloudflare:workers';
import type { ApiKey } from '../../../../src/access/api-keys/schemas.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import { mintKey, send } from '../../support/client.ts';
import { faultyDatabase } from '../../support/faults.ts';
import { outcome, timestamp } from '../../support/replies.ts';
import { board, create, list, prepareShareLinks, revoke, status } from '../../support/share-links.ts';
import { newCode, signIn } from '../../support/sign-in.ts';
import { day, hour, setClock } from '../../support/times.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareShareLinks();

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
