import type { Topic, TopicEntry } from '../../../../src/content/topics/schemas.ts';
import type { Problem } from '../../support/client.ts';
import { etagOf, once, outcome, timestamp } from '../../support/replies.ts';
import { content, entriesOf, newEntry, newTopic, pathOf, read } from '../../support/topics.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('PATCH', () => {
  test('of a topic changes the given fields', async () => {
    const before = await newTopic({ purpose: 'x' });
    await newEntry(before.topicId);
    const { entries } = await read(before.topicId);
    for (const fields of [{ title: 'New' }, { purpose: '' }, { sortOrder: -3.25 }, { isDefault: true }]) {
      const { updatedAt: _, ...rest } = await read(before.topicId);
      const { status, body } = await once<Topic>('PATCH', pathOf(before), fields);
      expect([status, body]).toEqual([200, { ...rest, ...fields, entries, updatedAt: timestamp }]);
      expect(body.updatedAt >= before.updatedAt).toBe(true);
      expect(await read(before.topicId)).toEqual(body);
    }
  });

  test('of an entry changes the given fields, also within its content', async () => {
    const before = await newEntry((await newTopic()).topicId);
    const type = await once<TopicEntry>('PATCH', pathOf(before), { content: { type: 'hint' } });
    expect(type.body).toEqual({
      ...before,
      content: { ...content, type: 'hint' },
      updatedAt: type.body.updatedAt,
    });
    const both = await once<TopicEntry>('PATCH', pathOf(before), {
      sortOrder: 9,
      content: { content: 'a\tb' },
    });
    expect(both.body).toMatchObject({ sortOrder: 9, content: { type: 'hint', content: 'a\tb' } });
    expect((await once('GET', pathOf(before))).body).toEqual(both.body);
  });

  test('without fields changes nothing, not even updatedAt', async () => {
    const owner = await newTopic();
    const item = await newEntry(owner.topicId);
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (const [path, bodies] of [
      [pathOf(owner), [{}, undefined]],
      [pathOf(item), [{}, undefined, { content: {} }]],
    ] as const) {
      const before = await once('GET', path);
      for (const body of bodies) {
        const reply = await once('PATCH', path, body);
        expect([reply.status, reply.body, reply.cost.written]).toEqual([200, before.body, 0]);
        expect(reply.headers.get('etag')).toBe(before.headers.get('etag'));
      }
    }
  });
});

describe('entity tags', () => {
  const tagOf = async (path: string) => etagOf(await once('GET', path));
  const ifMatch = (tag: string) => ({ headers: { 'if-match': tag } });
  const isNotModified = async (path: string, tag: string) =>
    (await once('GET', path, undefined, { headers: { 'if-none-match': tag } })).status === 304;

  test('of a topic change with it and with its entries, and a GET of the same state is a 304', async () => {
    const owner = await newTopic();
    const path = pathOf(owner);
    const tags = [await tagOf(path)];
    const item = await newEntry(owner.topicId);
    tags.push(await tagOf(path));
    const changed = await once('PATCH', pathOf(item), { sortOrder: 2 });
    tags.push(await tagOf(path));
    const renamed = await once('PATCH', path, { title: 'New' });
    tags.push(renamed.headers.get('etag') ?? '');
    expect(await tagOf(pathOf(item))).toBe(changed.headers.get('etag'));
    await once('DELETE', pathOf(item));
    tags.push(await tagOf(path));
    expect(new Set(tags).size).toBe(5);
    expect(await isNotModified(path, tags[4] ?? '')).toBe(true);
    expect(await isNotModified(path, `"x", W/${tags[4]}`)).toBe(true);
    expect(await isNotModified(path, tags[3] ?? '')).toBe(false);
    expect((await once('GET', '/v0/topics')).headers.has('etag')).toBe(false);
    expect((await entriesOf(owner.topicId)).headers.has('etag')).toBe(false);
  });

  test('of an entry decides whether a PATCH and a DELETE pass', async () => {
    const path = pathOf(await newEntry((await newTopic()).topicId));
    const stale = await tagOf(path);
    const current = etagOf(await once('PATCH', path, { sortOrder: 5 }, ifMatch(`"0", ${stale}`)));
    expect(current).not.toBe(stale);
    await writesNothing(async () => {
      for (const [method, body] of [['PATCH', { sortOrder: 6 }], ['PATCH', {}], ['DELETE']] as const) {
        const refused = await once<Problem>(method, path, body, ifMatch(stale));
        expect([...outcome(refused), refused.body.currentETag]).toEqual([
          412,
          'precondition_failed',
          current,
        ]);
      }
    });
    const deleted = await once('DELETE', path, undefined, ifMatch(current));
    expect(deleted.status).toBe(200);
    const again = await once('DELETE', path, undefined, ifMatch(stale));
    expect([again.status, again.body]).toEqual([200, deleted.body]);
  });
});
