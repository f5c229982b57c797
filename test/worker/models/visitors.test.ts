import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { areAllTold, isTold } from './told.ts';
import { seenLinks } from './visitors/link-seen.ts';
import { seen } from './visitors/seen.ts';
import { story, visits } from './visitors/stories.ts';
import { wholeStory } from './visitors/whole.ts';
import { wholeLinkStory } from './visitors/whole-links.ts';
import { World } from './visitors/world.ts';

// Random stories of who came, and by which page links: persons who move, links that are forwarded, deleted or lead
// elsewhere, erasures. Every answer must be that of a
// simple model (visitors/visitors.ts). CONTRIBUTING.md says how to run more of them.
const {
  seed,
  runs: { visitors: runs },
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

test('accounts and persons that came equal those of a simple model', { timeout }, async () => {
  let place = 0;
  await fc.assert(
    fc.asyncProperty(visits, story, async (someVisits, actions) => {
      // The first story has everything once: it is told each time.
      const nth = place++;
      if (nth > 0 && !isTold(nth)) return;
      const world = await World.begin(someVisits);
      for (const action of actions) await world.act(action);
      await world.end();
    }),
    { seed, path, numRuns: runs, endOnFailure: !isShrunk, examples: [wholeStory, wholeLinkStory] },
  );
  const all = Object.entries({ ...seen, ...seenLinks });
  // Some stories do not have everything.
  if (areAllTold && path === '') for (const [name, looks] of all) expect(looks, name).toBeGreaterThan(0);
});
