import type { Dimension } from '../../../src/vocabulary/dimensions.ts';
import type { Query } from '../nav/router.ts';
import { dimensionNames, dimensions, showValue, workspaceDimensions } from './dimensions.ts';

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

/** A filter of visits in words, by its name in the address. */
export interface FilterWords {
  label: string;
  /** All values that it can have. Others take a value of the visits, or any text. */
  values?: readonly { value: string; label: string }[];
  show?: (value: string) => string;
}

export const isDimension = (name: string): name is Dimension =>
  (dimensionNames as readonly string[]).includes(name);

const ofDimensions = (names: readonly Dimension[]): Record<string, FilterWords> =>
  Object.fromEntries(
    names.map((name) => [name, { label: dimensions[name].label, show: (value) => showValue(name, value) }]),
  );

/** What the figures of all pages can be limited to. */
export const workspaceFilters = ofDimensions(workspaceDimensions);

/** What the figures of the audiences of a page can be limited to. */
export const audienceFilters = ofDimensions(dimensionNames);

/** What the figures of a page can be limited to. */
export const pageFilters: Record<string, FilterWords> = {
  ...audienceFilters,
  audience: { label: 'Audience' },
};
