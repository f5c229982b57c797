import { day, hour } from '../../support/times.ts';
import { noInterruption as interruption } from '../sessions/tasks.ts';
import type { Landing } from './landings.ts';
import { type LinkLook, wholeLinkLook } from './link-looks.ts';
import type { Target } from './links.ts';
import type { Action, Visit } from './stories.ts';
import { beacon, deliver, visit } from './whole.ts';

// A story that has once what visits by page links may have.

const [anna, carl, nobody] = [0, 2, 4];

/** A visit that landed on a path, which it spells in one of the ways. */
const landed = (
  one: Visit,
  [host, path, spelling]: [Landing['host'], Landing['path'], number],
  page = 0,
): Visit => ({
  ...one,
  plan: { ...one.plan, page },
  landing: { host, path, spelling, nthHost: spelling },
});

const visits: Visit[] = [
  landed(visit(anna, 19 * day), ['fallback', 0, 1]),
  landed(visit(anna, 19 * day), ['fallback', 1, 2]),
  landed(visit(nobody, 19 * day), ['custom', 0, 2]),
  landed(visit(anna, 2 * day), ['fallback', 0, 3]),
  landed(visit(nobody, 19 * day + hour), ['fallback', 1, 1]),
  landed(visit(anna, 19 * day + hour), ['custom', 2, 1]),
  landed(visit(anna, 19 * day + hour), ['fallback', 0, 0]),
  landed(visit(nobody, 19 * day, carl), ['fallback', 1, 0]),
  landed(visit(nobody, 20 * day + hour), ['fallback', 1, 3], 1),
  landed(visit(nobody, 2 * day), ['fallback', 1, 3]),
  landed(visit(nobody, 20 * day + hour), ['custom', 0, 3]),
  landed(visit(nobody, 20 * day + hour), ['custom', 2, 2], 1),
  landed(visit(nobody, 19 * day, carl), ['fallback', 0, 3]),
  {
    ...landed(visit(nobody, 19 * day), ['fallback', 0, 0]),
    otherLanding: { host: 'custom', nthHost: 0, path: null, spelling: 0 },
  },
];

const to = (of: Partial<Target>): Target => ({ host: 'fallback', path: 1, place: 0, audience: null, ...of });
const look = (page: 0 | 1, of: Partial<LinkLook['look']['asked']> = {}): Action => {
  const whole = wholeLinkLook(page);
  return { ...whole, ofPage: page, look: { ...whole.look, asked: { ...whole.look.asked, ...of } } };
};

const actions: Action[] = [
  deliver(...[0, 1, 2, 3, 5, 9].map((n) => beacon(n, 0)), beacon(4, 0, { url: 'none' }), beacon(7, 1)),
  deliver(beacon(12, 1), beacon(13, 0, { url: 'other' })),
  { kind: 'import', visits: [6] },
  look(0),
  deliver(beacon(4, 1), beacon(0, 1, { url: 'other' })),
  { kind: 'seal', how: 'forced', writes: 35, interruption },
  look(0, { filters: [['pageLinkId', [null]]] }),
  // Nothing but the link of a sealed session changes.
  deliver(beacon(13, 0)),
  look(0, { filters: [['pageLinkId', [1, null]]], by: 'landingPath' }),
  { kind: 'link', verb: 'move', nth: 1, to: to({ place: 1 }) },
  { kind: 'link', verb: 'delete', nth: 2, to: to({}) },
  { kind: 'link', verb: 'make', nth: 0, to: to({ host: 'custom', path: 0 }) },
  { kind: 'link', verb: 'delete', nth: 2, to: to({}) },
  deliver(beacon(1, 1), beacon(2, 1), beacon(8, 0), beacon(10, 0), beacon(11, 0)),
  look(1),
  { kind: 'remove', before: 10 * day, writes: 35, how: 'whole', interruption },
  look(0),
  { kind: 'erase', person: carl },
  look(0),
  { kind: 'erase', person: anna },
  look(0),
  { kind: 'clear', isSealed: false, interruption },
  look(0),
  deliver(beacon(0, 1), beacon(6, 0), beacon(12, 1)),
  { kind: 'clear', isSealed: true, interruption },
  look(0),
  look(1),
];

export const wholeLinkStory: [Visit[], Action[]] = [visits, actions];
