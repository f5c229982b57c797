import { isJsonPath, valuesAt } from '../../../../src/visits/sources/paths.ts';
import type { Source } from '../../../../src/visits/sources/schemas.ts';
import { once } from '../../support/replies.ts';
import { newSource } from '../../support/sources.ts';

test('sources are listed, the newest first', async () => {
  const [one, two] = [await newSource('stripe'), await newSource('calendly')];
  const { body } = await once<{ items: Source[] }>('GET', '/v0/sources');
  expect(body.items.slice(0, 2)).toEqual([two, one]);
});

test('a path leads to members of its own alone, in order', () => {
  const body = JSON.parse('{"a": [{"t": "x", "v": 1}, {"t": "y", "v": 2}], "__proto__": {"p": 3}, "b c": 4}');
  for (const [path, values] of [
    ['$.a[0].v', [1]],
    ['$.a[-1].v', [2]],
    ['$.a[*].v', [1, 2]],
    ["$.a[?@.t=='y'].v", [2]],
    ['$.__proto__.p', [3]],
    ['$.constructor', []],
    ['$.a.length', []],
    ["$['b c']", [4]],
    ['$.a[5].v', []],
  ] as const) {
    expect(isJsonPath(path), path).toBe(true);
    expect(valuesAt(body, path), path).toEqual(values);
  }
});
