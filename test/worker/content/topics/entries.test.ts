import { env } from 'cloudflare:workers';
import { once } from '../../support/replies.ts';
import { content, insertTopics } from '../../support/topics.ts';

test('deleted entries of a topic cost nothing', async () => {
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
