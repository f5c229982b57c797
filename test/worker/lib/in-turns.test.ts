import { inTurns } from '../../../src/lib/in-turns.ts';

const items = Array.from({ length: 1001 }, (_, place) => place);

test('all items come in their order, 250 at a time', async () => {
  const found: (readonly number[])[] = [];
  for await (const some of inTurns(items)) found.push(some);
  expect(found.flat()).toEqual(items);
  expect(found.map(({ length }) => length)).toEqual([250, 250, 250, 250, 1]);
  for await (const some of inTurns([])) throw new Error(`${some.length} of no items`);
});

test('other work has its turn before each part', async () => {
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await new Promise((resolve) => setTimeout(resolve, 0));
  })();
  const before: number[] = [];
  for await (const _ of inTurns(items)) before.push(turns);
  isDone = true;
  await others;
  expect(new Set(before).size).toBe(before.length);
});
