import fc from 'fast-check';
import { cut } from '../../../src/analytics/cut.ts';
import { storedBlock } from '../../../src/analytics/stored-block.ts';
import { type Facts, startOf } from '../../../src/vocabulary/facts.ts';
import { factsWith } from '../support/facts.ts';

/** Sessions with runs of the same start: [start, how many]. */
const runs = (list: readonly (readonly [number, number])[], fields: (n: number) => object = () => ({})) => {
  let n = 0;
  return list.flatMap(([startedAt, count]) =>
    Array.from({ length: count }, () => factsWith({ startedAt, clicks: n, ...fields(n++) })),
  );
};
/** The runs of each block. */
const shapeOf = (blocks: Facts[][]) =>
  blocks.map((block) => Array.from(Map.groupBy(block, startOf), ([start, all]) => [start, all.length]));

test('a block has up to 2,000 sessions', () => {
  const all = runs(Array.from({ length: 5000 }, (_, n) => [n, 1]));
  expect(cut(all).map((block) => block.length)).toEqual([2000, 2000, 1000]);
  expect(cut(all.slice(0, 2000))).toHaveLength(1);
  expect(cut([])).toEqual([]);
});

test('sessions of one millisecond that are too many have blocks of their own', () => {
  expect(
    shapeOf(
      cut(
        runs([
          [1, 10],
          [2, 5000],
          [3, 1500],
        ]),
      ),
    ),
  ).toEqual([[[1, 10]], [[2, 2000]], [[2, 2000]], [[2, 1000]], [[3, 1500]]]);
});

test('a block has at most 250 KB of different texts', () => {
  const long = (n: number) => ({ landingPath: `/${n}`.padEnd(2000, 'x'), referrer: 'same'.repeat(50) });
  const blocks = cut(
    runs(
      Array.from({ length: 500 }, (_, n) => [n, 1]),
      long,
    ),
  );
  expect(blocks.flat()).toHaveLength(500);
  expect(blocks.map((block) => block.length)).toEqual([124, 124, 124, 124, 4]);
  // The same texts count once.
  expect(
    cut(
      runs(
        Array.from({ length: 900 }, (_, n) => [n, 1]),
        () => long(0),
      ),
    ),
  ).toHaveLength(1);
});

test('a session that is too long alone has a block', () => {
  const all = runs([[1, 3]], () => ({ landingPath: 'x'.repeat(300_000) }));
  expect(cut(all).map((block) => block.length)).toEqual([1, 1, 1]);
});

test('blocks have all sessions in their order, and a time tells which block has it', () => {
  const list = fc.array(fc.tuple(fc.nat(30), fc.nat(1800)), { maxLength: 12 });
  fc.assert(
    fc.property(list, fc.constantFrom(0, 500), (some, textLength) => {
      const sorted = some.toSorted(([a], [b]) => a - b);
      const all = runs(sorted, (n) => ({ utmContent: `${n}`.padEnd(textLength, 'y') }));
      const blocks = cut(all);
      expect(blocks.flat()).toEqual(all);
      for (const [index, block] of blocks.entries()) {
        expect(block.length).toBeLessThanOrEqual(2000);
        const [last, next] = [startOf(block.at(-1) ?? []), startOf(blocks[index + 1]?.[0] ?? [])];
        if (last === next) expect(startOf(block[0] ?? [])).toBe(next);
      }
    }),
    { numRuns: 40 },
  );
});

test('the row of a block is far below the 2 MB that D1 takes', () => {
  const hostile = (n: number) => ({
    landingPath: `/${n}`.padEnd(2000, '\u{1f4a9}'),
    utmSource: `${n}`.padEnd(255, '"'),
    utmTerm: `${n}`.padEnd(255, '\u0001'),
    engagedMs: 2 ** 32 + n,
    activeMs: 2 ** 32 + n,
  });
  for (const block of cut(
    runs(
      Array.from({ length: 3000 }, (_, n) => [n * 900_000, 1]),
      hostile,
    ),
  )) {
    const row = storedBlock({ pageId: 'page_x', isRemoved: 0, part: 0 }, block);
    expect(new TextEncoder().encode(JSON.stringify(row)).length).toBeLessThan(1_000_000);
  }
});
