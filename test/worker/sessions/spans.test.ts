import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, planOf, quarterMs, rangeOf, startOfMonth } from '../../../src/analytics/range.ts';

const minute = 60_000;

/** The parts of a plan in milliseconds, in order. Of a split day, each quarter of an hour that is not cut. */
function partsOf(boundaries: number[], hasMonths = true) {
  const plan = planOf(boundaries, { hasMonths });
  const [first = 0, last = 0] = [boundaries[0], boundaries.at(-1)];
  const parts: [from: number, to: number][] = [...plan.edges];
  for (const [level, from, to, isSplit] of plan.runs) {
    for (let start = from; start < to; start++) {
      if (level === 'month') parts.push([startOfMonth(start), startOfMonth(start + 1)]);
      else if (!isSplit) parts.push([start * dayMs, (start + 1) * dayMs]);
      else
        for (let at = start * dayMs; at < (start + 1) * dayMs; at += quarterMs)
          if (at >= first && at + quarterMs <= last && !plan.isCut(at)) parts.push([at, at + quarterMs]);
    }
  }
  return { plan, parts: parts.sort(([a], [b]) => a - b) };
}

const instants = fc.oneof(
  fc
    .tuple(fc.nat(800), fc.constantFrom(-1, 0, 1, 15 * minute, 90 * minute))
    .map(([day, ms]) => Date.UTC(2025, 0, day) + ms),
  fc.tuple(fc.nat(24), fc.constantFrom(-1, 0, 1)).map(([month, ms]) => Date.UTC(2025, month) + ms),
  fc.nat(800 * 24 * 60).map((n) => Date.UTC(2025, 0) + n * minute),
);

test('rollups and edges cover what is between the boundaries exactly once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(instants, { minLength: 2, maxLength: 8 }), fc.boolean(), (some, hasMonths) => {
      const boundaries = some.sort((a, b) => a - b);
      const { plan, parts } = partsOf(boundaries, hasMonths);
      expect(parts[0]?.[0]).toBe(boundaries[0]);
      expect(parts.at(-1)?.[1]).toBe(boundaries.at(-1));
      for (const [index, [from, to]] of parts.entries()) {
        if (index > 0) expect(from).toBe(parts[index - 1]?.[1]);
        const isEdge = plan.isCut(from);
        if (isEdge) expect(to - from).toBeLessThanOrEqual(quarterMs);
        // A rollup is in one piece.
        else expect(plan.pieceAt(to - 1)).toBe(plan.pieceAt(from));
      }
      for (const [index, at] of boundaries.slice(0, -1).entries()) expect(plan.pieceAt(at)).toBe(index);
      expect([plan.pieceAt((boundaries[0] ?? 0) - 1), plan.pieceAt(boundaries.at(-1) ?? 0)]).toEqual([
        -1, -1,
      ]);
      if (!hasMonths) expect(plan.runs.every(([level]) => level === 'day')).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('a range has at most 62 days beside its months', () => {
  fc.assert(
    fc.property(instants, instants, (a, b) => {
      const { runs } = planOf([Math.min(a, b), Math.max(a, b)]);
      const days = runs
        .filter(([level]) => level === 'day')
        .reduce((sum, [, from, to]) => sum + to - from, 0);
      expect(days).toBeLessThanOrEqual(62);
    }),
  );
});

const day = (text: string) => Date.parse(text) / dayMs;

test.each<[string, string[], unknown, unknown]>([
  ['nothing', ['2026-01-01T10:00Z', '2026-01-01T10:00Z'], [], []],
  [
    'an hour',
    ['2026-01-01T10:00Z', '2026-01-01T11:00Z'],
    [['day', day('2026-01-01'), day('2026-01-02'), true]],
    [],
  ],
  [
    'ten minutes',
    ['2026-01-01T10:01Z', '2026-01-01T10:11Z'],
    [],
    [[Date.parse('2026-01-01T10:01Z'), Date.parse('2026-01-01T10:11Z')]],
  ],
  [
    'a day',
    ['2026-01-01T00:00Z', '2026-01-02T00:00Z'],
    [['day', day('2026-01-01'), day('2026-01-02'), false]],
    [],
  ],
  [
    'a day in Berlin',
    ['2026-01-01T23:00Z', '2026-01-02T23:00Z'],
    [['day', day('2026-01-01'), day('2026-01-03'), true]],
    [],
  ],
  ['a month', ['2026-01-01T00:00Z', '2026-02-01T00:00Z'], [['month', 672, 673, false]], []],
])('%s', (_what, boundaries, runs, edges) => {
  const plan = planOf(boundaries.map((text) => Date.parse(text)));
  expect([plan.runs, plan.edges]).toEqual([runs, edges]);
});

test('a range without dates is all of time, in months only', () => {
  const { start, end } = rangeOf({});
  const { runs, edges } = planOf([start, end]);
  expect([runs, edges]).toEqual([[['month', 0, 96_360, false]], []]);
  expect(end).toBeGreaterThan(Date.parse('9999-12-31T23:59:59.999Z'));
  expect(rangeOf({ startDate: '0001-01-01T00:00:00Z' })).toEqual(rangeOf({}));
  expect(planOf([0, 0])).toMatchObject({ runs: [], edges: [] });
});
