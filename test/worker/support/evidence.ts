// The sequential test in whole numbers of any size, without a logarithm or a gamma function. It shares no code with
// src/lib/sequential.ts.

/** A fraction of whole numbers. */
export type Fraction = readonly [bigint, bigint];

/** The product of whole numbers, in halves: products of similar length are fast. */
function product(factors: readonly bigint[]): bigint {
  if (factors.length < 2) return factors[0] ?? 1n;
  const half = factors.length >> 1;
  return product(factors.slice(0, half)) * product(factors.slice(half));
}

const upTo = (count: number) => Array.from({ length: count }, (_, place) => BigInt(place));
const totalOf = (numbers: readonly number[]) => BigInt(numbers.reduce((sum, number) => sum + number, 0));

/** The marginal likelihood of counts under the prior, times the total of the weights to the power of the counts. */
function marginal(counts: readonly number[], weights: readonly number[]): Fraction {
  const total = totalOf(weights);
  const above = counts.flatMap((count, arm) =>
    upTo(count).map((place) => 10n * BigInt(weights[arm] ?? 0) + place * total),
  );
  return [product(above), product(upTo(Number(totalOf(counts))).map((place) => 10n + place))];
}

/** The evidence that counts do not follow the weights, which are whole numbers. */
export function exactEvidence(counts: readonly number[], weights: readonly number[]): Fraction {
  const [above, below] = marginal(counts, weights);
  return [above, below * product(counts.map((count, arm) => BigInt(weights[arm] ?? 0) ** BigInt(count)))];
}

/** A double as a fraction. */
export function fractionOf(double: number): Fraction {
  let [above, below] = [double, 1n];
  for (; !Number.isInteger(above); above *= 2) below *= 2n;
  return [BigInt(above), below];
}

/** The evidence of two arms against a ratio of their rates, the second to the first. */
export function exactEvidenceAgainst(
  [above, below]: Fraction,
  counts: readonly [number, number],
  weights: readonly [number, number],
): Fraction {
  const [likelihood, norm] = marginal(counts, weights);
  const odds = [below * BigInt(weights[0]), above * BigInt(weights[1])] as const;
  const count = BigInt(counts[0] + counts[1]);
  return [
    likelihood * (odds[0] + odds[1]) ** count,
    norm * totalOf(weights) ** count * odds[0] ** BigInt(counts[0]) * odds[1] ** BigInt(counts[1]),
  ];
}

const bitsOf = (number: bigint) => number.toString(16).length * 4;

/** The natural logarithm of a fraction. */
export function logOf([above, below]: Fraction): number {
  const shift = 80 + bitsOf(below) - bitsOf(above);
  const quotient = shift > 0 ? (above << BigInt(shift)) / below : above / (below << BigInt(-shift));
  return Math.log(Number(quotient)) - shift * Math.LN2;
}

/** Whether a fraction is larger than another. */
export const isLarger = (a: Fraction, b: Fraction): boolean => a[0] * b[1] > b[0] * a[1];
