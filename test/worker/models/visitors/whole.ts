import { day, hour, minute } from '../../support/times.ts';
import { epoch, noCounts, type Step } from '../sessions/model.ts';
import { noInterruption as interruption } from '../sessions/tasks.ts';
import { type Question, wholeQuestion } from './looks.ts';
import type { Action, Beacon, Visit } from './stories.ts';

// A story that has everything once: few seeds tell some of it.

const step = (form: boolean): Step => ({
  elapsed: minute,
  active: minute,
  engaged: minute,
  scroll: 0,
  ...noCounts,
  conversion: false,
  form,
});

/** A visit whose second beacon has the form of a contact. */
export const visit = (audience: number, begin: number, contact?: number): Visit => ({
  plan: {
    page: 0,
    audience: 0,
    version: 'live',
    values: { country: 'DE' },
    pageUrl: undefined,
    sender: undefined,
    start: epoch + begin,
    steps: [step(false), step(true)],
  },
  audience,
  landing: { host: 'fallback', nthHost: 0, path: 0, spelling: 0 },
  otherLanding: { host: 'fallback', nthHost: 0, path: 1, spelling: 0 },
  form: {
    contact: contact ?? 0,
    has: contact === undefined ? 'neither' : 'email',
    phoneOf: 0,
    isAnonymousFirst: false,
  },
});

// The numbers of contacts, of persons, and of the audiences of the first page.
const [anna, ben, carl, dora, nobody] = [0, 1, 2, 3, 4];
const visits: Visit[] = [
  visit(anna, 19 * day, ben),
  visit(anna, 19 * day, carl),
  visit(anna, 19 * day, anna),
  visit(dora, 19 * day),
  visit(nobody, 19 * day),
  visit(anna, 19 * day + hour),
  visit(ben, 19 * day + 2 * hour),
  visit(ben, 19 * day + 2 * hour),
  visit(ben, 2 * day),
  visit(carl, 19 * day, ben),
  visit(carl, 20 * day + 2 * hour, ben),
  visit(anna, 19 * day, anna),
];

export const beacon = (visit: number, step: number, of: Partial<Beacon> = {}): Beacon => ({
  visit,
  step,
  claim: 'its',
  url: 'its',
  latency: 0,
  tellsValues: true,
  isOtherSender: false,
  ...of,
});
export const deliver = (...beacons: Beacon[]): Action => ({ kind: 'deliver', beacons });
const archive = (isRestored: boolean): Action => ({ kind: 'archive', isRestored, place: 0, audience: ben });
const look = (of: Partial<Question> = {}): Action => ({
  kind: 'look',
  question: { ...wholeQuestion, ...of },
});

const actions: Action[] = [
  deliver(beacon(0, 1), beacon(2, 1), beacon(4, 0), beacon(8, 0), beacon(11, 0)),
  deliver(beacon(1, 0, { latency: minute }), beacon(3, 0, { claim: 'none' })),
  { kind: 'import', visits: [3] },
  { kind: 'seal', how: 'forced', writes: 35, interruption },
  { kind: 'number', how: 'whole', interruption },
  { kind: 'move', person: anna, company: 2 },
  // In one visit she came from one company, and sent the form from another.
  deliver(beacon(11, 1)),
  look(),
  // One begins earlier than was known, and keeps her company of before.
  deliver(beacon(5, 0), beacon(3, 0), beacon(1, 1), beacon(0, 1)),
  look({ place: 0, countries: ['DE'] }),
  look({ interval: 'day', zone: 'Asia/Kathmandu', limit: 1 }),
  // One step has the whole range.
  look({ interval: 'week', start: 19 * day, end: 20 * day }),
  archive(false),
  deliver(beacon(6, 0)),
  archive(true),
  { kind: 'switch', hasRecipients: false },
  deliver(beacon(7, 0)),
  { kind: 'switch', hasRecipients: true },
  { kind: 'remove', before: 10 * day, writes: 35, how: 'whole', interruption },
  look(),
  { kind: 'erase', person: ben },
  look(),
  { kind: 'clear', isSealed: false, interruption },
  look(),
  deliver(beacon(6, 1), beacon(9, 1)),
  deliver(beacon(10, 1)),
  look(),
];

export const wholeStory: [Visit[], Action[]] = [visits, actions];
