import type { EventList } from '../../../../src/outbound/events/schemas.ts';
import { mintKey, send } from '../../support/client.ts';
import { newPage } from '../../support/pages.ts';
import { timestamp } from '../../support/replies.ts';
import { board, create, list, prepareShareLinks, status } from '../../support/share-links.ts';
import { signIn } from '../../support/sign-in.ts';
import { day, hour, setClock } from '../../support/times.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareShareLinks();

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
