import fc from 'fast-check';
import { day, hour, minute } from '../../support/times.ts';
import { plan } from '../sessions/plans.ts';
import { interruption, number, removal, seal } from '../sessions/tasks.ts';
import { action, weighted } from '../stories.ts';
import { host, landing, pathCount } from './landings.ts';
import { linkLook } from './link-looks.ts';
import type { LinkVerb } from './links.ts';
import { question } from './looks.ts';
import { contactCount } from './people.ts';

// Random stories of persons, and of visits by links that were made for them.

/** Most visits are of the last days, which retention spares, some of one millisecond, and some come later. */
const begin = weighted(
  [3, fc.nat(2 * day).map((ms) => 18 * day + ms)],
  [3, fc.nat(18 * day)],
  [2, fc.constantFrom(15 * day, 19 * day, 19 * day + hour)],
  [4, fc.nat(3 * hour).map((ms) => 20 * day + ms)],
);

/** One of the persons or contacts, most often Anna or Ben: what they do must meet. */
const somebody = fc.oneof(fc.constantFrom(0, 0, 1), fc.nat(contactCount - 1));

/** The first of the persons, and of the audiences of each page, as long as she is. */
const anna = fc.constant(0);

/** A visit, the audience of its link, and the form that may be in it. */
const visit = fc
  .record({
    plan: plan(begin),
    /** Anna's and Ben's are the first of a page. Some do not exist, or not yet. */
    audience: fc.constantFrom<number[]>(0, 0, 0, 1, 1, 2, 3, 4, 5),
    /** The step at which the form is sent. */
    sentAt: fc.constantFrom(0, 0, 1, 2, 9),
    landing,
    otherLanding: landing,
    form: fc.record({
      contact: somebody,
      has: fc.constantFrom('email', 'email', 'email', 'phone', 'both', 'neither'),
      /** Whose phone it names, as a number after that of the contact. */
      phoneOf: fc.constantFrom(0, 1),
      /** Whether the form was sent without an identifier first. */
      isAnonymousFirst: fc.constantFrom(false, false, true),
    }),
  })
  .map(({ sentAt, ...rest }) => {
    const steps = rest.plan.steps.map((step, index) => ({ ...step, form: index >= sentAt }));
    return { ...rest, plan: { ...rest.plan, steps } };
  });
export type Visit = typeof visit extends fc.Arbitrary<infer T> ? T : never;
export const visits = fc.array(visit, { minLength: 5, maxLength: 12 });

/** A beacon, and the time until it arrives. `claim`: which audience it names. `url`: where it says that it landed. */
const beacon = fc.record({
  visit: fc.nat(11),
  step: fc.nat(3),
  latency: fc.constantFrom(0, 3, 800, minute),
  tellsValues: fc.boolean(),
  url: fc.constantFrom('its', 'its', 'its', 'its', 'none', 'none', 'other'),
  claim: fc.constantFrom('its', 'its', 'its', 'its', 'none', 'none', 'other', 'foreign', 'unknown'),
  isOtherSender: fc.constantFrom(false, false, false, false, true),
});
export type Beacon = typeof beacon extends fc.Arbitrary<infer T> ? T : never;

const deliver = (minLength: number, maxLength: number) =>
  action('deliver', { beacons: fc.array(beacon, { minLength, maxLength }) });
const erase = (person: fc.Arbitrary<number>) => action('erase', { person });
const clear = action('clear', { isSealed: fc.boolean(), interruption });
/** To another company, or to that of the email. */
const annaMoves = action('move', { person: anna, company: fc.constantFrom(1, 2, 3) });
const archive = (audience: fc.Arbitrary<number>) =>
  action('archive', {
    isRestored: fc.constantFrom(false, false, true),
    place: fc.constantFrom(0, 0, 1),
    audience,
  });
const switched = (hasRecipients: fc.Arbitrary<boolean>) => action('switch', { hasRecipients });
const look = action('look', { question });
const link = action('link', {
  verb: fc.constantFrom<LinkVerb[]>('make', 'move', 'move', 'delete'),
  nth: fc.nat(5),
  to: fc.record({
    host,
    path: fc.nat(pathCount - 1),
    place: fc.constantFrom<number[]>(0, 0, 1),
    audience: fc.constantFrom<(number | null)[]>(0, 0, 1, 2, null),
  }),
});

const step = weighted(
  [8, deliver(1, 6)],
  [4, action('move', { person: somebody, company: fc.nat(4) })],
  [4, seal],
  [3, number],
  [3, erase(somebody)],
  [3, clear],
  [6, look],
  [5, linkLook],
  [6, link],
  [2, removal(20)],
  [2, action('import', { visits: fc.array(fc.nat(11), { minLength: 1, maxLength: 4 }) })],
  [2, action('join', { contact: somebody, place: fc.nat(1), person: somebody })],
  [3, archive(fc.constantFrom(0, 0, 1, 2, 3, 4))],
  [3, switched(fc.constantFrom(true, true, false))],
  [1, action('wait', { time: fc.constantFrom(minute, hour, day) })],
);

/** Most random actions, some after a start with visits of all kinds. */
export const story = fc
  .tuple(
    fc.oneof(
      fc.constant([]),
      fc.tuple(deliver(5, 12), annaMoves, archive(anna), deliver(5, 12)),
      fc.tuple(deliver(5, 12), seal, number, annaMoves, deliver(5, 12), look),
      fc.tuple(deliver(5, 12), seal, number, removal(21), number, deliver(3, 6), look),
      fc.tuple(deliver(5, 12), seal, number, erase(anna), look, clear, number, deliver(5, 12), look),
      fc.tuple(switched(fc.constant(false)), deliver(2, 6), switched(fc.constant(true)), deliver(5, 12)),
    ),
    fc.array(step, { minLength: 1, maxLength: 10 }),
  )
  .map(([start, actions]) => [...start, ...actions]);
export type Action = (typeof story extends fc.Arbitrary<infer T> ? T : never)[number];
