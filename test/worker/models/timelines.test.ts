import fc from 'fast-check';
import { storiesOf } from './stories.ts';
import { lastLook, story } from './timelines/stories.ts';
import { World } from './timelines/world.ts';

// Random stories of logs, visits, publishes, moves and erasures. Every timeline must be a plain sort of what was sent.
// CONTRIBUTING.md says how to run more of them.
const { isTold, options, timeout } = storiesOf('timelines');

test('timelines equal a plain sort of what was sent', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(story, lastLook, async (actions, last) => {
      if (!isTold()) return;
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
    options,
  );
});
