import type { ArmCounts } from '../../src/lib/sequential.ts';
import type { Draw } from '../lib/random.ts';
import { Evidence, sharesOf } from './evidence.ts';

/** An experiment that nobody decides: it goes on to its last visit. */
export interface Crowd {
  weights: readonly number[];
  /** The probability that a visit converts, in the mean over a day. */
  rate: number;
  visits: number;
  /** How many visits a visitor makes, and how many in the mean. */
  visitsOf: (draw: Draw) => number;
  meanVisits: number;
  /** What counts: a visitor once, and their first conversion, or each visit. */
  unit: 'visitor' | 'visit';
  /** Whether a visitor who converts does so at each visit. */
  isFaithful?: boolean;
}

/** The visits of a day, over which the rate rises and falls by half. */
const day = 1000;
const wave = Float64Array.from({ length: day }, (_, at) => 1 + Math.sin((2 * Math.PI * at) / day) / 2);

/** The rate of a visit that is one of many in a row, with the wave of its hour. */
export const rateAt = (rate: number, visit: number): number => rate * (wave[visit % day] ?? 1);

/** Draws the arm of a visitor. */
export function armDrawer(weights: readonly number[]): (draw: Draw) => number {
  const shares = sharesOf(weights);
  return (draw) => {
    let [arm, left] = [0, draw()];
    for (; arm < shares.length - 1; arm++) {
      left -= shares[arm] ?? 0;
      if (left < 0) break;
    }
    return arm;
  };
}

/** What has been counted, with the evidence of each look. */
export class Counts {
  readonly split: Evidence;
  /** Each challenger beside the live arm. */
  readonly pairs: Evidence[];
  readonly weights: readonly number[];

  constructor(weights: readonly number[]) {
    const [live = 1, ...others] = weights;
    this.weights = weights;
    this.split = new Evidence(weights);
    this.pairs = others.map((weight) => new Evidence([live, weight]));
  }

  convert(arm: number): void {
    if (arm > 0) this.pairs[arm - 1]?.add(1);
    else for (const pair of this.pairs) pair.add(0);
  }

  /** The largest evidence of a challenger. */
  largest(): number {
    let largest = 0;
    for (const { value } of this.pairs) if (value > largest) largest = value;
    return largest;
  }

  /** As the service counts them. */
  arms(): [ArmCounts, ...ArmCounts[]] {
    const conversions = [this.pairs[0]?.counts[0], ...this.pairs.map(({ counts }) => counts[1])];
    const armOf = (arm: number) => ({
      weight: this.weights[arm] ?? 0,
      visitors: this.split.counts[arm] ?? 0,
      conversions: conversions[arm] ?? 0,
    });
    return [armOf(0), ...this.pairs.map((_, place) => armOf(place + 1))];
  }
}

/** Sends visitors, of whom some return in any order, and looks after each visit. `look` gets what has been counted. */
export function visit(crowd: Crowd, draw: Draw, look: (counts: Counts) => void): Counts {
  const { weights, rate, visits, visitsOf, meanVisits, unit, isFaithful = false } = crowd;
  const counts = new Counts(weights);
  const drawArm = armDrawer(weights);
  const isEachCounted = unit === 'visit';
  const returns = 1 - 1 / meanVisits;
  // Of those who will come again: their arm, how often they come, and whether they have converted.
  const [arms, left, converted] = [new Uint8Array(visits), new Uint8Array(visits), new Uint8Array(visits)];
  let waiting = 0;
  for (let at = 0; at < visits; at++) {
    // One number says whether somebody returns, and who.
    const part = draw();
    const isReturn = waiting > 0 && part < returns;
    const place = isReturn ? Math.floor((part / returns) * waiting) : waiting;
    if (!isReturn) {
      arms[place] = drawArm(draw);
      left[place] = visitsOf(draw);
      converted[place] = 0;
      waiting++;
    }
    const arm = arms[place] ?? 0;
    const hasConverted = converted[place] === 1;
    if (!isReturn || isEachCounted) counts.split.add(arm);
    const converts = isFaithful && isReturn ? hasConverted : draw() < rateAt(rate, at);
    if (converts) {
      if (isEachCounted || !hasConverted) counts.convert(arm);
      converted[place] = 1;
    }
    left[place] = (left[place] ?? 0) - 1;
    if (left[place] === 0) {
      waiting--;
      arms[place] = arms[waiting] ?? 0;
      left[place] = left[waiting] ?? 0;
      converted[place] = converted[waiting] ?? 0;
    }
    look(counts);
  }
  return counts;
}
