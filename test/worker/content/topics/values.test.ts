import { expect, test } from 'vitest';
import { once } from '../../support/replies.ts';
import { entriesOf, newEntry, newTopic, pathOf, read } from '../../support/topics.ts';

test('values at the limit of the rules are accepted and returned as they were sent', async () => {
  const astral = '\u{1f4a9}';
  const nasty = `"\\\u2028</script>'; drop table topics; --\r\n\t{"$":[1]}`;
  const owner = await newTopic({
    title: astral.repeat(255),
    purpose: astral.repeat(2000),
    sortOrder: -1e9,
  });
  expect(owner).toMatchObject({ title: astral.repeat(255), purpose: astral.repeat(2000), sortOrder: -1e9 });
  for (const text of [astral.repeat(1000), nasty, ' ', 'null', '__proto__']) {
    const item = await newEntry(owner.topicId, { content: { type: '1-a', content: text }, sortOrder: 1e9 });
    expect(item.content).toEqual({ type: '1-a', content: text });
    expect((await once('GET', pathOf(item))).body).toEqual(item);
  }
  expect((await read(owner.topicId)).entries).toEqual((await entriesOf(owner.topicId)).body.items);
  expect((await newTopic({ sortOrder: -0 })).sortOrder).toBe(0);
});
