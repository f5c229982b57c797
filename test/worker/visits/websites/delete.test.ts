import type { List } from '../../../../src/lib/cursor.ts';
import type { Website, WebsiteDeleted } from '../../../../src/visits/websites/schemas.ts';
import { send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const create = (origin: string) => ok(send<Website>('POST', '/v0/websites', { origin }));
const remove = ({ websiteId }: Website) => ok(send<WebsiteDeleted>('DELETE', `/v0/websites/${websiteId}`));

describe('a website that is deleted', () => {
  afterEach(() => vi.useRealTimers());

  test('is deleted once: a second call changes nothing, and has the time of the first', async () => {
    const website = await create('https://twice.example');
    const deleted = await remove(website);
    setClock(Date.now() + 60_000);
    expect(await writesNothing(() => remove(website))).toEqual(deleted);
  });

  test('is no longer listed, and its origin is free', async () => {
    const website = await create('https://free.example');
    await remove(website);
    const { items, totalCount } = (await send<List<Website>>('GET', '/v0/websites')).body;
    expect([items, totalCount]).toEqual([[], 0]);
    expect((await create(website.origin)).websiteId).not.toBe(website.websiteId);
  });
});
