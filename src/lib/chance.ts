// Whether numbers differ by more than chance: the rule for whatever is called best, or has a colour.

/** The fewest visits of which a rate is judged. */
export const enoughSessions = 30;

/** Of a hundred comparisons in which nothing differs, five say that something does. */
const significance = 0.05;

/** A number of visits, and how many of them did something. */
export interface Sample {
  of: number;
  hits: number;
}

/** A sum below this share of the likeliest outcome adds nothing that a double could show. */
const negligible = 1e-40;
/** Outcomes as likely as the one that was seen count, too: their weights are computed with rounding. */
const tolerance = 1 + 1e-7;

/**
 * How likely two samples would differ at least as much if both had the same rate: Fisher's exact test, two-sided. The
 * number of steps grows with the root of the visits: some 20,000 for millions.
 */
export function fisher(a: Sample, b: Sample): number {
  const hits = a.hits + b.hits;
  const least = Math.max(0, hits - b.of);
  const most = Math.min(hits, a.of);
  const mode = Math.floor(((hits + 1) * (a.of + 1)) / (a.of + b.of + 2));
  /** How much likelier one more hit of the first sample is. */
  const ratio = (k: number) => ((hits - k) * (a.of - k)) / ((k + 1) * (b.of - hits + k + 1));
  // The weight of each outcome beside the likeliest one, on both sides of it, until the rest is negligible.
  const weights = new Map([[mode, 1]]);
  const weigh = (last: number, step: 1 | -1) => {
    let weight = 1;
    for (let k = mode; k !== last && weight > negligible; k += step) {
      weight = step === 1 ? weight * ratio(k) : weight / ratio(k - 1);
      weights.set(k + step, weight);
    }
  };
  weigh(most, 1);
  weigh(least, -1);
  const seen = (weights.get(a.hits) ?? 0) * tolerance;
  let [all, extreme] = [0, 0];
  for (const weight of [...weights.values()].sort((x, y) => x - y)) {
    all += weight;
    if (weight <= seen) extreme = all;
  }
  return Math.min(1, extreme / all);
}

/** The probabilities of several comparisons, each as it counts among them all (Holm), in their order. */
export function holm(probabilities: readonly number[]): number[] {
  const order = probabilities.map((_, place) => place);
  order.sort((x, y) => (probabilities[x] ?? 0) - (probabilities[y] ?? 0));
  const adjusted = new Array<number>(probabilities.length);
  let largest = 0;
  for (const [rank, place] of order.entries()) {
    largest = Math.max(largest, (probabilities.length - rank) * (probabilities[place] ?? 0));
    adjusted[place] = Math.min(1, largest);
  }
  return adjusted;
}

/** Whether something this unlikely is more than chance. */
export const isMoreThanChance = (probability: number): boolean => probability <= significance;

/** The sample with the highest rate, beside the others. */
export interface Comparison<T> {
  first: T;
  /** The one that it differs from least certainly. */
  against: T;
  /** How many were compared. */
  count: number;
  pValue: number;
  /** Whether the first is better than every other one by more than chance: only then it is best. */
  isMoreThanChance: boolean;
}

const rateOf = ({ of, hits }: Sample): number => hits / of;

/** The sample with the highest rate beside each other one with enough visits. Undefined for fewer than two. */
export function comparisonOf<T extends Sample>(samples: readonly T[]): Comparison<T> | undefined {
  const judged = samples.filter(({ of }) => of >= enoughSessions);
  const [first, ...others] = judged.toSorted((a, b) => rateOf(b) - rateOf(a) || b.of - a.of);
  if (first === undefined || first.hits === 0) return undefined;
  const probabilities = holm(others.map((other) => fisher(first, other)));
  const pValue = Math.max(...probabilities);
  const against = others[probabilities.indexOf(pValue)];
  return (
    against && { first, against, count: judged.length, pValue, isMoreThanChance: isMoreThanChance(pValue) }
  );
}
