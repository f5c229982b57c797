import { env } from 'cloudflare:workers';
import { inTurn } from '../turns.ts';
import { runCampaignSeed } from './campaigns.ts';
import { type Outcome, runSeed } from './world.ts';

// D1 fails before and after it commits, queues lose, double and delay messages, Workers stop, crons run in pairs. In
// the end the service must have what a simple model has, and no retry may change anything twice. A seed gives the same
// events each time. CONTRIBUTING.md says how to run more of them.
const { seed, runs, steps, areChosen } = env.FAULTS;

const all = Array.from({ length: runs }, (_, index) => seed + index);
const seedsIn = (among: number) => (areChosen ? all : inTurn(all, among));

/** Throws what a run has found, with what happened before. */
function expectNothing(seed: number, { lines, violation }: Outcome): void {
  if (violation) {
    violation.message = `seed ${seed}: ${violation.message}\n\n${lines.slice(-60).join('\n')}`;
    throw violation;
  }
  expect(lines.length).toBeGreaterThan(steps / 3);
}

test.each(seedsIn(5))('seed %i loses and doubles nothing', async (one) => {
  expectNothing(one, await runSeed(one, steps));
});

test.each(seedsIn(10))('seed %i loses and doubles nothing of a campaign', async (one) => {
  expectNothing(one, await runCampaignSeed(one, steps));
});

test('a seed has the same events each time', async () => {
  const [first, second] = [await runSeed(seed, steps), await runSeed(seed, steps)];
  expect(second.lines).toEqual(first.lines);
});
