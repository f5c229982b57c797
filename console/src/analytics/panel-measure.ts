import { enoughSessions } from '../../../src/lib/chance.ts';
import type { Dimension } from '../../../src/vocabulary/dimensions.ts';
import { countNames, valueRanks } from '../../../src/vocabulary/measures.ts';
import { meanTime, number, plural, rate } from '../lib/format.ts';
import { dimensions } from './dimensions.ts';
import type { Count, Measure, Totals } from './measures.ts';

/** What the API sorts the values of a dimension by. */
export type Sort = `-${(typeof valueRanks)[number]}`;

/** The counts of a row, or of several: then the mean is not known. */
export type Sums = Record<Count, number> & { avgTimeSpentSeconds: number | null };

/** What the lists beside the chart show of a measure, and the order of their rows. */
export interface PanelMeasure {
  /** The count of each row, and its bar. */
  count: Count;
  countLabel: string;
  /** What stands last: a rate, or the mean time. */
  last: (item: Sums) => string;
  lastLabel: string;
  lastHint: string;
  sort: Sort;
  /** Rows with enough visits are ordered by the rate, which the API does not sort by. */
  rate?: (item: Totals) => number;
}

const converted = {
  last: ({ conversionCount, totalSessions }: Sums) => rate(conversionCount, totalSessions),
  lastLabel: 'Converted',
  lastHint: 'Conversions of visits',
};

/** What lists show of a measure. */
export function panelMeasure({ label, lineLabel, count, sample }: Measure): PanelMeasure {
  const visits = { count: 'totalSessions', countLabel: 'Visits', sort: '-totalSessions' } as const;
  if (!count) {
    return {
      ...visits,
      last: ({ avgTimeSpentSeconds, totalSessions }) => meanTime(avgTimeSpentSeconds, totalSessions),
      lastLabel: 'Engaged',
      lastHint: 'Average engaged time',
    };
  }
  const rank = valueRanks.find((name) => name === count) ?? 'totalSessions';
  const counted = { count, countLabel: lineLabel, sort: `-${rank}` } as const;
  if (!sample) return { ...counted, ...converted };
  return {
    ...counted,
    last: (item) => rate(item[count], item[sample]),
    lastLabel: label,
    lastHint: `${lineLabel} of visits`,
    rate: (item) => (item[sample] < enoughSessions ? -1 : item[count] / item[sample]),
  };
}

/** Rows in the order of a measure: those with enough visits by their rate, then the others as the API has them. */
export const inOrder = <T extends Totals>(items: T[], { rate: rateOf }: PanelMeasure): T[] =>
  rateOf ? items.toSorted((a, b) => rateOf(b) - rateOf(a)) : items;

/** What a row shows of a measure. */
export const shownOf = (
  { count, last }: PanelMeasure,
  item: Totals & { compared?: Totals | undefined },
): { count: number; converted: number | undefined; before: number | undefined; last: string } => ({
  count: item[count],
  converted: count === 'totalSessions' ? item.conversionCount : undefined,
  before: item.compared?.[count],
  last: last(item),
});

/** The counts of rows that are not shown, and of others; null if there are none. Means cannot be added up: it has none. */
export function hiddenOf(items: Totals[], other: Totals | null): Sums | null {
  if (items.length === 0) return other;
  const all = other ? [...items, other] : items;
  const sums = countNames.map((name) => [name, all.reduce((total, item) => total + item[name], 0)]);
  return { ...(Object.fromEntries(sums) as Record<Count, number>), avgTimeSpentSeconds: null };
}

const unitOf = ({ countLabel }: Pick<PanelMeasure, 'countLabel'>): string =>
  countLabel.toLowerCase().slice(0, -1);

/** The visits without a value of a dimension, in words: "12 of 366 visits have no known country". */
export function withoutInWords(
  by: Dimension,
  without: Sums,
  all: Sums | null,
  measure: Pick<PanelMeasure, 'count' | 'countLabel'>,
): string {
  const { label, unknown } = dimensions[by];
  const [count, total] = [without[measure.count], all?.[measure.count] ?? 0];
  const what = `${unknown.startsWith('No ') ? '' : 'known '}${label.toLowerCase()}`;
  return `${number(count)} of ${plural(total, unitOf(measure))} ${count === 1 ? 'has' : 'have'} no ${what}`;
}

/** What is not shown, in words: "All others: 7 visits (converted 2 of 7)". */
export function othersInWords(
  hidden: Sums,
  measure: Omit<PanelMeasure, 'sort'>,
  others = 'All others',
): string {
  const { count, last, lastLabel } = measure;
  const words = `${others}: ${plural(hidden[count], unitOf(measure))}`;
  const rest = last(hidden);
  return rest === '–' ? words : `${words} (${lastLabel.toLowerCase()} ${rest})`;
}
