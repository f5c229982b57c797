import fc from 'fast-check';
import { areAllTold, storiesOf } from './stories.ts';
import { seenLinks } from './visitors/link-seen.ts';
import { seen } from './visitors/seen.ts';
import { story, visits } from './visitors/stories.ts';
import { wholeStory } from './visitors/whole.ts';
import { wholeLinkStory } from './visitors/whole-links.ts';
import { World } from './visitors/world.ts';

// Random stories of who came, and by which page links: persons who move, links that are forwarded, deleted or lead
// elsewhere, erasures. Every answer must be that of a
// simple model (visitors/visitors.ts). CONTRIBUTING.md says how to run more of them.
// The first story has everything once: it is told each time.
const { isTold, options, timeout } = storiesOf('visitors', 1);

test('accounts and persons that came equal those of a simple model', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(visits, story, async (someVisits, actions) => {
      if (!isTold()) return;
      const world = await World.begin(someVisits);
      for (const action of actions) await world.act(action);
      await world.end();
    }),
    { ...options, examples: [wholeStory, wholeLinkStory] },
  );
  const all = Object.entries({ ...seen, ...seenLinks });
  // Some stories do not have everything.
  if (areAllTold && options.path === '')
    for (const [name, looks] of all) expect(looks, name).toBeGreaterThan(0);
});
