/** Random choices that are the same for the same seed. */
export type Random = ReturnType<typeof createRandom>;

/** What to choose from, each with its weight: an item of twice the weight is chosen twice as often. */
export type Choices<T> = readonly (readonly [item: T, weight: number])[];

/** Random choices from a seed, by mulberry32. */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new RangeError('There is nothing to pick from.');
    return item;
  };
  const choose = <T>(choices: Choices<T>): T => {
    let total = 0;
    for (const choice of choices) total += choice[1];
    let left = next() * total;
    for (const choice of choices) {
      left -= choice[1];
      if (left < 0) return choice[0];
    }
    throw new RangeError('There is nothing to choose from.');
  };
  const letters = [...'0123456789abcdefghjkmnpqrstvwxyz'];
  return {
    int: (min: number, max: number) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability: number) => next() < probability,
    pick,
    choose,
    id: (prefix = '') => prefix + Array.from({ length: 14 }, () => pick(letters)).join(''),
  };
}
