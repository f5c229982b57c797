import { array, assert, constantFrom, double, integer, property, tuple } from 'fast-check';
import {
  type ArmCounts,
  estimateDays,
  logEvidence,
  pValueOf,
  ratioInterval,
  verdictOf,
  winnerOf,
} from '../../../src/lib/sequential.ts';
import {
  exactEvidence,
  exactEvidenceAgainst,
  type Fraction,
  fractionOf,
  isLarger,
  logOf,
} from '../support/evidence.ts';

const weight = integer({ min: 1, max: 100 });
const count = integer({ min: 0, max: 1e7 });
const pair = tuple(count, count);
const weights = tuple(weight, weight);

/** Counts as an experiment has them: few, many, and all in one arm. */
const countsUpTo = (max: number) =>
  tuple(integer({ min: 0, max }), integer({ min: 0, max }), constantFrom(1, 10, 100, max)).map(
    ([a, b, part]): [number, number] => [Math.floor(a / part), Math.floor((b * part) / max)],
  );

describe('the evidence', () => {
  test('is that of whole numbers in 1,000 tables', () => {
    const arms = array(tuple(integer({ min: 0, max: 60 }), weight, constantFrom(1, 6, 50)), {
      minLength: 2,
      maxLength: 4,
    });
    assert(
      property(arms, (all) => {
        const counts = all.map(([seen, , times]) => seen * times);
        const shares = all.map(([, of]) => of);
        const exact = logOf(exactEvidence(counts, shares));
        expect(Math.abs(logEvidence(counts, shares) - exact)).toBeLessThan(1e-9);
      }),
      { numRuns: 1000 },
    );
  });

  // By mpmath with 60 digits.
  test.each([
    [[5_003_000, 4_997_000], [1, 1], -5.132716084927],
    [[7_998_000, 2_004_000], [80, 20], -2.904585008021],
    [[10_000_000, 10_000_000, 10_009_000, 10_000_000], [1, 1, 1, 1], -19.891005246614],
    [[0, 10_000], [99, 1], 45_971.064_101_951],
  ])('of %j with the weights %j is %d', (counts, shares, exact) => {
    expect(Math.abs(logEvidence(counts, shares) - exact)).toBeLessThan(1e-9);
  });

  test('is none without a count, and does not depend on the order of the arms nor on the unit of the weights', () => {
    const arms = array(tuple(count, weight), { minLength: 2, maxLength: 4 });
    assert(
      property(arms, (all) => {
        const counts = all.map(([seen]) => seen);
        const shares = all.map(([, of]) => of);
        expect(
          logEvidence(
            counts.map(() => 0),
            shares,
          ),
        ).toBeCloseTo(0, 14);
        const found = logEvidence(counts, shares);
        const tolerance = 1e-9 + 1e-14 * Math.abs(found);
        expect(Math.abs(logEvidence(counts.toReversed(), shares.toReversed()) - found)).toBeLessThan(
          tolerance,
        );
        expect(
          Math.abs(
            logEvidence(
              counts,
              shares.map((of) => of * 3),
            ) - found,
          ),
        ).toBeLessThan(tolerance);
      }),
    );
  });
});

describe('the interval of the ratio', () => {
  const billion = 1_000_000_000n;
  /** Ratios just below and just above an end. */
  const around = (end: number): [Fraction, Fraction] => {
    const [above, below] = fractionOf(end);
    return [
      [above * (billion - 1n), below * billion],
      [above * (billion + 1n), below * billion],
    ];
  };

  test('ends where the evidence of whole numbers reaches 1 / alpha, in 1,000 tables', () => {
    assert(
      property(countsUpTo(400), weights, constantFrom(0.05, 0.025, 0.05 / 3), (counts, shares, alpha) => {
        const threshold = fractionOf(1 / alpha);
        const isOutside = (ratio: Fraction) =>
          isLarger(exactEvidenceAgainst(ratio, counts, shares), threshold);
        const [low, high] = ratioInterval(counts, shares, alpha);
        if (counts[1] === 0) expect(low).toBe(0);
        else expect(around(low).map(isOutside)).toEqual([true, false]);
        if (counts[0] === 0) expect(high).toBe(Number.POSITIVE_INFINITY);
        else expect(around(high).map(isOutside)).toEqual([false, true]);
      }),
      { numRuns: 1000 },
    );
  });

  test('contains the ratio that was seen, narrows with more of the same, and is inverted with the arms', () => {
    const times = integer({ min: 2, max: 50 });
    const counts = countsUpTo(200_000);
    assert(
      property(counts, weights, times, ([base, hits], [baseWeight, of], more) => {
        const [low, high] = ratioInterval([base, hits], [baseWeight, of], 0.05);
        const ratio = (hits * baseWeight) / (of * base);
        if (base + hits > 0) expect(low <= ratio && ratio <= high).toBe(true);
        const [nearLow, nearHigh] = ratioInterval([base * more, hits * more], [baseWeight, of], 0.05);
        expect(low <= nearLow && nearHigh <= high).toBe(true);
        const [least, most] = ratioInterval([hits, base], [of, baseWeight], 0.05);
        expect(Math.abs(1 / most - low)).toBeLessThanOrEqual(1e-9 * low);
        if (high < Number.POSITIVE_INFINITY)
          expect(Math.abs(1 / least - high)).toBeLessThanOrEqual(1e-9 * high);
      }),
      { numRuns: 1000 },
    );
  });

  test('leaves out equal rates exactly when the evidence decides', () => {
    assert(
      property(countsUpTo(3000), weights, ([base, hits], shares) => {
        const [low, high] = ratioInterval([base, hits], shares, 0.05);
        const isDecided = logEvidence([base, hits], shares) >= Math.log(20);
        expect(1 < low || 1 > high).toBe(isDecided);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the p-value', () => {
  test('is that of whole numbers in 200 random orders', () => {
    const order = array(double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 200 });
    assert(
      property(order, weights, double({ min: 0.3, max: 3, noNaN: true }), (draws, [base, of], odds) => {
        const [counts, share] = [[0, 0] as [number, number], (of * odds) / (of * odds + base)];
        let [peak, exact]: [number, Fraction] = [0, [1n, 1n]];
        for (const draw of draws) {
          counts[draw < share ? 1 : 0]++;
          peak = Math.max(peak, logEvidence(counts, [base, of]));
          const now = exactEvidence(counts, [base, of]);
          if (isLarger(now, exact)) exact = now;
        }
        const p = Math.exp(-logOf(exact));
        expect(Math.abs(pValueOf(peak) / p - 1)).toBeLessThan(1e-9);
      }),
      { numRuns: 200 },
    );
  });

  test('never rises with the peak, and is 1 at most', () => {
    assert(
      property(array(pair), weights, (looks, shares) => {
        let [peak, last] = [0, pValueOf(0)];
        expect(last).toBe(1);
        for (const counts of looks) {
          peak = Math.max(peak, logEvidence(counts, shares));
          expect(pValueOf(peak)).toBeLessThanOrEqual(last);
          last = pValueOf(peak);
        }
      }),
    );
    expect(pValueOf(-3)).toBe(1);
  });
});

const arm = (conversions: number, visitors = 1000, of = 1): ArmCounts => ({
  weight: of,
  visitors,
  conversions,
});

describe('the verdict', () => {
  test('of two arms has the lift with its interval, and is decided once equal rates are outside', () => {
    const { challengers, splitIsBroken } = verdictOf([arm(40), arm(60)]);
    expect(splitIsBroken).toBe(false);
    expect(challengers).toMatchObject([{ isDecided: false, isBetter: true, lift: 0.5 }]);
    expect(challengers[0]?.liftLow).toBeLessThan(0);
    const later = verdictOf([arm(400, 10_000), arm(600, 10_000)]).challengers[0];
    expect(later).toMatchObject({ isDecided: true, isBetter: true, lift: 0.5 });
    expect(later?.liftLow).toBeGreaterThan(0);
    expect(verdictOf([arm(600, 10_000), arm(400, 10_000)]).challengers).toMatchObject([
      { isDecided: true, isBetter: false },
    ]);
  });

  test('compares rates by the weights', () => {
    const { challengers } = verdictOf([arm(80, 1600, 80), arm(20, 400, 20)]);
    expect(challengers).toMatchObject([{ lift: 0, isBetter: false, isDecided: false }]);
  });

  test('of nothing is open', () => {
    expect(verdictOf([arm(0, 0), arm(0, 0)])).toEqual({
      splitIsBroken: false,
      challengers: [
        { evidence: 0, isDecided: false, isBetter: false, lift: null, liftLow: -1, liftHigh: null },
      ],
    });
  });

  test('of several challengers looks at each beside the live one alone, at a stricter level', () => {
    // ln 20 < evidence < ln 40.
    const [live, better] = [arm(40), arm(74)];
    const [alone] = verdictOf([live, better]).challengers;
    const [first, second] = verdictOf([live, better, arm(400)]).challengers;
    expect(alone?.isDecided).toBe(true);
    expect(first).toMatchObject({ evidence: alone?.evidence, isDecided: false, lift: alone?.lift });
    expect(first?.liftLow).toBeLessThan(alone?.liftLow ?? Number.NaN);
    expect(second).toMatchObject({ isDecided: true, isBetter: true });
  });

  test('is decided at 5 % among all challengers, and calls a split broken at 0.1 %', () => {
    const counts = tuple(integer({ min: 0, max: 300 }), integer({ min: 0, max: 1000 }));
    assert(
      property(counts, array(counts, { minLength: 1, maxLength: 3 }), (first, others) => {
        const armOf = ([conversions, visitors]: [number, number]) => arm(conversions, visitors);
        const { challengers, splitIsBroken } = verdictOf([armOf(first), ...others.map(armOf)]);
        for (const { evidence, isDecided } of challengers)
          expect(isDecided).toBe(pValueOf(evidence) * others.length <= 0.05);
        const visitors = [first, ...others].map(([, seen]) => seen);
        const equal = visitors.map(() => 1);
        expect(splitIsBroken).toBe(pValueOf(logEvidence(visitors, equal)) <= 0.001);
      }),
      { numRuns: 1000 },
    );
  });

  test('finds a split that the weights do not explain', () => {
    expect(verdictOf([arm(0, 1000), arm(0, 1100)]).splitIsBroken).toBe(false);
    expect(verdictOf([arm(0, 1000), arm(0, 1300)]).splitIsBroken).toBe(true);
    expect(verdictOf([arm(0, 1000, 50), arm(0, 1300, 65)]).splitIsBroken).toBe(false);
    expect(verdictOf([arm(0, 500), arm(0, 500), arm(0, 300)]).splitIsBroken).toBe(true);
  });
});

test.each([
  ['the only one that is better', ['better', 'open'], false, 1],
  ['the only one, whichever', ['worse', 'better', 'worse'], false, 2],
  ['none of two that are better', ['better', 'better', 'worse'], false, null],
  ['the live one, when all are worse', ['worse', 'worse'], false, 0],
  ['none while one is open', ['worse', 'open'], false, null],
  ['none of a broken split', ['better'], true, null],
])('the winner is %s', (_, states, splitIsBroken, winner) => {
  const challengers = states.map((state) => ({
    isDecided: state !== 'open',
    isBetter: state !== 'worse',
  }));
  expect(winnerOf(challengers, splitIsBroken)).toBe(winner);
});

describe('the estimate', () => {
  const plan = { visitorsPerDay: 40, rate: 0.05, weights: [1, 1] as [number, number], lift: 0.5 };

  test('falls with visitors and with the rate, and rises with arms and with an uneven split', () => {
    const days = estimateDays(plan);
    expect(days).toBeGreaterThan(60);
    expect(days).toBeLessThan(85);
    expect(estimateDays({ ...plan, visitorsPerDay: 80 })).toBeCloseTo(days / 2, 9);
    expect(estimateDays({ ...plan, rate: 0.1 })).toBeCloseTo(days / 2, 9);
    expect(estimateDays({ ...plan, weights: [80, 20] })).toBeGreaterThan(days);
    expect(estimateDays({ ...plan, weights: [1, 1, 1] })).toBeGreaterThan(1.5 * days);
    expect(estimateDays({ ...plan, lift: 1 })).toBeLessThan(days / 2);
    // The challenger with the smallest share takes longest.
    expect(estimateDays({ ...plan, weights: [1, 1, 4] })).toBe(estimateDays({ ...plan, weights: [1, 4, 1] }));
    expect(
      estimateDays({ ...plan, weights: [1, 1, 4] }) / estimateDays({ ...plan, weights: [1, 1, 1] }),
    ).toBeCloseTo(2, 1);
  });

  test('is without end when nobody comes or nobody converts', () => {
    expect(estimateDays({ ...plan, visitorsPerDay: 0 })).toBe(Number.POSITIVE_INFINITY);
    expect(estimateDays({ ...plan, rate: 0 })).toBe(Number.POSITIVE_INFINITY);
  });
});
