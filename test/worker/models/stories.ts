import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { isTurn, seed } from '../../turns.ts';
import { setClock } from '../support/times.ts';

/** Whether each story is told: in npm run test:all, and when MODEL_RUNS, MODEL_PATH or MODEL_SHRINK asks for stories. */
export const areAllTold = seed === 'all' || env.MODELS.areChosen;

/**
 * Holds the clock for the stories of a file, and says how many are told, and which each time. Call it at the top of the
 * file.
 */
export function storiesOf(
  name: 'sessions' | 'visitors' | 'timelines' | 'experiments' | 'campaigns' | 'personExports',
  always = 0,
) {
  const { seed, runs, isShrunk, path } = env.MODELS;
  const numRuns = runs[name];
  beforeAll(() => setClock());
  afterAll(() => {
    vi.useRealTimers();
  });
  let place = 0;
  return {
    /** Whether the next story is told. In npm test one in three has its turn. */
    isTold: () => {
      const nth = place++;
      return nth < always || areAllTold || isTurn(nth, 3);
    },
    options: { seed, path, numRuns, endOnFailure: !isShrunk },
    /** A time in milliseconds that only a test that hangs exceeds. */
    timeout: Math.max(600_000, numRuns * 10_000),
  };
}

/** An action of a story: its kind, and what is random of it. */
export const action = <K extends string, T extends object>(
  kind: K,
  random: { [N in keyof T]: fc.Arbitrary<T[N]> },
) => fc.record({ kind: fc.constant(kind), ...random }) as unknown as fc.Arbitrary<{ kind: K } & T>;

/** One of some arbitraries, each with its weight. */
export const weighted = <T extends unknown[]>(
  ...all: { [N in keyof T]: [weight: number, arbitrary: fc.Arbitrary<T[N]>] }
): fc.Arbitrary<T[number]> => fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })));
