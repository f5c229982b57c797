import { env } from 'cloudflare:workers';
import type { Topic } from '../../../../src/content/topics/schemas.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import { send } from '../../support/client.ts';
import { once, walk } from '../../support/replies.ts';
import { entriesOf, insertTopics, newEntry, newTopic, pathOf, read, total } from '../../support/topics.ts';

describe('the list of topics', () => {
  test('has an exact total, of topics and of entries, after creates, deletes and deletes again', async () => {
    const before = await total();
    const [first, second] = [await newTopic(), await newTopic()];
    const [a, b] = [await newEntry(first.topicId), await newEntry(first.topicId)];
    const count = async () => (await entriesOf(first.topicId)).body.totalCount;
    expect([await total(), await count()]).toEqual([before + 2, 2]);
    for (let n = 0; n < 2; n++) {
      await once('DELETE', pathOf(a));
      await once('DELETE', pathOf(second));
    }
    await once('PATCH', pathOf(b), { sortOrder: 7 });
    expect([await total(), await count()]).toEqual([before + 1, 1]);
    expect((await read(first.topicId)).entries).toEqual((await entriesOf(first.topicId)).body.items);
    expect((await walk<Topic>('/v0/topics', 100)).length).toBe(before + 1);
  });

  test('is returned with its largest possible page', async () => {
    const acme = { workspace: 'acme' } as const;
    await insertTopics(100, 50, 'x'.repeat(1000), env.DB_ACME);
    const reply = await send<List<Topic>>('GET', '/v0/topics?limit=100', undefined, acme);
    expect([reply.status, reply.body.items.length, reply.body.hasMore]).toEqual([200, 100, false]);
    for (const { entries } of reply.body.items) expect(entries).toHaveLength(50);
    expect(reply.cost.read).toBeLessThanOrEqual(100 * (2 + 50) + 1);
  });
});
