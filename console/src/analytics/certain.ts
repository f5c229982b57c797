import { fisher, holm, isMoreThanChance } from '../../../src/lib/chance.ts';
import { type Measure, measures, type Totals } from './measures.ts';

/**
 * The rates that differ from before by more than chance, among all that are shown. Counts and mean times have no such
 * test: visits do not come independently of each other.
 */
export function certainOf(now: Totals, before: Totals | undefined): ReadonlySet<Measure> {
  const rates = measures.filter(({ sample }) => sample !== undefined);
  if (!before) return new Set();
  const sampleOf = (totals: Totals, { count, sample }: Measure) => ({
    hits: count ? totals[count] : 0,
    of: sample ? totals[sample] : 0,
  });
  const probabilities = holm(rates.map((rate) => fisher(sampleOf(now, rate), sampleOf(before, rate))));
  return new Set(rates.filter((_, place) => isMoreThanChance(probabilities[place] ?? 1)));
}
