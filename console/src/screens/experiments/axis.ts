import type { ExperimentArm } from '@footfall/client';

// The axis of a test: by how much more or less a version converts than the live one. As ratios of rates, so that twice as
// many are as far from the middle as half as many.

/** The axis goes at least this far to each side, and at most that far. What is beyond ends with an arrow. */
const [least, most] = [2, 10];
/** The lifts that may be named, where there is room for them. */
const named = [-0.9, -0.75, -0.5, -0.25, 0, 0.5, 1, 3, 9];
/** From this reach on, the lifts within are too close to each other. */
const manyFrom = 4;

type Ends = Pick<ExperimentArm, 'liftLow' | 'liftHigh'>;

/** What is left free at each side, where the names of the ends have their room. */
const margin = 0.06;

/** An axis of lifts with the live version in the middle. */
export interface Axis {
  /** Where a lift is, from 0 to 1. */
  placeOf: (lift: number) => number;
  /** Whether a lift is beyond its ends. */
  isBeyond: (lift: number) => boolean;
  /** The lifts that are named. */
  ticks: number[];
}

/** The axis on which the intervals of all arms are. */
export function axisOf(arms: readonly Ends[]): Axis {
  const ratios = arms.flatMap(({ liftLow, liftHigh }) =>
    [liftLow, liftHigh].flatMap((end) => (end === null ? [] : [end + 1])),
  );
  const farthest = Math.max(...ratios.map((ratio) => Math.max(ratio, 1 / ratio)), least);
  const reach = Math.min(farthest, most);
  const placeOf = (lift: number) => {
    const ratio = Math.min(Math.max(lift + 1, 1 / reach), reach);
    return 0.5 + (Math.log(ratio) / Math.log(reach)) * (0.5 - margin);
  };
  const isBeyond = (lift: number) => lift + 1 > reach * 1.001 || lift + 1 < 0.999 / reach;
  const isNamed = (lift: number) => !isBeyond(lift) && (reach < manyFrom || (lift !== -0.25 && lift !== 0.5));
  return { placeOf, isBeyond, ticks: named.filter(isNamed) };
}
