import fc from 'fast-check';
import { somePlans } from './sessions/plans.ts';
import { plainLook } from './sessions/questions.ts';
import { rareStories } from './sessions/rare.ts';
import { seen } from './sessions/seen.ts';
import { story } from './sessions/stories.ts';
import { World } from './sessions/world.ts';
import { areAllTold, storiesOf } from './stories.ts';

// Random stories of visits, tasks and questions. Every answer must be that of a simple model (sessions/model.ts).
// CONTRIBUTING.md says how to run more of them.
const { isTold, options, timeout } = storiesOf('sessions');

test('sessions and analytics equal those of a simple model, for beacons in any order and number', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(somePlans, story, async (plans, actions) => {
      if (!isTold()) return;
      const world = await World.begin(plans);
      for (const action of actions) await world.act(action);
      await world.act(plainLook(0));
      await world.end();
      await world.act(plainLook(1));
    }),
    { ...options, examples: rareStories },
  );
  // Some stories do not have everything.
  if (areAllTold && options.path === '')
    for (const [name, looks] of Object.entries(seen)) expect(looks, name).toBeGreaterThan(0);
});
