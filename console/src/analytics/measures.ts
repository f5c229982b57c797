import {
  type CountName,
  countAt,
  type FigureName,
  type Figures,
  figures,
  shownFigures,
} from '../../../src/vocabulary/measures.ts';

/** A count that the API answers: counts of several steps can be added up. */
export type Count = CountName;

/** The figures of a workspace or a page over a span. */
export type Totals = Pick<Figures, Count | 'avgTimeSpentSeconds'>;

/** A figure: a count, the rate of a count in its sample, or else the mean time. */
export interface Measure {
  label: string;
  count: Count | undefined;
  /** With it, the figure is a rate. */
  sample: Count | undefined;
  /** A smaller number is better, as with bounces. */
  lessIsBetter: true | undefined;
  /**
   * Its name in the address. The chart shows the line of its count, because rates of single days say little; lists are
   * sorted by it.
   */
  line: string;
  /** What the line is called. */
  lineLabel: string;
}

function measureOf(name: FigureName): Measure {
  const { place, of, label = name, line = name, lessIsBetter } = figures[name];
  const [count, sample] = [countAt(place), countAt(of)];
  return { label, count, sample, lessIsBetter, line, lineLabel: (count && figures[count].label) ?? label };
}

const [first, ...others] = shownFigures;
/** The figures in their order. The chart shows the first until another is chosen. */
export const measures: readonly [Measure, ...Measure[]] = [measureOf(first), ...others.map(measureOf)];
