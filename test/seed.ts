/** Which cases of each matrix have their turn. */
export type Seed = number | 'all';

/** What `TEST_SEED` says. Throws for anything but a number, or `all`. */
export function seedOf(text: string): Seed {
  if (text === 'all') return 'all';
  if (!/^\d+$/.test(text)) throw new Error('TEST_SEED must be a number, or all.');
  return Number(text);
}
