import type { List } from '../../../../src/lib/cursor.ts';
import type { Website } from '../../../../src/visits/websites/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { outcome } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const create = (origin: unknown) => send<Website & Problem>('POST', '/v0/websites', { origin });
const remove = (id: string) =>
  send<{ websiteId: string; deletedAt: string } & Problem>('DELETE', `/v0/websites/${id}`);
const list = async (query = '') => (await send<List<Website>>('GET', `/v0/websites?${query}`)).body;
const newOrigin = () => `https://${crypto.randomUUID()}.example`;

describe('a website that is created', () => {
  test('of 20 concurrent creates is created once', async () => {
    const origin = newOrigin();
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(origin)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  test.each([
    ['HTTPS://Shop.Example', 'https://shop.example'],
    [' https://trimmed.example/ ', 'https://trimmed.example'],
    ['https://default.example:443', 'https://default.example'],
    ['http://default.example:80', 'http://default.example'],
    ['http://default.example:443', 'http://default.example:443'],
    ['https://Müller.example:8443', 'https://xn--mller-kva.example:8443'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://www.shop.example', 'https://www.shop.example'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://0x7f.1:81', 'http://127.0.0.1:81'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['https://my_shop.example', 'https://my_shop.example'],
  ])('from %j is stored as %s', async (sent, stored) => {
    const { body, status } = await create(sent);
    expect([status, body.origin]).toEqual([201, stored]);
  });

  test.each([
    ...['shop.example', 'www.shop.example:443', '//shop.example', 'null', '*', 'https://', 'https:///'],
    ...[
      'https://shop.example/path',
      'https://shop.example/?q',
      'https://shop.example?q',
      'https://shop.example#a',
    ],
    ...['https://me@shop.example', 'https://me:secret@shop.example', 'https://shop.example\\evil.example'],
    ...[
      'https://*.example',
      'https://*',
      'https://a b.example',
      'https://shop..example',
      'https://-shop.example',
    ],
    ...['ftp://shop.example', 'file:///etc', 'javascript://shop.example', 'chrome-extension://abcdefgh'],
    ...['https://shop.example:65536', 'https://shop.example:port', 'https://[::1', 'https://a,b.example'],
    ...[
      "https://a'b.example",
      'https://a"b.example',
      'https://<b>.example',
      'https://shop.example https://b.example',
    ],
  ])('is not created from %j', async (origin) => {
    const reply = await writesNothing(() => create(origin));
    expect(reply.status, reply.text).toBe(400);
    expect(reply.body.errors).toEqual([
      expect.objectContaining({ in: 'body', path: 'origin', code: 'invalid_format' }),
    ]);
  });

  test.each([
    [undefined, 'required'],
    [7, 'invalid_type'],
    ['', 'too_short'],
    [`https://${'a'.repeat(300)}.example`, 'too_long'],
  ])('is not created from %j: %s', async (origin, code) => {
    const { status, body } = await create(origin);
    expect(status).toBe(400);
    expect(body.errors?.map((error) => error.code)).toContain(code);
  });
});

describe('a workspace', () => {
  test('has 100 websites at most', async () => {
    for (let { totalCount } = await list(); totalCount < 100; totalCount++)
      expect((await create(newOrigin())).status).toBe(201);
    const refused = await writesNothing(() => create(newOrigin()));
    expect(outcome(refused)).toEqual([409, 'websites_full']);
    const { items, hasMore, totalCount } = await list('limit=100');
    expect([items.length, hasMore, totalCount]).toEqual([100, false, 100]);
    expect(outcome(await create(items[0]?.origin))).toEqual([409, 'origin_taken']);
    await remove(items[0]?.websiteId ?? '');
    const replies = await Promise.all([1, 2, 3].map(() => create(newOrigin())));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});
