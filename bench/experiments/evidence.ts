/** How many conversions the prior is worth: as in src/lib/sequential.ts, or the evidence would be another. */
export const concentration = 10;

/** The evidence (e-value) that counts do not follow some shares: each count multiplies it, so a look costs nothing. */
export class Evidence {
  value = 1;
  /** How often each arm was counted. */
  readonly counts: number[];
  readonly #priors: number[];
  readonly #shares: readonly number[];
  #place: number;

  /** The prior expects the shares of the weights. What is tested are the same shares, or `shares`. */
  constructor(weights: readonly number[], shares = sharesOf(weights), strength = concentration) {
    this.counts = weights.map(() => 0);
    this.#priors = sharesOf(weights).map((share) => strength * share);
    this.#shares = shares;
    this.#place = strength;
  }

  /** Counts one more in an arm. */
  add(arm: number): void {
    const seen = this.counts[arm] ?? 0;
    this.value *= ((this.#priors[arm] ?? 0) + seen) / (this.#place * (this.#shares[arm] ?? 0));
    this.counts[arm] = seen + 1;
    this.#place++;
  }
}

/** The share of each weight in all of them. */
export function sharesOf(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
