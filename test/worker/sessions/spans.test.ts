import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decompose, type Range, rangeOf } from '../../../src/sessions/spans.ts';

const hour = 3_600_000;
const lengths = [1, 6, 24, 120, 720];

/** The parts of a range in milliseconds, in order, and the number of its rollups. */
function partsOf(range: Range) {
  const { spans, edges } = decompose(range);
  const parts: [from: number, to: number][] = [
    ...spans.map(([, from, to]): [number, number] => [from * hour, to * hour]),
    ...edges,
  ];
  const rollups = spans.reduce((sum, [hours, from, to]) => sum + (to - from) / hours, 0);
  return { parts: parts.filter(([from, to]) => from < to).sort(([a], [b]) => a - b), rollups, spans, edges };
}

const borders = fc
  .tuple(fc.constantFrom(...lengths), fc.nat(1000), fc.constantFrom(-1, 0, 1))
  .map(([hours, n, ms]) => Math.max(0, (hours * (n % Math.ceil(20_000 / hours)) + 480_000) * hour + ms));
const instants = fc.oneof(
  borders,
  fc.nat(4 * 366 * 24).map((n) => n * hour),
  fc.nat(2 ** 31),
);

test('rollups and edges cover a range exactly once', () => {
  fc.assert(
    fc.property(instants, instants, (start, end) => {
      const { parts, rollups, spans, edges } = partsOf({ start, end });
      if (start >= end) return parts.length === 0;
      expect(parts[0]?.[0]).toBe(start);
      expect(parts.at(-1)?.[1]).toBe(end);
      for (const [index, [from]] of parts.entries()) if (index > 0) expect(from).toBe(parts[index - 1]?.[1]);
      for (const [hours, from, to] of spans) {
        expect(lengths).toContain(hours);
        expect([from % hours, to % hours]).toEqual([0, 0]);
      }
      expect(edges.length).toBeLessThanOrEqual(2);
      for (const [from, to] of edges) expect(to - from).toBeLessThan(2 * hour);
      expect(rollups).toBeLessThanOrEqual(2 * (5 + 3 + 4 + 5) + (end - start) / (720 * hour));
      return true;
    }),
    { numRuns: 2000 },
  );
});

const at = (text: string) => Date.parse(text) / hour;

test.each<[string, string, ReturnType<typeof decompose>]>([
  ['2026-01-01T10:00Z', '2026-01-01T10:00Z', { spans: [], edges: [] }],
  [
    '2026-01-01T10:00Z',
    '2026-01-01T11:00Z',
    { spans: [[1, at('2026-01-01T10:00Z'), at('2026-01-01T11:00Z')]], edges: [] },
  ],
  [
    '2026-01-01T10:10Z',
    '2026-01-01T10:20Z',
    { spans: [], edges: [[Date.parse('2026-01-01T10:10Z'), Date.parse('2026-01-01T10:20Z')]] },
  ],
  [
    '2026-01-01T10:59:59.999Z',
    '2026-01-01T11:00:00.001Z',
    {
      spans: [],
      edges: [
        [Date.parse('2026-01-01T11:00Z') - 1, Date.parse('2026-01-01T11:00Z')],
        [Date.parse('2026-01-01T11:00Z'), Date.parse('2026-01-01T11:00Z') + 1],
      ],
    },
  ],
  [
    '2026-01-01T00:00Z',
    '2026-01-02T00:00Z',
    { spans: [[24, at('2026-01-01T00:00Z'), at('2026-01-02T00:00Z')]], edges: [] },
  ],
])('from %s to %s', (start, end, parts) => {
  expect(decompose({ start: Date.parse(start), end: Date.parse(end) })).toEqual(parts);
});

test('a range without dates is all of time, in the longest rollups only', () => {
  const { spans, edges } = decompose(rangeOf({}));
  expect([spans.map(([hours]) => hours), edges]).toEqual([[720], []]);
  expect(spans[0]?.[2] ?? 0).toBeGreaterThan(at('9999-12-31T00:00Z'));
  expect(decompose(rangeOf({ startDate: '0001-01-01T00:00:00Z' }))).toEqual(decompose(rangeOf({})));
  expect(decompose(rangeOf({ endDate: '1969-12-31T00:00:00Z' }))).toEqual({ spans: [], edges: [] });
});
