import type { PageAnalytics } from '@footfall/client';
import { type Column, column } from '../kit/table.tsx';
import { countChange, meanTime, number, rate } from '../lib/format.ts';
import { judged } from './measures.ts';

type Name = 'totalSessions' | 'conversionCount' | 'conversionRate' | 'avgTimeSpentSeconds';
type RowFigures = Pick<PageAnalytics, Name>;
/** The figures of a row: undefined while they are loaded, `none` if there were no visits. */
type Known = RowFigures | 'none' | undefined;

/** The columns of the figures of pages or audiences. Rates and times of fewer than 30 visits come last. */
export function figureColumns<Row>(
  figuresOf: (row: Row) => Known,
  beforeOf: (row: Row) => number | undefined,
): Record<'visits' | 'change' | 'conversions' | 'rate' | 'time', Column<Row>> {
  const of = (row: Row, name: Name): number => {
    const figures = figuresOf(row);
    return typeof figures === 'object' ? (figures[name] ?? 0) : 0;
  };
  /** A cell is empty while the figures are loaded. */
  const cell = (words: (row: Row) => string, none: string) => (row: Row) =>
    figuresOf(row) === undefined ? '' : figuresOf(row) === 'none' ? none : words(row);
  const visits = (row: Row) => of(row, 'totalSessions');
  return {
    visits: column(
      'visits',
      'Visits',
      { isNumber: true, sortBy: visits },
      cell((row) => number(visits(row)), '0'),
    ),
    change: column('change', 'Change', { isNumber: true, notOnPhone: true }, (row) =>
      figuresOf(row) ? countChange(visits(row), beforeOf(row)) : '',
    ),
    conversions: column(
      'conversions',
      'Conversions',
      { isNumber: true, notOnPhone: true, sortBy: (row) => of(row, 'conversionCount') },
      cell((row) => number(of(row, 'conversionCount')), '–'),
    ),
    rate: column(
      'rate',
      'Conversion rate',
      { isNumber: true, sortBy: (row) => judged(visits(row), of(row, 'conversionRate')) },
      cell((row) => rate(of(row, 'conversionCount'), visits(row)), '–'),
    ),
    time: column(
      'time',
      'Engaged',
      {
        isNumber: true,
        notOnPhone: true,
        sortBy: (row) => judged(visits(row), of(row, 'avgTimeSpentSeconds')),
      },
      cell((row) => meanTime(of(row, 'avgTimeSpentSeconds'), visits(row)), '–'),
    ),
  };
}
