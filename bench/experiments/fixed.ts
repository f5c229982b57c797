// The classical test, which is planned for a number of visitors and looked at once.

/** The quantiles of the normal distribution: of a power of 80 %, and of a two-sided 5 % among so many challengers. */
const power = 0.8416212;
const quantiles: Record<number, number> = { 1: 1.959964, 3: 2.3939798 };

export const quantileOf = (challengers: number): number => quantiles[challengers] ?? Number.NaN;

/** Whether a z-test of two proportions with a pooled variance calls a difference significant at 5 %. */
export function isSignificant(visitors: readonly [number, number], hits: readonly [number, number]): boolean {
  const rate = (hits[0] + hits[1]) / (visitors[0] + visitors[1]);
  const error = Math.sqrt(rate * (1 - rate) * (1 / visitors[0] + 1 / visitors[1]));
  return Math.abs(hits[0] / visitors[0] - hits[1] / visitors[1]) > quantileOf(1) * error;
}

/** The visitors of both arms that a z-test of two proportions needs for a power of 80 %. */
export function visitorsFor(
  rates: readonly [number, number],
  shares: readonly [number, number],
  challengers: number,
): number {
  const variance = (rate: number) => rate * (1 - rate);
  const pooled = rates[0] * shares[0] + rates[1] * shares[1];
  const byChance = Math.sqrt(variance(pooled) * (1 / shares[0] + 1 / shares[1]));
  const byDifference = Math.sqrt(variance(rates[0]) / shares[0] + variance(rates[1]) / shares[1]);
  return ((quantileOf(challengers) * byChance + power * byDifference) / (rates[1] - rates[0])) ** 2;
}
