import fc from 'fast-check';
import { action, weighted } from '../stories.ts';
import { goals } from './model.ts';

/** The test of a story: it ends by itself after so many minutes, or not. */
export const plan = fc.record({
  weights: fc.constantFrom([1, 1], [1, 1], [4, 1], [1, 2, 3], [1, 1, 1, 1]),
  goal: fc.constantFrom(...goals),
  minutes: fc.constantFrom(null, null, 60, 600),
});
export type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

const claim = weighted(
  [12, fc.constant('own' as const)],
  [2, fc.constant('any arm' as const)],
  [2, fc.constant('nothing' as const)],
  [1, fc.constant('made up' as const)],
  [1, fc.constant('of another test' as const)],
  [1, fc.constant('version of another test' as const)],
  [1, fc.constant('own version in another test' as const)],
  [1, fc.constant('test that has not started' as const)],
  [1, fc.constant('of another audience' as const)],
);

const beacon = fc.record({
  /** After the start of its session. */
  second: weighted([4, fc.integer({ min: 0, max: 600 })], [1, fc.integer({ min: 0, max: 86_000 })]),
  goals: fc.subarray(['own', ...goals] as const, { maxLength: 2 }),
});
export type Beacon = typeof beacon extends fc.Arbitrary<infer T> ? T : never;

const visit = fc.record({
  visitor: fc.option(fc.nat(8), { freq: 5 }),
  address: fc.nat(3),
  arm: fc.nat(3),
  claim,
  /** After the start of the test. */
  second: weighted(
    [6, fc.integer({ min: 0, max: 3000 })],
    [1, fc.constantFrom(-200, -61, -60, -59, -1)],
    [2, fc.integer({ min: 3000, max: 90_000 })],
  ),
  sender: fc.option(fc.nat(2), { freq: 3 }),
  beacons: fc.array(beacon, { minLength: 1, maxLength: 4 }),
});
export type PlannedVisit = typeof visit extends fc.Arbitrary<infer T> ? T : never;
export const visits = fc.array(visit, { minLength: 4, maxLength: 25, size: 'max' });

const deliver = action('deliver', { places: fc.array(fc.nat(99), { minLength: 1, maxLength: 12 }) });
const burst = action('burst', {
  arm: fc.nat(3),
  count: fc.integer({ min: 5, max: 25 }),
  isGoal: fc.boolean(),
});
const pass = action('pass', { minutes: fc.constantFrom<number[]>(1, 30, 200, 1440) });
const erase = action('erase', { sender: fc.nat(2) });
const some = weighted(
  [10, deliver],
  [3, burst],
  [2, pass],
  [2, action('cron', {})],
  [1, action('seal', {})],
  [1, action('stop', {})],
  [1, erase],
  [3, action('look', {})],
);
export type Action = typeof some extends fc.Arbitrary<infer T> ? T : never;
export const story = fc.array(some, { minLength: 4, maxLength: 20, size: 'max' });
