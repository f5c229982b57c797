/** Which cases of each matrix have their turn. */
export type Seed = number | 'all';

/** What `TEST_SEED` says; the time in seconds, if it says nothing. Throws for anything but a number, or `all`. */
export function seedOf({
  TEST_SEED = String(Math.floor(Date.now() / 1000)),
}: Record<string, string | undefined>): Seed {
  if (TEST_SEED === 'all') return 'all';
  if (!/^\d+$/.test(TEST_SEED)) throw new Error('TEST_SEED must be a number, or all.');
  return Number(TEST_SEED);
}
