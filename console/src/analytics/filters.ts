import type { Dimension } from '../../../src/vocabulary/dimensions.ts';
import type { Query } from '../nav/router.ts';
import { dimensionNames } from './dimensions.ts';

/** What visits are limited to, as the API takes it: the values of a dimension, and the dimensions without one. */
export interface VisitFilter extends Partial<Record<Dimension, string[]>> {
  unknown?: Dimension[];
}

/** Of a page, also to an audience. */
export interface PageFilter extends VisitFilter {
  audienceId?: string;
}

const linesOf = (text = '') => text.split('\n').filter(Boolean);

/** The values of a dimension that an address filters by. Null stands for visits without one. */
export const chosenOf = (query: Query, by: Dimension): (string | null)[] => [
  ...linesOf(query[by]),
  ...(linesOf(query.unknown).includes(by) ? [null] : []),
];

/** The filter of an address. Values of one dimension are alternatives; dimensions must hold together. */
export function visitFilter(query: Query): VisitFilter {
  const values = dimensionNames.flatMap((name) => (query[name] ? [[name, linesOf(query[name])]] : []));
  const unknown = dimensionNames.filter((name) => linesOf(query.unknown).includes(name));
  return { ...Object.fromEntries(values), ...(unknown.length > 0 && { unknown }) };
}

/** The filter of an address that names a page. */
export const pageFilter = (query: Query): PageFilter => ({
  ...visitFilter(query),
  ...(query.audience && { audienceId: query.audience }),
});

const toggled = (lines: string[], line: string) =>
  (lines.includes(line) ? lines.filter((one) => one !== line) : [...lines, line]).join('\n');

/** The change of an address that adds a value to its filter, or takes it away. Null stands for visits without one. */
export const toggleValue = (query: Query, by: Dimension, value: string | null): Query =>
  value === null
    ? { unknown: toggled(linesOf(query.unknown), by) }
    : { [by]: toggled(linesOf(query[by]), value) };
