import fc from 'fast-check';
import { forgetKeys } from '../support/client.ts';
import { setClock } from '../support/times.ts';
import { plan, story, visits } from './experiments/stories.ts';
import { World } from './experiments/world.ts';
import { storiesOf } from './stories.ts';

// Random stories of tests of versions: visitors who come again, late goals, claims that are wrong, ends and erasures. The
// figures must be those of a simple model (experiments/model.ts). CONTRIBUTING.md says how to run more of them.
const { isTold, options, timeout } = storiesOf('experiments');
const start = Date.now();

test('the figures of tests equal those of a simple model, for beacons in any order and number', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(plan, visits, story, async (made, planned, actions) => {
      if (!isTold()) return;
      setClock(start);
      // A key for each: the clock goes back, and many stories reach the limit of one.
      forgetKeys();
      const world = await World.begin(made, planned);
      for (const action of actions) await world.act(action);
      await world.end();
    }),
    options,
  );
});
