import { array, assert, integer, property, record } from 'fast-check';
import { comparisonOf, fisher, holm, type Sample } from '../../../src/lib/chance.ts';
import { exactly } from '../support/fisher.ts';

const sample = (hits: number, of: number): Sample => ({ hits, of });

describe('the probability of two samples', () => {
  // Fisher's tea (1935) and twins (1934), both in the documentation of R; the others by R's fisher.test.
  test.each([
    [sample(3, 4), sample(1, 4), 0.4857142857],
    [sample(10, 13), sample(2, 17), 0.0005367241],
    [sample(0, 10), sample(10, 10), 0.000010825],
    [sample(5, 10), sample(5, 10), 1],
    [sample(0, 30), sample(0, 40), 1],
    [sample(30, 30), sample(40, 40), 1],
  ])('%j and %j are those of tables', (a, b, p) => {
    expect(fisher(a, b)).toBeCloseTo(p, 9);
    expect(fisher(b, a)).toBeCloseTo(p, 9);
  });

  test('is that of whole numbers of any size, whatever the samples are', () => {
    const counts = record({ of: integer({ min: 1, max: 300 }), part: integer({ min: 0, max: 100 }) });
    const sampleOf = ({ of, part }: { of: number; part: number }) =>
      sample(Math.round((of * part) / 100), of);
    assert(
      property(counts, counts, (one, two) => {
        const [a, b] = [sampleOf(one), sampleOf(two)];
        const [found, exact] = [fisher(a, b), exactly(a, b)];
        // Below what whole numbers show here, both are nothing.
        if (exact > 1e-30) expect(Math.abs(found / exact - 1)).toBeLessThan(1e-6);
        else expect(found).toBeLessThan(1e-29);
        expect(fisher(b, a)).toBeCloseTo(found, 9);
      }),
      { numRuns: 300 },
    );
  });

  test('of millions of visits takes milliseconds, and is near the one of a normal distribution', () => {
    const started = performance.now();
    // 1.96 standard errors apart.
    const p = fisher(sample(101_314, 2_000_000), sample(100_462, 2_000_000));
    expect(p).toBeGreaterThan(0.04);
    expect(p).toBeLessThan(0.06);
    expect(fisher(sample(1_000_000, 2_000_000), sample(1_000_001, 2_000_000))).toBeGreaterThan(0.99);
    expect(fisher(sample(2_000_000, 2_000_000), sample(0, 2_000_000))).toBe(0);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

test.each([
  [[], []],
  [[0.03], [0.03]],
  // The example of Holm (1979), as p.adjust of R has it.
  [
    [0.01, 0.02, 0.03, 0.04],
    [0.04, 0.06, 0.06, 0.06],
  ],
  [
    [0.04, 0.01, 0.9],
    [0.08, 0.03, 0.9],
  ],
  [
    [0.6, 0.7],
    [1, 1],
  ],
])('the probabilities %j count as %j among each other', (probabilities, adjusted) => {
  for (const [place, p] of holm(probabilities).entries()) expect(p).toBeCloseTo(adjusted[place] ?? -1, 9);
});

describe('what is best', () => {
  test.each([
    ['noise is too close to call', [sample(11, 154), sample(4, 105)], '11 of 154 against 4 of 105: close'],
    ['so are two links', [sample(9, 121), sample(1, 34)], '9 of 121 against 1 of 34: close'],
    ['more than chance is best', [sample(18, 850), sample(69, 1200)], '69 of 1200 against 18 of 850: best'],
    ['alone, 0.03 is best', [sample(20, 200), sample(8, 200)], '20 of 200 against 8 of 200: best'],
    [
      'among three others, the same 0.03 counts three times',
      [sample(20, 200), sample(8, 200), sample(8, 200), sample(8, 200)],
      '20 of 200 against 8 of 200: close',
    ],
    [
      'each must be beaten',
      [sample(40, 200), sample(2, 200), sample(39, 200)],
      '40 of 200 against 39 of 200: close',
    ],
    [
      'a few visits are not compared',
      [sample(9, 29), sample(18, 850), sample(69, 1200)],
      '69 of 1200 against 18 of 850: best',
    ],
    ['one alone is not compared', [sample(50, 100), sample(9, 29)], undefined],
    ['without a hit, nothing is', [sample(0, 100), sample(0, 400)], undefined],
    ['nor is nothing', [], undefined],
  ])('%s', (_, samples, words) => {
    const found = comparisonOf(samples);
    const said = (one: Sample) => `${one.hits} of ${one.of}`;
    const verdict = found?.isMoreThanChance ? 'best' : 'close';
    expect(found && `${said(found.first)} against ${said(found.against)}: ${verdict}`).toBe(words);
  });

  test('is claimed of noise in one of twenty cases at most, however many are compared', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (const groups of [2, 3, 5, 12]) {
      let claims = 0;
      const runs = 600;
      for (let run = 0; run < runs; run++) {
        const samples = Array.from({ length: groups }, () => {
          let hits = 0;
          for (let visit = 0; visit < 200; visit++) if (random() < 0.2) hits++;
          return sample(hits, 200);
        });
        if (comparisonOf(samples)?.isMoreThanChance) claims++;
      }
      expect(claims / runs, `${groups}`).toBeLessThanOrEqual(0.05);
    }
  });

  test('beats each of those that it is compared with', () => {
    const samples = array(
      record({ of: integer({ min: 1, max: 200 }), part: integer({ min: 0, max: 100 }) }),
      { maxLength: 6 },
    );
    assert(
      property(samples, (all) => {
        const judged = all.map(({ of, part }) => sample(Math.floor((of * part) / 100), of));
        const found = comparisonOf(judged);
        if (!found?.isMoreThanChance) return;
        for (const other of judged)
          if (other !== found.first && other.of >= 30) {
            expect(found.first.hits / found.first.of).toBeGreaterThan(other.hits / other.of);
            expect(fisher(found.first, other)).toBeLessThanOrEqual(0.05);
          }
      }),
    );
  });
});
