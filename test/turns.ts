import { inject, test } from 'vitest';
import type { Seed } from './seed.ts';

declare module 'vitest' {
  interface ProvidedContext {
    seed: Seed;
  }
}

// A matrix has more cases than npm test has time for: screens by theme and width, routes by bad request, databases of
// every commit. npm test takes some of them, by a seed that it prints, so that all have their turn. npm run test:all
// takes all.

/** The seed of this run; `all` if every case has its turn. */
export const seed = inject('seed');

/** Whether it is the turn of the case with this place, when one case in `among` has it. */
export const isTurn = (place: number, among: number): boolean =>
  seed === 'all' || (seed + place) % among === 0;

/** The cases whose turn it is: one in `among`, by default one of them all. */
export const inTurn = <T>(cases: readonly T[], among = cases.length): T[] =>
  cases.filter((_, place) => isTurn(place, among));

const untold = (() => undefined) as unknown as typeof test;

/**
 * A test of a large size or a flood, which takes seconds. One in three has its turn: those of a file have places that
 * follow each other. The others are not there.
 */
export const largeTest = (place: number): typeof test => (isTurn(place, 3) ? test : untold);
