import fc from 'fast-check';
import { Answer } from '../../../src/analytics/answer.ts';
import { blockOf, factsOf } from '../../../src/analytics/block.ts';
import { storedBlock } from '../../../src/analytics/stored-block.ts';
import { newId } from '../../../src/lib/ids.ts';
import { quarterMs } from '../../../src/lib/range.ts';
import { startOf } from '../../../src/vocabulary/facts.ts';
import { flag } from '../../../src/vocabulary/flags.ts';
import { measureCount } from '../../../src/vocabulary/measures.ts';
import { anySessions, base, factsWith, key } from '../support/facts.ts';
import { minute } from '../support/times.ts';

test('sessions are in a block as they were', () => {
  fc.assert(
    fc.property(anySessions, (all) => {
      const row = storedBlock(key, all);
      expect(factsOf(blockOf(row))).toEqual(all);
      expect(row).toMatchObject({
        ...key,
        count: all.length,
        firstAt: startOf(all[0] ?? []),
        lastAt: startOf(all.at(-1) ?? []),
      });
    }),
  );
});

test('a column that a block does not have yet is unknown', () => {
  const row = { ...storedBlock(key, [factsWith({ startedAt: base, country: 'DE' })]), country: null };
  const answer = new Answer({ pageId: '', boundaries: [0, base + 1], filters: {}, by: 'country', now: base });
  answer.add(blockOf(row));
  expect(Array.from(answer.groups, ([text]) => text)).toEqual([null]);
});

test('codes of no id are unknown, whichever ids the block before has', () => {
  const blockWith = (ids: string[]) =>
    storedBlock(
      key,
      ids.map((pageLinkId, n) => factsWith({ startedAt: base + n, pageLinkId })),
    );
  const [some, one] = [
    blockWith(Array.from({ length: 3 }, () => newId('page_link'))),
    blockWith([newId('page_link')]),
  ];
  // As a version leaves a block that adds sessions and does not know the column.
  const pageLinkId = [some.pageLinkId.split('\n')[0], one.pageLinkId.split('\n')[1]].join('\n');
  const answer = new Answer({
    pageId: '',
    boundaries: [0, base + 9],
    filters: {},
    by: 'pageLinkId',
    now: base,
  });
  answer.add(blockOf(some));
  answer.add(blockOf({ ...some, pageLinkId }));
  expect(answer.groups.of(null)[0]).toBe(2);
  expect(Array.from(answer.groups, ([, sums]) => sums[0]).sort()).toEqual([1, 1, 1, 1, 2]);
});

test('a block ends when the last of its sessions does, which may not be the last that began', () => {
  const tracked = (start: number, activeMs: number) =>
    factsWith({ startedAt: base + start, activeMs, flags: flag.isTracked });
  const { endsAt } = storedBlock(key, [tracked(0, 90 * minute), tracked(minute, 0)]);
  expect(endsAt).toBe(base + 120 * minute);
  // An imported session has ended before it was stored.
  expect(storedBlock(key, [factsWith({ startedAt: base, activeMs: 90 * minute })]).endsAt).toBe(0);
});

test('a block has a sum of each measure', () => {
  const { sums } = storedBlock(key, [factsWith({ startedAt: base })]);
  // The number of measures, that of quarters, the quarters, and the measures.
  expect(sums?.split('|')).toHaveLength(3 + measureCount);
});

test('sums that are no shorter than the sessions are left out', () => {
  const spread = (quarters: number, count: number) =>
    storedBlock(
      key,
      Array.from({ length: count }, (_, n) =>
        factsWith({ startedAt: base + Math.floor((n * quarters) / count) * quarterMs }),
      ),
    );
  expect(spread(50, 100).sums).not.toBeNull();
  expect(spread(51, 100).sums).toBeNull();
  expect(spread(2, 2).sums).not.toBeNull();
});

test('the sums of texts are stored if they save as much as they take', () => {
  const blockWith = (values: number) =>
    storedBlock(
      key,
      Array.from({ length: 1000 }, (_, n) =>
        factsWith({ startedAt: base + n, engagedMs: n * n, scrollDepth: n, country: `c${n % values}` }),
      ),
    );
  expect(blockWith(10).countrySums).not.toBeNull();
  expect(blockWith(500).countrySums).toBeNull();
  // A block without sums of quarters has none: these tell which version has written them.
  const spread = Array.from({ length: 100 }, (_, n) => factsWith({ startedAt: base + n * quarterMs }));
  expect(storedBlock(key, spread)).toMatchObject({ sums: null, countrySums: null });
});
