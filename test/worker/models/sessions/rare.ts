import { day } from '../../support/times.ts';
import { noCounts } from './model.ts';
import type { Plan } from './plans.ts';
import { plainLook } from './questions.ts';
import type { Seeding } from './seeds.ts';
import type { Action, Delivery } from './stories.ts';
import { noInterruption } from './tasks.ts';

// Stories that few seeds tell: with an erasure, and with more sessions than one round trip reads.

const seed = (of: Partial<Seeding>): Action => ({
  kind: 'seed',
  of: { salt: 7, count: 5200, spread: 'dense', from: 10 * day, pages: 2, texts: 'few', ...of },
});
const amend = (what: 'numbers' | 'earlier', every: 1 | 50 = 1): Action => ({
  kind: 'amend',
  of: { every, offset: 0, what, earlier: 5 * 3_600_000 },
});
const seal: Action = {
  kind: 'seal',
  how: 'forced',
  writes: 35,
  interruption: noInterruption,
};
const removal: Action = {
  kind: 'remove',
  before: 20 * day,
  writes: 35,
  how: 'whole',
  interruption: noInterruption,
};
const look = (isBeside: boolean): Action => {
  const plain = plainLook(0);
  return {
    ...plain,
    asked: { ...plain.asked, limit: 40, isBeside, filters: [['country', [0, 1, 2, null]]] },
  };
};

const plan: Plan = {
  page: 0,
  audience: 0,
  version: 'live',
  values: {},
  pageUrl: undefined,
  sender: undefined,
  start: 0,
  steps: [
    {
      elapsed: 0,
      active: 0,
      engaged: 0,
      scroll: 0,
      ...noCounts,
      conversion: false,
      form: false,
    },
  ],
};

/** A visit with a form of somebody. */
const named: Plan = { ...plan, sender: 0, steps: plan.steps.map((step) => ({ ...step, form: true })) };
const arrival: Delivery = {
  visit: 0,
  step: 0,
  latency: 0,
  tellsValues: true,
  tellsVersion: true,
  claim: 'its',
};

export const rareStories: [Plan[], Action[]][] = [
  // Who sent the form is erased, before the visit is sealed.
  [[named], [{ kind: 'deliver', of: [arrival] }, { kind: 'erase', sender: 0 }, look(false), seal]],
  // A tail of several round trips, sealed between them; then as many corrections as it had sessions.
  [[plan], [seed({ count: 6500 }), look(true), seal, seal, amend('numbers'), look(false)]],
  // Blocks of one millisecond, in parts, whose sessions move to another.
  [[plan], [seed({ spread: 'same', count: 2500, texts: 'long' }), seal, look(false), amend('earlier'), seal]],
  // All kinds at once: some are removed, some sealed, some of those changed, and some wait.
  [
    [plan],
    [
      seed({ count: 1200, spread: 'months', from: 0 }),
      seal,
      removal,
      amend('numbers', 50),
      seed({ salt: 8, count: 40, from: 55 * day }),
      look(false),
    ],
  ],
];
