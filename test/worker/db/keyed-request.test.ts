import { env } from 'cloudflare:workers';
import { contents, type Problem, send } from '../support/client.ts';
import { createTopic, keyed, lastKey, newKey, topicsNamed } from '../support/keyed.ts';
import { newPage } from '../support/pages.ts';
import { setClock } from '../support/times.ts';

afterEach(() => vi.useRealTimers());

describe('a request with an Idempotency-Key', () => {
  test('that is refused leaves its key free', async () => {
    const key = newKey();
    const url = `https://${crypto.randomUUID()}.example/`;
    const { pageId: holder } = await newPage({ url });
    const create = () => send<Problem>('POST', '/v0/pages', { title: 'P', url }, keyed(key));
    const before = await contents();
    expect((await create()).status).toBe(409);
    expect((await create()).body).toMatchObject({ code: 'page_conflict', conflictingId: holder });
    expect(await contents()).toEqual(before);
    await send('PATCH', `/v0/pages/${holder}`, { url: `${url}moved` });
    const [made, again] = [await create(), await create()];
    expect([made.status, again.text]).toEqual([201, made.text]);
  });

  test('that is refused and removes something on the way leaves its key free, too', async () => {
    const of = (id: string, expiresAt: number) =>
      env.DB.prepare(
        `insert into api_keys (api_key_id, hash, name, scopes, created_at, expires_at, shared_path)
         values (?1, ?1, 'full', '["read"]', 1, ?2, '/')`,
      ).bind(`api_key_${id}`, expiresAt);
    const far = Date.now() + 86_400_000;
    const links = Array.from({ length: 100 }, (_, n) => of(`full_${n}`, far + n));
    await env.DB.batch([...links, of('ended', 1)]);
    const isThere = "select count(*) as n from api_keys where api_key_id = 'api_key_ended'";
    const key = newKey();
    const share = () =>
      send<Problem>('POST', '/v0/share_links', { name: 'L', path: '/', lifetime: '12h' }, keyed(key));
    expect((await share()).body.code).toBe('share_links_full');
    expect(await env.DB.prepare(isThere).first('n')).toBe(0);
    await env.DB.prepare("delete from api_keys where name = 'full'").run();
    const made = await share();
    expect([made.status, (await share()).body.code], made.text).toEqual([201, 'secret_shown']);
  });

  test('is known for a week at least, and for two at most', async () => {
    setClock();
    const day = 86_400_000;
    const start = 2969 * 7 * day;
    const key = newKey();
    const at = async (time: number) => {
      vi.setSystemTime(start + time);
      return (await createTopic(key, 'Kept')).body.topicId;
    };
    const first = await at(7 * day - 1);
    expect(await at(14 * day - 1)).toBe(first);
    const next = await at(14 * day);
    expect(next).not.toBe(first);
    expect(await at(15 * day)).toBe(next);
    const weeks = await env.DB.prepare('select distinct week from keyed_requests order by week').all();
    expect(weeks.results.map(({ week }) => week)).toContain(2971);
    vi.setSystemTime(start + 60 * day);
    for (let n = 0; n < 60; n++) await createTopic(newKey(), 'Sweeps');
    const old = 'select count(*) as n from keyed_requests where week < 2976';
    expect(await env.DB.prepare(old).first('n')).toBe(0);
  });

  test('is known to one of the week before, which is committed later or has a clock that is late', async () => {
    setClock();
    const week = 7 * 86_400_000;
    const key = newKey();
    vi.setSystemTime(2990 * week);
    const first = await createTopic(key, 'Of two weeks');
    vi.setSystemTime(2990 * week - 1);
    const second = await createTopic(key, 'Of two weeks');
    expect([second.status, second.text, await topicsNamed('Of two weeks')]).toEqual([201, first.text, 1]);
  });

  test('is stored as a hash, and its request as an HMAC: nobody reads them', async () => {
    const key = newKey();
    await createTopic(key, 'Nobody reads this');
    await createTopic(newKey(), 'Nobody reads this');
    const { results } = await env.DB.prepare('select * from keyed_requests').all();
    expect(JSON.stringify(results)).not.toMatch(new RegExp(`${key}|Nobody reads this|/v0/topics`));
    // The same request has another HMAC with another key.
    expect(new Set(results.map((row) => row.request_digest)).size).toBe(results.length);
  });

  test('costs one row, and leaves none without the header', async () => {
    const plain = await send('POST', '/v0/topics', { title: 'Price' });
    const withKey = await createTopic(newKey(), 'Price');
    expect(withKey.cost.trips).toBe(1);
    expect(withKey.cost.written - plain.cost.written).toBe(1);
    const repeated = await createTopic(lastKey(), 'Price');
    expect([repeated.cost.written, repeated.cost.trips]).toEqual([0, 3]);
  });
});
