import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { somePlans } from './sessions/plans.ts';
import { plainLook } from './sessions/questions.ts';
import { rareStories } from './sessions/rare.ts';
import { seen } from './sessions/seen.ts';
import { story } from './sessions/stories.ts';
import { World } from './sessions/world.ts';
import { areAllTold, isTold } from './told.ts';

// Random stories of visits, tasks and questions. Every answer must be that of a simple model (sessions/model.ts).
// CONTRIBUTING.md says how to run more of them.
const {
  seed,
  runs: { sessions: runs },
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

test('sessions and analytics equal those of a simple model, for beacons in any order and number', {
  timeout,
}, async () => {
  let place = 0;
  await fc.assert(
    fc.asyncProperty(somePlans, story, async (plans, actions) => {
      if (!isTold(place++)) return;
      const world = await World.begin(plans);
      for (const action of actions) await world.act(action);
      await world.act(plainLook(0));
      await world.end();
      await world.act(plainLook(1));
    }),
    { seed, path, numRuns: runs, endOnFailure: !isShrunk, examples: rareStories },
  );
  // Some stories do not have everything.
  if (areAllTold && path === '')
    for (const [name, looks] of Object.entries(seen)) expect(looks, name).toBeGreaterThan(0);
});
