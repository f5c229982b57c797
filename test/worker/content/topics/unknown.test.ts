import { describe, expect, test } from 'vitest';
import { newId } from '../../../../src/lib/ids.ts';
import { send } from '../../support/client.ts';
import { once, outcome } from '../../support/replies.ts';
import { content, newEntry, newTopic, pathOf } from '../../support/topics.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const unknown = newId('topic');

describe('a missing resource is a 404 and writes nothing', () => {
  test('unknown ids, an entry of another topic and of another workspace', async () => {
    const [owner, other] = [await newTopic(), await newTopic()];
    const item = await newEntry(owner.topicId);
    const foreign = { topicId: other.topicId, topicEntryId: item.topicEntryId };
    const acme = { workspace: 'acme' } as const;
    await writesNothing(async () => {
      const ids = [
        unknown,
        'x',
        item.topicEntryId,
        '%00',
        '%F0%9F%92%A9',
        "'%20or%201=1--",
        'a'.repeat(3000),
      ];
      for (const topicId of ids) {
        for (const [method, path, body] of [
          ['GET', pathOf({ topicId })],
          ['PATCH', pathOf({ topicId }), { title: 'X' }],
          ['PATCH', pathOf({ topicId }), {}],
          ['DELETE', pathOf({ topicId })],
          ['GET', `${pathOf({ topicId })}/entries`],
          ['POST', `${pathOf({ topicId })}/entries`, { content }],
          ['GET', pathOf({ ...item, topicId })],
          ['PATCH', pathOf({ ...item, topicId }), { sortOrder: 1 }],
          ['DELETE', pathOf({ ...item, topicId })],
        ] as const) {
          expect(outcome(await once(method, path, body)), path).toEqual([404, 'topic_not_found']);
        }
      }
      for (const [method, body] of [
        ['GET'],
        ['PATCH', { sortOrder: 1 }],
        ['PATCH', {}],
        ['DELETE'],
      ] as const) {
        for (const path of [
          pathOf(foreign),
          ...ids.map((topicEntryId) => pathOf({ ...owner, topicEntryId })),
        ]) {
          if (path === pathOf(item)) continue;
          expect(outcome(await once(method, path, body)), path).toEqual([404, 'topic_entry_not_found']);
        }
        expect(outcome(await send(method, pathOf(owner), method === 'PATCH' ? {} : undefined, acme))).toEqual(
          [404, 'topic_not_found'],
        );
        expect(outcome(await send(method, pathOf(item), body, acme))).toEqual([404, 'topic_not_found']);
      }
    });
  });
});
