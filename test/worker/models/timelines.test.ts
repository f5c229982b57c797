import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { lastLook, story } from './timelines/stories.ts';
import { World } from './timelines/world.ts';
import { isTold } from './told.ts';

// Random stories of logs, visits, publishes, moves and erasures. Every timeline must be a plain sort of what was sent.
// CONTRIBUTING.md says how to run more of them.
const {
  seed,
  runs: { timelines: runs },
  isShrunk,
  path,
} = env.MODELS;

/** A time in milliseconds that only a test that hangs exceeds. */
const timeout = Math.max(600_000, runs * 10_000);

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

test('timelines equal a plain sort of what was sent', { timeout }, async () => {
  let place = 0;
  await fc.assert(
    fc.asyncProperty(story, lastLook, async (actions, last) => {
      if (!isTold(place++)) return;
      const world = await World.begin();
      for (const action of actions) await world.act(action);
      await world.end(last);
      await world.end({
        ...last,
        kinds: [],
        source: undefined,
        type: undefined,
        start: undefined,
        end: undefined,
      });
    }),
    { seed, path, numRuns: runs, endOnFailure: !isShrunk },
  );
});
