import assert from 'node:assert/strict';
import { logEvidence, ratioInterval, verdictOf } from '../../src/lib/sequential.ts';
import { longGenerator } from '../lib/random.ts';
import { Evidence, sharesOf } from './evidence.ts';
import { isSignificant } from './fixed.ts';
import { armDrawer, Counts, type Crowd, rateAt, visit } from './visitors.ts';

/** What the service promises: src/lib/sequential.ts decides by the same numbers, or an assertion here fails. */
export const alpha = 0.05;
export const splitAlpha = 0.001;

/** A seed for each experiment. */
export type Seeds = readonly number[];

/** Throws if the service would see another evidence than the products of all counts, or decide otherwise. */
function compare(counts: Counts): void {
  const arms = counts.arms();
  const verdict = verdictOf(arms);
  const pairs = counts.pairs.map(({ value }) => Math.log(value));
  const level = alpha / pairs.length;
  for (const [place, challenger] of verdict.challengers.entries()) {
    assert.ok(Math.abs(challenger.evidence - (pairs[place] ?? Number.NaN)) < 1e-9);
    assert.equal(challenger.isDecided, (counts.pairs[place]?.value ?? 0) >= 1 / level);
  }
  const split = logEvidence(counts.split.counts, counts.weights);
  assert.ok(Math.abs(split - Math.log(counts.split.value)) < 1e-9);
  assert.equal(verdict.splitIsBroken, counts.split.value >= 1 / splitAlpha);
}

/** Of experiments in which nothing differs: those that were decided, and those whose split was called broken. */
export function falseAlarms(crowd: Crowd, seeds: Seeds): { decided: number; broken: number } {
  const level = alpha / (crowd.weights.length - 1);
  let [decided, broken] = [0, 0];
  for (const seed of seeds) {
    let [isDecided, isBroken] = [false, false];
    const counts = visit(crowd, longGenerator(seed), (seen) => {
      if (!isBroken && seen.split.value >= 1 / splitAlpha) {
        isBroken = true;
        compare(seen);
      }
      if (!isDecided && seen.largest() >= 1 / level) {
        isDecided = true;
        compare(seen);
      }
    });
    compare(counts);
    if (isDecided) decided++;
    if (isBroken) broken++;
  }
  return { decided, broken };
}

/** An experiment of which one challenger differs: arm 1. The others convert as the live one does. */
export interface Difference {
  weights: readonly number[];
  /** The rates of visitors of the live arm and of arm 1. */
  rates: readonly [number, number];
}

/** The visitors until arm 1 was decided, of experiments in order, and how many were decided the wrong way. */
export function decisions({ weights, rates }: Difference, seeds: Seeds, limit: number) {
  const level = alpha / (weights.length - 1);
  const drawArm = armDrawer(weights);
  const isLower = rates[1] < rates[0];
  const visitors: number[] = [];
  let wrong = 0;
  for (const seed of seeds) {
    const draw = longGenerator(seed);
    const counts = new Counts(weights);
    const [pair] = counts.pairs;
    let count = 0;
    while (pair && pair.value < 1 / level && count < limit) {
      const arm = drawArm(draw);
      counts.split.add(arm);
      if (draw() < rates[arm === 1 ? 1 : 0]) counts.convert(arm);
      count++;
    }
    compare(counts);
    const isDecided = count < limit;
    visitors.push(isDecided ? count : Number.POSITIVE_INFINITY);
    if (isDecided && verdictOf(counts.arms()).challengers[0]?.isBetter === isLower) wrong++;
  }
  return { visitors: visitors.sort((a, b) => a - b), wrong };
}

/** The median number of conversions until a ratio of rates is decided, with equal weights and a prior of this strength. */
export function conversionsUntil(ratio: number, strength: number, seeds: Seeds): number {
  const share = ratio / (1 + ratio);
  const counts = seeds.map((seed) => {
    const draw = longGenerator(seed);
    const evidence = new Evidence([1, 1], [0.5, 0.5], strength);
    let count = 0;
    for (; evidence.value < 1 / alpha; count++) evidence.add(draw() < share ? 1 : 0);
    return count;
  });
  return counts.sort((a, b) => a - b)[Math.floor(seeds.length / 2)] ?? Number.NaN;
}

/** Of experiments: those whose interval did not contain the true ratio after each of the visitors. */
export function misses({ weights, rates }: Difference, seeds: Seeds, visitors: number): number {
  const [live = 1, weight = 1] = weights;
  const odds = (weight * rates[1]) / (live * rates[0]);
  const drawArm = armDrawer(weights);
  let missed = 0;
  for (const seed of seeds) {
    const draw = longGenerator(seed);
    const evidence = new Evidence(weights, sharesOf([1, odds]));
    const look = () => {
      const [low, high] = ratioInterval(
        [evidence.counts[0] ?? 0, evidence.counts[1] ?? 0],
        [live, weight],
        alpha,
      );
      const ratio = rates[1] / rates[0];
      assert.equal(ratio < low || ratio > high, evidence.value >= 1 / alpha);
    };
    let isMissed = false;
    for (let at = 0; at < visitors; at++) {
      const arm = drawArm(draw);
      if (draw() < rateAt(rates[arm === 1 ? 1 : 0], at)) evidence.add(arm);
      if (!isMissed && evidence.value >= 1 / alpha) {
        isMissed = true;
        look();
      }
      if (at % 1009 === 0) look();
    }
    if (isMissed) missed++;
  }
  return missed;
}

/** Of experiments in which nothing differs: the share that each test has called decided up to each day. */
export function lookedAtDaily(
  { rate, perDay, days }: { rate: number; perDay: number; days: number },
  seeds: Seeds,
): { classical: number[]; sequential: number[] } {
  const [classical, sequential] = [new Array<number>(days).fill(0), new Array<number>(days).fill(0)];
  const note = (days: number[], from: number) => {
    for (let day = from; day < days.length; day++) days[day] = (days[day] ?? 0) + 1 / seeds.length;
  };
  for (const seed of seeds) {
    const draw = longGenerator(seed);
    const counts = new Counts([1, 1]);
    let [isSeen, isDecided] = [false, false];
    for (let at = 0; at < perDay * days; at++) {
      const arm = draw() < 0.5 ? 0 : 1;
      counts.split.add(arm);
      if (draw() < rate) counts.convert(arm);
      const day = Math.floor(at / perDay);
      if (!isDecided && (counts.pairs[0]?.value ?? 0) >= 1 / alpha) {
        isDecided = true;
        note(sequential, day);
      }
      if (isSeen || (at + 1) % perDay > 0) continue;
      const [a, b] = counts.arms();
      if (b && isSignificant([a.visitors, b.visitors], [a.conversions, b.conversions])) {
        isSeen = true;
        note(classical, day);
      }
    }
  }
  return { classical, sequential };
}
