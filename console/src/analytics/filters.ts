import type { Dimension } from '../../../src/vocabulary/dimensions.ts';
import type { Query } from '../nav/router.ts';
import { dimensionNames, dimensions, showValue, workspaceDimensions } from './dimensions.ts';

/**
 * What visits are limited to, as the API takes it: the values of a dimension, the dimensions without one, and those whose
 * values are excluded.
 */
export interface VisitFilter extends Partial<Record<Dimension, string[]>> {
  unknown?: Dimension[];
  not?: Dimension[];
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

/** Whether an address excludes the values of a dimension. */
export const isExcluded = (query: Query, by: Dimension): boolean =>
  linesOf(query.not).includes(by) && chosenOf(query, by).length > 0;

/** The filter of an address. Values of one dimension are alternatives; dimensions must hold together. */
export function visitFilter(query: Query): VisitFilter {
  const values = dimensionNames.flatMap((name) => (query[name] ? [[name, linesOf(query[name])]] : []));
  const unknown = dimensionNames.filter((name) => linesOf(query.unknown).includes(name));
  const not = dimensionNames.filter((name) => isExcluded(query, name));
  return {
    ...Object.fromEntries(values),
    ...(unknown.length > 0 && { unknown }),
    ...(not.length > 0 && { not }),
  };
}

/** The filter of an address that names a page. */
export const pageFilter = (query: Query): PageFilter => ({
  ...visitFilter(query),
  ...(query.audience && { audienceId: query.audience }),
});

const toggled = (lines: string[], line: string) =>
  (lines.includes(line) ? lines.filter((one) => one !== line) : [...lines, line]).join('\n');

const without = (lines: string[], line: string) => lines.filter((one) => one !== line).join('\n');

/** The change of an address that adds a value to its filter, or takes it away. Null stands for visits without one. */
export function toggleValue(query: Query, by: Dimension, value: string | null): Query {
  const change =
    value === null
      ? { unknown: toggled(linesOf(query.unknown), by) }
      : { [by]: toggled(linesOf(query[by]), value) };
  // The next value is not excluded because those before it were.
  const isAlone = [query, { ...query, ...change }].some((of) => chosenOf(of, by).length === 0);
  return isAlone && query.not ? { ...change, not: without(linesOf(query.not), by) } : change;
}

/** The change of an address that limits its visits to those with, or without, some values of a dimension. */
export const onlyValues = (
  query: Query,
  by: Dimension,
  { values, isNot }: { values: readonly (string | null)[]; isNot: boolean },
): Query => {
  const [unknown, not] = [without(linesOf(query.unknown), by), without(linesOf(query.not), by)];
  return {
    [by]: values.filter((value) => value !== null).join('\n'),
    unknown: values.includes(null) ? [...linesOf(unknown), by].join('\n') : unknown,
    not: isNot ? [...linesOf(not), by].join('\n') : not,
  };
};

/** The change of an address that a click on a value makes: it is added, or taken away. One that is excluded is shown alone. */
export const clickedValue = (query: Query, by: Dimension, value: string | null): Query =>
  isExcluded(query, by)
    ? onlyValues(query, by, { values: [value], isNot: false })
    : toggleValue(query, by, value);

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
