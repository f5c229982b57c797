import { env } from 'cloudflare:workers';
import { createEntry } from '../../../../src/content/topics/store/entries.ts';
import type { Problem } from '../../support/client.ts';
import { once, outcome } from '../../support/replies.ts';
import { content, entriesOf, insertTopics, pathOf, postEntry, read } from '../../support/topics.ts';
import { twice } from '../../support/twice.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('a topic has at most 50 entries', () => {
  test('of 100 entries at once with 20 existing ones, 30 are accepted; a deletion makes room', async () => {
    const [topicId = ''] = await insertTopics(1, 20, 'x');
    const replies = await Promise.all(Array.from({ length: 100 }, () => postEntry<Problem>(topicId)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(30);
    for (const refused of replies.filter(({ status }) => status !== 201)) {
      expect(outcome(refused)).toEqual([409, 'topic_full']);
      expect(refused.body).toMatchObject({ field: 'entries', conflictingId: topicId });
    }
    const { items, totalCount, hasMore } = (await entriesOf(topicId)).body;
    expect([items.length, totalCount, hasMore]).toEqual([50, 50, false]);
    expect((await read(topicId)).entries).toEqual(items);
    await writesNothing(async () => {
      expect(outcome(await postEntry(topicId))).toEqual([409, 'topic_full']);
    });
    const [first] = items;
    if (first) await once('DELETE', pathOf(first));
    expect((await postEntry(topicId)).status).toBe(201);
    expect((await postEntry(topicId)).status).toBe(409);
  });

  test('and deleted entries do not count', async () => {
    const [few = ''] = await insertTopics(1, 3, 'x');
    const [many = ''] = await insertTopics(1, 3, 'x');
    await insertTopics(1, 1, 'x'); // SQLite reads one more row to see that a range ends.
    await env.DB.prepare(
      `INSERT INTO topic_entries SELECT topic_id, topic_entry_id || value, sort_order, 'faq', content, 1, '', 0, 0, 1
       FROM topic_entries, json_each(?2) WHERE topic_id = ?1`,
    )
      .bind(many, JSON.stringify(Array.from({ length: 700 }, (_, n) => n)))
      .run();
    await env.DB.prepare('UPDATE topics SET entries_count = 3 WHERE topic_id = ?').bind(many).run();
    // Only these: what SQLite has learned of a table without an index, it never forgets.
    await env.DB.exec('ANALYZE topics; ANALYZE topic_entries');
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { title: 'X' }],
      ['GET', '/entries'],
      ['POST', '/entries', { content }],
    ] as const) {
      const [a, b] = [
        await once(method, `/v0/topics/${few}${path}`, body),
        await once(method, `/v0/topics/${many}${path}`, body),
      ];
      expect(b.cost, `${method} ${path}`).toEqual(a.cost);
    }
    // Removes the statistics, because plans depend on them and other test files must not find them.
    await env.DB.exec('DELETE FROM sqlite_stat1; ANALYZE sqlite_schema; DROP TABLE sqlite_stat1');
  });

  test('and a write that takes the last one, and runs again after a lost answer, is not refused', async () => {
    const [topicId = ''] = await insertTopics(1, 49, 'x');
    expect((await createEntry(twice, topicId, { content })).value.content).toEqual(content);
    expect((await entriesOf(topicId)).body.totalCount).toBe(50);
  });
});
