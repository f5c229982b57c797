import { VisitorSeries } from '../../../src/analytics/visitor-series.ts';

describe('a series of visitors', () => {
  test('counts what many arrays note, in any order, and takes away what was not added yet', () => {
    const series = new VisitorSeries([0, 10, 20, 30]);
    series.add(60_000, 25, -1);
    for (let nth = 0; nth < 200_000; nth++) series.add(nth % 4, (nth * 7) % 30, 1);
    for (let nth = 0; nth < 100_000; nth++) series.add(nth % 4, (nth * 7) % 30, -1);
    for (const at of [29, 20, 10, 9]) series.add(60_000, at, 1);
    const counts = series.counts(new Set([1, 3, 60_000]), 60_001);
    expect(counts.get(60_000)).toEqual([1, 1, 1]);
    const expected = (number: number) =>
      [0, 1, 2].map((piece) => {
        let count = 0;
        for (let nth = 100_000; nth < 200_000; nth++)
          if (nth % 4 === number && Math.floor(((nth * 7) % 30) / 10) === piece) count++;
        return count;
      });
    expect([counts.get(1), counts.get(3)]).toEqual([expected(1), expected(3)]);
  });

  test('has up to some four million sessions', () => {
    const series = new VisitorSeries([0, 10, 20]);
    for (let nth = 0; nth < 64 * 65_536; nth++) series.add(0, 15, 1);
    expect(series.counts(new Set([0]), 1).get(0)).toEqual([0, 64 * 65_536]);
    expect(() => series.add(0, 15, 1)).toThrow(/different values/);
  });
});
