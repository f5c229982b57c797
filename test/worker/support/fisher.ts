interface Sample {
  of: number;
  hits: number;
}

/** The number of ways to choose, exactly. */
function ways(of: number, chosen: number): bigint {
  let result = 1n;
  for (let n = 1; n <= chosen; n++) result = (result * BigInt(of - chosen + n)) / BigInt(n);
  return result;
}

/**
 * The probability of two samples in whole numbers of any size (Fisher): of all tables that are no likelier than the one
 * that was seen.
 */
export function exactly(a: Sample, b: Sample): number {
  const hits = a.hits + b.hits;
  const weight = (k: number) => ways(a.of, k) * ways(b.of, hits - k);
  const seen = weight(a.hits);
  let [all, extreme] = [0n, 0n];
  for (let k = Math.max(0, hits - b.of); k <= Math.min(hits, a.of); k++) {
    const one = weight(k);
    all += one;
    if (one <= seen) extreme += one;
  }
  return Number((extreme * 10n ** 40n) / all) / 1e40;
}
