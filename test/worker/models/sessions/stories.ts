import fc from 'fast-check';
import { minute } from './model.ts';
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
  claim: fc.constantFrom('its', 'its', 'its', 'none', 'unknown'),
});
export type Delivery = typeof delivery extends fc.Arbitrary<infer T> ? T : never;

const deliver = (minLength: number, maxLength: number) =>
  fc.record({ kind: fc.constant('deliver' as const), of: fc.array(delivery, { minLength, maxLength }) });

const action = fc.oneof(
  { weight: 6, arbitrary: deliver(1, 6) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), until: begins }) },
  { weight: 4, arbitrary: seal },
  { weight: 2, arbitrary: removal(50) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), sender: fc.nat(1) }) },
  { weight: 2, arbitrary: eraseAudience },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      visits: fc.array(fc.nat(11), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('archive' as const), audience: fc.nat(2) }) },
  { weight: 2, arbitrary: amend },
  { weight: 3, arbitrary: look },
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
    fc.array(action, { minLength: 1, maxLength: 12 }),
  )
  .map(([start, actions]) => [...start, ...actions]);
export type Action = (typeof story extends fc.Arbitrary<infer T> ? T : never)[number];
