/** A count that is this unlikely under a bound is above it. */
const unlikely = 0.001;

/** The probability of at least `count` of `of`, where each comes with the probability `rate` (binomial). */
export function atLeast(count: number, of: number, rate: number): number {
  let [log, sum] = [of * Math.log1p(-rate), 0];
  for (let k = 0; k < count; k++) {
    sum += Math.exp(log);
    log += Math.log(((of - k) / (k + 1)) * (rate / (1 - rate)));
  }
  return 1 - sum;
}

/** Whether a count shows more than chance that its probability is above `rate`. */
export const isAbove = (count: number, of: number, rate: number): boolean =>
  count > rate * of && atLeast(count, of, rate) < unlikely;
