import fc from 'fast-check';
import { minute } from '../../support/times.ts';
import { action, weighted } from '../stories.ts';
import { begins } from './plans.ts';
import { look } from './questions.ts';
import { amend, seed } from './seeds.ts';
import { eraseAudience, removal, seal } from './tasks.ts';

// Random stories of visits, and of what is done to them.

/** A beacon, and the time until it arrives. `claim`: the audience of the visit, none, or one that the page does not have. */
const delivery = fc.record({
  visit: fc.nat(11),
  step: fc.nat(3),
  latency: fc.constantFrom(0, 3, 800, minute),
  tellsValues: fc.boolean(),
  tellsVersion: fc.boolean(),
  claim: fc.constantFrom('its', 'its', 'its', 'none', 'unknown'),
});
export type Delivery = typeof delivery extends fc.Arbitrary<infer T> ? T : never;

const deliver = (minLength: number, maxLength: number) =>
  action('deliver', { of: fc.array(delivery, { minLength, maxLength }) });

const step = weighted(
  [6, deliver(1, 6)],
  [2, action('wait', { until: begins })],
  [4, seal],
  [2, removal(50)],
  [1, action('erase', { sender: fc.nat(1) })],
  [2, eraseAudience],
  [2, action('import', { visits: fc.array(fc.nat(11), { minLength: 1, maxLength: 4 }) })],
  [1, action('archive', { audience: fc.nat(2) })],
  [2, amend],
  [3, look],
);

/** Most random actions, some after a start that leads to all kinds of sessions at once. */
export const story = fc
  .tuple(
    fc.oneof(
      fc.constant([]),
      fc.tuple(deliver(5, 12), seal, removal(15), deliver(4, 10), look),
      fc.tuple(seed, seal, amend, look),
      fc.tuple(seed, deliver(5, 12), seal, removal(25), seed, amend, deliver(5, 12), look),
    ),
    fc.array(step, { minLength: 1, maxLength: 12 }),
  )
  .map(([start, actions]) => [...start, ...actions]);
export type Action = (typeof story extends fc.Arbitrary<infer T> ? T : never)[number];
