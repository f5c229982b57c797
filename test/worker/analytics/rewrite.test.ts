import fc from 'fast-check';
import { blockOf, factsOf, type StoredBlock } from '../../../src/analytics/block.ts';
import { type Change, rewrite } from '../../../src/analytics/rewrite.ts';
import { type Facts, startOf } from '../../../src/vocabulary/facts.ts';
import { inTurn } from '../../turns.ts';
import { factsWith } from '../support/facts.ts';

const pageId = 'page_x';
const added = (...sessions: Facts[]): Change[] =>
  sessions.map((after) => ({ pageId, before: undefined, after }));
const changed = (before: Facts, after: Facts): Change => ({ pageId, before, after });
const times = (count: number, fields: (n: number) => Parameters<typeof factsWith>[0]) =>
  Array.from({ length: count }, (_, n) => factsWith(fields(n)));

const keyOf = ({ firstAt, part }: { firstAt: number; part: number }) => `${firstAt} ${part}`;
/** The rows after a rewrite, in the order of their keys. */
function after(rows: StoredBlock[], changes: Change[], isRemoved = 0): StoredBlock[] {
  const { written, deleted } = rewrite(rows, isRemoved, changes);
  const left = new Map(rows.map((row) => [keyOf(row), row]));
  for (const key of deleted) expect(left.delete(keyOf(key))).toBe(true);
  for (const row of written) left.set(keyOf(row), row);
  return [...left.values()].sort((a, b) => a.firstAt - b.firstAt || a.part - b.part);
}
const sessionsOf = (rows: StoredBlock[]) => rows.flatMap((row) => factsOf(blockOf(row)));
const shapeOf = (rows: StoredBlock[]) =>
  rows.map(({ firstAt, part, lastAt, count }) => [firstAt, part, lastAt, count]);

test('sessions are added to the block of their time', () => {
  let rows = after([], added(...times(3000, (n) => ({ startedAt: n }))));
  expect(shapeOf(rows)).toEqual([
    [0, 0, 1999, 2000],
    [2000, 0, 2999, 1000],
  ]);
  rows = after(rows, added(factsWith({ startedAt: 2200 }), factsWith({ startedAt: 5000 })));
  expect(shapeOf(rows)).toEqual([
    [0, 0, 1999, 2000],
    [2000, 0, 5000, 1002],
  ]);
  // A full block is cut in halves.
  rows = after(rows, added(factsWith({ startedAt: 1000 })));
  expect(shapeOf(rows)).toEqual([
    [0, 0, 999, 1000],
    [1000, 0, 1999, 1001],
    [2000, 0, 5000, 1002],
  ]);
});

const lengths: [what: string, text: string][] = [
  ['a few characters', ''],
  ['2,000 characters', 't'.repeat(2000)],
];

test.each(inTurn(lengths))(
  'blocks do not get smaller when sessions come among others, with texts of %s',
  (_, text) => {
    const long = (n: number) => ({ startedAt: 10 * n, utmTerm: `${n} ${text}` });
    let rows = after([], added(...times(1500, long)));
    const full = rows.length;
    for (let step = 0; step < 300; step++)
      rows = after(
        rows,
        added(...times(5, (n) => ({ ...long(n * 100 + step), startedAt: n * 3000 + 5 * step }))),
      );
    expect(sessionsOf(rows)).toHaveLength(3000);
    expect(rows.length).toBeLessThanOrEqual(4 * full);
  },
);

test('a session that began before all others changes the key of the first block', () => {
  const rows = after([], added(...times(10, (n) => ({ startedAt: 100 + n }))));
  const { written, deleted } = rewrite(rows, 0, added(factsWith({ startedAt: 5 })));
  expect(shapeOf(written)).toEqual([[5, 0, 109, 11]]);
  expect(deleted).toEqual([{ pageId, isRemoved: 0, firstAt: 100, part: 0 }]);
});

test('only blocks that change are written', () => {
  const rows = after([], added(...times(6000, (n) => ({ startedAt: n }))));
  const { written, deleted } = rewrite(rows, 0, [
    changed(factsWith({ startedAt: 2500 }), factsWith({ startedAt: 2500, clicks: 2 })),
  ]);
  expect(shapeOf(written)).toEqual([[2000, 0, 3999, 2000]]);
  expect(deleted).toEqual([]);
});

test('a block without sessions is deleted', () => {
  const [one, other] = [factsWith({ startedAt: 7 }), factsWith({ startedAt: 7, clicks: 1 })];
  const rows = after([], added(one, other));
  const taken = (before: Facts): Change => ({ pageId, before, after: undefined });
  expect(sessionsOf(after(rows, [taken(other)]))).toEqual([one]);
  expect(after(rows, [taken(one), taken(other)])).toEqual([]);
});

test('a session that no block has is an error, and not a wrong number', () => {
  const rows = after([], added(factsWith({ startedAt: 7 })));
  const take = () =>
    rewrite(rows, 0, [{ pageId, before: factsWith({ startedAt: 7, clicks: 1 }), after: undefined }]);
  expect(take).toThrow('No block has a session that was sealed.');
});

test('sessions of one millisecond fill parts, and are found in each of them', () => {
  const all = times(5000, (n) => ({ startedAt: 9, clicks: n }));
  let rows = after([], added(...all));
  expect(shapeOf(rows)).toEqual([
    [9, 0, 9, 2000],
    [9, 1, 9, 2000],
    [9, 2, 9, 1000],
  ]);
  rows = after(rows, [changed(all[0] ?? [], factsWith({ startedAt: 9, clicks: 9999 }))]);
  expect(shapeOf(rows)).toEqual([
    [9, 0, 9, 1999],
    [9, 1, 9, 2000],
    [9, 2, 9, 1001],
  ]);
  rows = after(rows, added(...times(1200, (n) => ({ startedAt: 9 + (n % 2), clicks: n }))));
  expect(shapeOf(rows)).toEqual([
    [9, 0, 9, 1999],
    [9, 1, 9, 2000],
    [9, 2, 9, 1601],
    [10, 0, 10, 600],
  ]);
});

test('a part that has more bytes than a new one would keeps its sessions', () => {
  const long = times(400, (n) => ({ startedAt: 9, utmTerm: `${n} ${'t'.repeat(2000)}` }));
  const short = factsWith({ startedAt: 9, clicks: 7 });
  // The first block has a session before these: they are moved to a block of their own, with one more.
  const rows = after([], added(factsWith({ startedAt: 5 }), short, ...long));
  expect(shapeOf(rows).map(([firstAt, part]) => [firstAt, part])).toEqual([
    [5, 0],
    [9, 0],
    [9, 1],
    [9, 2],
    [9, 3],
  ]);
  const changes = [changed(short, factsWith({ startedAt: 9, clicks: 8 }))];
  expect(sessionsOf(after(rows, changes))).toHaveLength(402);
});

test('any changes leave exactly the sessions that a list would have', () => {
  const step = fc.record({
    add: fc.array(fc.tuple(fc.nat(6), fc.nat(900), fc.nat(3)), { maxLength: 3 }),
    /** Which of the sessions change, and to what. */
    change: fc.array(fc.tuple(fc.nat(9999), fc.nat(6), fc.nat(3)), { maxLength: 20 }),
    remove: fc.array(fc.nat(9999), { maxLength: 20 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      let rows: StoredBlock[] = [];
      const list: Facts[] = [];
      for (const { add, change, remove } of steps) {
        const changes: Change[] = [];
        const takeOut = (index: number) => list.splice(index % list.length, 1)[0];
        const before = list.length;
        for (const index of remove.slice(0, before)) {
          changes.push({ pageId, before: takeOut(index), after: undefined });
        }
        const moved: Facts[] = [];
        for (const [index, startedAt, clicks] of change.slice(0, list.length)) {
          const to = factsWith({ startedAt, clicks, utmTerm: `${clicks}` });
          changes.push({ pageId, before: takeOut(index), after: to });
          moved.push(to);
        }
        const fresh = add.flatMap(([startedAt, count, clicks]) =>
          times(count, () => ({ startedAt, clicks })),
        );
        changes.push(...added(...fresh));
        list.push(...moved, ...fresh);
        rows = after(rows, changes);
      }
      const texts = (sessions: Facts[]) => sessions.map((facts) => JSON.stringify(facts)).sort();
      expect(texts(sessionsOf(rows))).toEqual(texts(list));
      for (const [index, { firstAt, lastAt, part, count }] of rows.entries()) {
        expect(count).toBeLessThanOrEqual(2000);
        const next = rows[index + 1];
        if (next?.firstAt === firstAt) expect([lastAt, next.part]).toEqual([firstAt, part + 1]);
        else if (next) expect(next.firstAt).toBeGreaterThan(lastAt);
        expect(sessionsOf(rows.slice(index, index + 1)).map(startOf)).toEqual(
          sessionsOf(rows.slice(index, index + 1))
            .map(startOf)
            .sort((a, b) => a - b),
        );
      }
    }),
    { numRuns: 60 },
  );
});
