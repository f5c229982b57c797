import { env } from 'cloudflare:workers';
import { inTurn } from '../../turns.ts';
import { setClock } from '../support/times.ts';
import { World } from './alerts/world.ts';
import { areAllTold } from './stories.ts';

// Random months of visits, alerts, faults and erasures. What alerts have fired must be what a model fires, which looks
// at all visits each time. CONTRIBUTING.md says how to run more of them.
const {
  seed,
  runs: { alerts: runs },
} = env.MODELS;

beforeAll(() => setClock());
afterAll(async () => {
  await World.end();
});

const all = Array.from({ length: runs }, (_, run) => seed + run);
const seeds = areAllTold ? all : inTurn(all);

test.each(seeds)('the alerts of the month with the seed %i', async (of) => {
  const world = await World.begin(of, false);
  await world.run();
  expect(world.count).toBeGreaterThan(20);
});

test.each(seeds)('the previews of the calm month with the seed %i', async (of) => {
  const world = await World.begin(of, true);
  await world.run();
  expect(world.count).toBeGreaterThan(20);
  await world.previews();
});
