// Tests that stay valid however often one looks at them: the sequential multinomial test of Lindon and Malek, "Anytime-valid
// inference for multinomial count data" (NeurIPS 2022).

/** How many conversions the prior is worth, which expects the shares of the weights. */
const concentration = 10;
/** The most often that an experiment in which nothing differs is decided. */
const significance = 0.05;
/** The most often that a split is called broken although the weights hold. */
const splitSignificance = 0.001;

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** What the logarithm of the gamma function is beyond Stirling's formula, to 1e-11. */
function beyondStirling(z: number): number {
  let [sum, at] = [0, z];
  // The recurrence leads to where three terms of the series are enough.
  for (; at < 15; at++) sum += (at + 0.5) * Math.log1p(1 / at) - 1;
  const square = at * at;
  return sum + (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / at;
}

/** What a count adds to a value of the prior, besides the distance between both. */
const added = (prior: number, count: number) =>
  beyondStirling(prior + count) - beyondStirling(prior) - Math.log1p(count / prior) / 2;

/**
 * The natural logarithm of the evidence (e-value) that counts do not follow the weights of their arms. While they do, the
 * probability that it ever reaches ln(1 / alpha) is at most alpha. The large terms of Stirling's formula cancel before
 * anything is rounded: the error stays below 1e-9 up to ten million.
 */
export function logEvidence(counts: readonly number[], weights: readonly number[]): number {
  const count = sumOf(counts);
  const total = sumOf(weights);
  let evidence = -added(concentration, count);
  for (const [arm, weight] of weights.entries()) {
    const seen = counts[arm] ?? 0;
    const prior = (concentration * weight) / total;
    const excess = (seen * total - count * weight) / total;
    const least = prior + Math.min(seen, (count * weight) / total);
    evidence += (prior + seen) * Math.sign(excess) * Math.log1p(Math.abs(excess) / least);
    evidence += added(prior, seen) - excess;
  }
  return evidence;
}

/** An arm of an experiment, with what it has counted. */
export interface ArmCounts {
  weight: number;
  visitors: number;
  /** The visitors who converted. */
  conversions: number;
}

/** The p-value that stays valid at any time, from the largest evidence so far (`logEvidence`). */
export const pValueOf = (peak: number): number => Math.min(1, Math.exp(-peak));

/** By how much a count is above what is expected, as it counts in a likelihood ratio. */
const surprise = (seen: number, expected: number) => (seen === 0 ? 0 : seen * Math.log(seen / expected));

type Pair = readonly [number, number];

/**
 * The confidence sequence for the ratio of two rates, the second to the first: all ratios against which the conversions
 * have less evidence than 1 / alpha. The true one is among them at all times with a probability of at least 1 - alpha.
 */
export function ratioInterval([base, hits]: Pair, [baseWeight, weight]: Pair, alpha: number): Pair {
  if (hits > base) {
    const [low, high] = ratioInterval([hits, base], [weight, baseWeight], alpha);
    return [1 / high, 1 / low];
  }
  const count = base + hits;
  const [share, odds] = [weight / (baseWeight + weight), baseWeight / weight];
  /** How far the evidence may rise above its lowest, which it has at the ratio that was seen. */
  const room =
    surprise(base, count * (1 - share)) +
    surprise(hits, count * share) -
    logEvidence([base, hits], [baseWeight, weight]) -
    Math.log(alpha);
  if (hits === 0) return [0, odds * Math.expm1(room / count)];
  /** Newton's method, which a convex function leads to its root from either side, for the logarithm of the ratio. */
  const end = (side: number) => {
    let at = side * Math.sqrt((2 * room * count) / (base * hits));
    for (let step = 0; step < 50; step++) {
      const grown = (hits / count) * Math.expm1(at);
      at -= ((count * Math.log1p(grown) - hits * at - room) * (1 + grown)) / (base * grown);
    }
    return odds * (hits / base) * Math.exp(at);
  };
  return [end(-1), end(1)];
}

/** What can be said of an arm beside the live one. */
export interface Challenger {
  /** The natural logarithm of the evidence, whose largest value `pValueOf` takes. */
  evidence: number;
  isDecided: boolean;
  isBetter: boolean;
  /** By how much more it converts: 0.5 is half more. Null while the live one has no conversion. */
  lift: number | null;
  liftLow: number;
  /** Null as long as there is no upper bound. */
  liftHigh: number | null;
}

const finite = (number: number) => (Number.isFinite(number) ? number : null);

/** Whether the visitors of an experiment do not follow the weights of its arms. */
export const isSplitBroken = (arms: readonly Pick<ArmCounts, 'visitors' | 'weight'>[]): boolean =>
  logEvidence(
    arms.map(({ visitors }) => visitors),
    arms.map(({ weight }) => weight),
  ) >= -Math.log(splitSignificance);

/** The state of an experiment. Arm 0 is the live one; the others, in their order, are its challengers. */
export function verdictOf(arms: readonly [ArmCounts, ...ArmCounts[]]): {
  splitIsBroken: boolean;
  challengers: Challenger[];
} {
  const [live, ...others] = arms;
  const alpha = significance / others.length;
  return {
    splitIsBroken: isSplitBroken(arms),
    challengers: others.map((arm) => {
      const [conversions, weights]: [Pair, Pair] = [
        [live.conversions, arm.conversions],
        [live.weight, arm.weight],
      ];
      const evidence = logEvidence(conversions, weights);
      const [low, high] = ratioInterval(conversions, weights, alpha);
      const ratio = (arm.conversions * live.weight) / (arm.weight * live.conversions);
      return {
        evidence,
        isDecided: evidence >= -Math.log(alpha),
        isBetter: ratio > 1,
        lift: finite(ratio - 1),
        liftLow: low - 1,
        liftHigh: finite(high - 1),
      };
    }),
  };
}

/**
 * The number of the arm that won, 0 for the live one: the only challenger that is decided to be better, or the live one
 * if all are decided to be worse. Null if there is none yet, if two are better, or if the split is broken.
 */
export function winnerOf(
  challengers: readonly Pick<Challenger, 'isDecided' | 'isBetter'>[],
  splitIsBroken: boolean,
): number | null {
  if (splitIsBroken) return null;
  const better = challengers.flatMap(({ isDecided, isBetter }, place) =>
    isDecided && isBetter ? [place + 1] : [],
  );
  if (better.length > 0) return better.length === 1 ? (better[0] ?? null) : null;
  return challengers.every(({ isDecided }) => isDecided) ? 0 : null;
}

/** What an experiment expects. `weights` begin with the live arm, whose conversion rate is `rate`. */
export interface Plan {
  visitorsPerDay: number;
  rate: number;
  weights: readonly [number, ...number[]];
  lift: number;
}

/**
 * About how many days it takes until the lift of any one challenger is decided: the median, within 20 %. Infinity without
 * visitors or conversions.
 */
export function estimateDays({ visitorsPerDay, rate, weights, lift }: Plan): number {
  const [live, ...others] = weights;
  // Chance takes half of the experiments over the threshold when the expected counts are still 1 below it.
  const needed = -Math.log(significance / others.length) - 1;
  const days = others.map((weight) => {
    const [base, hits] = [live, weight * (1 + lift)];
    const evidenceOf = (times: number) => logEvidence([base * times, hits * times], [live, weight]);
    let times = 1 / sumOf(weights);
    while (evidenceOf(times) < needed && times < 1e9) times *= 1.02;
    return (times * sumOf(weights)) / (visitorsPerDay * rate);
  });
  return Math.max(...days);
}
