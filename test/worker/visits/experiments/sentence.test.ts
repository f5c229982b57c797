import { sentenceOf } from '../../../../src/visits/experiments/sentence.ts';

/** The sentence of a test that was decided, of which later visits leave this interval. */
function decided(isBetter: boolean, liftLow: number, liftHigh: number | null): string {
  const live = { versionNumber: 1, visitors: 100, isBetter: null };
  const arms = [live, { ...live, versionNumber: 2, isBetter, liftLow, liftHigh }];
  const test = { arms, goal: 'conversion', status: 'running', splitBrokenAt: null, decidedAt: '2026-11-28' };
  return sentenceOf(test as never);
}

test.each([
  ['ahead: 8 % to 61 % more conversions', true, 0.08, 0.61],
  ['ahead: at least 8 % more conversions', true, 0.08, null],
  ['ahead: up to 61 % more conversions', true, -0.02, 0.61],
  ['ahead', true, -0.02, null],
  ['ahead', true, -0.3, -0.1],
  ['behind: 10 % to 40 % fewer conversions', false, -0.4, -0.1],
  ['behind: up to 40 % fewer conversions', false, -0.4, 0.1],
  ['behind', false, 0.1, 0.4],
] as const)(
  'what is decided stays, and its interval is only said as far as it agrees: %s',
  (says, isBetter, low, high) => {
    expect(decided(isBetter, low, high)).toBe(`Version 2 is ${says}. Decided.`);
  },
);
