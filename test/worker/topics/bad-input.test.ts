import { describe, expect, test } from 'vitest';
import { type Problem, send } from '../support/client.ts';
import { once, outcome } from '../support/replies.ts';
import { content, entriesOf, newEntry, newTopic, pathOf, read } from '../support/topics.ts';
import { writesNothing } from '../support/writes-nothing.ts';

describe('invalid input is reported and writes nothing', () => {
  const kebabs = ['', '-a', 'a-', 'a--b', 'A', 'a_b', 'a b', 'caf\u00e9', 'a\n'].map((bad) => [
    bad,
    'invalid_format',
  ]);
  const texts = (max: number) =>
    [
      ['x'.repeat(max + 1), 'too_long'],
      ['\u{1f4a9}'.repeat(max + 1), 'too_long'],
      ['a\u0000b', 'invalid_format'],
      ['\ud800', 'invalid_format'],
      ...[1, true, null, ['a'], {}].map((bad) => [bad, 'invalid_type']),
    ] as const;
  const sortOrders = [
    ...['1', '', null, true, [1], {}].map((bad) => [bad, 'invalid_type']),
    [1e9 + 1, 'too_large'],
    [-1e9 - 0.5, 'too_small'],
    [1.7976931348623157e308, 'too_large'],
  ];
  const topicFields = {
    title: [...texts(255), ['', 'too_short'], [' ', 'invalid_value'], ['a\nb', 'invalid_format']],
    purpose: texts(2000),
    sortOrder: sortOrders,
    isDefault: [0, 1, 'true', null, [true]].map((bad) => [bad, 'invalid_type']),
    ...Object.fromEntries(
      ['topicId', 'createdAt', 'updatedAt', 'deletedAt', 'entries', 'entriesCount', 'x', 'constructor'].map(
        (field) => [field, [['x', 'unknown_field']]],
      ),
    ),
  };
  const entryFields = {
    sortOrder: sortOrders,
    content: [null, 'x', 1, [content]].map((bad) => [bad, 'invalid_type']),
    'content.type': [...kebabs, ['x'.repeat(101), 'too_long'], [1, 'invalid_type'], [null, 'invalid_type']],
    'content.content': [...texts(1000), ['', 'too_short']],
    'content.x': [[1, 'unknown_field']],
    ...Object.fromEntries(
      ['topicEntryId', 'topicId', 'createdAt', 'updatedAt', 'deletedAt', 'type', 'x'].map((field) => [
        field,
        [['x', 'unknown_field']],
      ]),
    ),
  };
  const casesOf = (fields: object) =>
    Object.entries(fields).flatMap(([field, values]) =>
      (values as [unknown, string][]).map(([value, code]) => ({ field, value, code })),
    );
  const bodyWith = (base: { content?: object }, field: string, value: unknown) => {
    const [outer, inner] = field.split('.');
    return inner
      ? { ...base, content: { ...base.content, [inner]: value } }
      : { ...base, [outer ?? '']: value };
  };
  const codesOf = ({ errors = [] }: Problem) => errors.map(({ path, code }) => `${path} ${code}`);

  test.each(['POST', 'PATCH'])('%s', async (method) => {
    const owner = await newTopic();
    const item = await newEntry(owner.topicId);
    const isPost = method === 'POST';
    const targets = [
      {
        path: isPost ? '/v0/topics' : pathOf(owner),
        base: isPost ? { title: 'T' } : {},
        fields: topicFields,
      },
      {
        path: isPost ? `${pathOf(owner)}/entries` : pathOf(item),
        base: isPost ? { content } : {},
        fields: entryFields,
      },
    ];
    await writesNothing(async () => {
      for (const { path, base, fields } of targets) {
        for (const { field, value, code } of casesOf(fields)) {
          const reply = await send<Problem>(method, path, bodyWith(base, field, value));
          const label = `${path} ${field} ${JSON.stringify(value).slice(0, 40)}`;
          expect([...outcome(reply), reply.cost.trips], label).toEqual([400, 'validation_failed', 0]);
          expect(codesOf(reply.body), label).toContain(`${field} ${code}`);
          for (const found of codesOf(reply.body)) expect(found, label).toMatch(new RegExp(`^${field} `));
        }
        for (const number of ['1e999', '-1e999']) {
          const rawBody = JSON.stringify({ ...base, sortOrder: 'N' }).replace('"N"', number);
          const reply = await send<Problem>(method, path, undefined, { rawBody });
          expect(codesOf(reply.body), number).toEqual(['sortOrder invalid_type']);
        }
        for (const rawBody of [
          '{"sortOrder":NaN}',
          '{"sortOrder":Infinity}',
          '{"sortOrder":0x1}',
          '{"sortOrder":.5}',
        ])
          expect(outcome(await send(method, path, undefined, { rawBody }))).toEqual([400, 'invalid_json']);
        for (const rawBody of ['[]', 'null', '"x"', '1'])
          expect(outcome(await send(method, path, undefined, { rawBody }))).toEqual([
            400,
            'validation_failed',
          ]);
      }
    });
  });

  test('missing fields are reported, together with all violations', async () => {
    const { topicId } = await newTopic();
    await writesNothing(async () => {
      const violations = async (path: string, body: object) =>
        codesOf((await send<Problem>('POST', path, body)).body).sort();
      expect(await violations('/v0/topics', {})).toEqual(['title required']);
      const entries = `/v0/topics/${topicId}/entries`;
      expect(await violations(entries, {})).toEqual(['content required']);
      expect(await violations(entries, { content: {} })).toEqual([
        'content.content required',
        'content.type required',
      ]);
      expect(
        await violations('/v0/topics', { title: '', purpose: 1, sortOrder: 'x', isDefault: 2, y: 1 }),
      ).toEqual([
        'isDefault invalid_type',
        'purpose invalid_type',
        'sortOrder invalid_type',
        'title too_short',
        'y unknown_field',
      ]);
    });
  });

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
});
