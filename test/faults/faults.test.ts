import { env } from 'cloudflare:workers';
import { inTurn } from '../turns.ts';
import { runSeed } from './world.ts';

// D1 fails before and after it commits, queues lose, double and delay messages, Workers stop, crons run in pairs. In
// the end the service must have what a simple model has, and no retry may change anything twice. A seed gives the same
// events each time. CONTRIBUTING.md says how to run more of them.
const { seed, runs, steps, areChosen } = env.FAULTS;

const all = Array.from({ length: runs }, (_, index) => seed + index);
const seeds = areChosen ? all : inTurn(all, 5);

test.each(seeds)('seed %i loses and doubles nothing', async (one) => {
  const { lines, violation } = await runSeed(one, steps);
  if (violation) {
    violation.message = `seed ${one}: ${violation.message}\n\n${lines.slice(-60).join('\n')}`;
    throw violation;
  }
  expect(lines.length).toBeGreaterThan(steps / 3);
});

test('a seed has the same events each time', async () => {
  const [first, second] = [await runSeed(seed, steps), await runSeed(seed, steps)];
  expect(second.lines).toEqual(first.lines);
});
