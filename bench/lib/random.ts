/** Draws numbers in [0, 1). */
export type Draw = () => number;

/** A generator that draws the same numbers from the same seed (mulberry32). */
export function generator(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A generator for many long simulations (sfc32): those of other seeds draw other numbers, while each one of `generator`
 * begins at another place of the same 2^32.
 */
export function longGenerator(seed: number): Draw {
  let [a, b, c, count] = [seed | 0, 0x9e3779b9, 0x243f6a88, 1];
  const draw = () => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first numbers of similar seeds are similar.
  for (let step = 0; step < 20; step++) draw();
  return draw;
}

/** A whole number from 0 up to `below`. */
export const whole = (draw: Draw, below: number): number => Math.floor(draw() * below);

/** A UUID, version 4. */
export function uuid(draw: Draw): string {
  const hex = Array.from({ length: 4 }, () =>
    whole(draw, 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
  const variant = (8 + whole(draw, 4)).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ].join('-');
}
