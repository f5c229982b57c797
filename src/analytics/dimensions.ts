/**
 * What visits can be broken down and filtered by: the names in requests. Append new ones: removed_sessions stores values
 * in this order.
 */
export const dimensions = [
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'referrer',
  'country',
  'device',
  'browser',
  'landingPath',
] as const;
export type Dimension = (typeof dimensions)[number];

/** The value of each dimension; null where it is unknown. */
export type DimensionValues = Record<Dimension, string | null>;

/** The values as a JSON array in the order of the dimensions, in which removed_sessions stores them. */
export const valuesText = (values: DimensionValues): string =>
  JSON.stringify(dimensions.map((name) => values[name]));

/** The values in the text of `valuesText`. It lacks the dimensions that are newer. */
export function parseValues(text: string): DimensionValues {
  const values: (string | null)[] = JSON.parse(text);
  return Object.fromEntries(
    dimensions.map((name, index) => [name, values[index] ?? null]),
  ) as DimensionValues;
}

/**
 * What rollups are made by, besides time. `all` has one value, the empty text. `page` is for the whole workspace,
 * the others are for a page.
 */
export type Grouping = 'all' | 'audience' | 'page' | Dimension;

/** Whether the values of a grouping are any text that a visitor sends. Countries and devices are few. */
export const hasAnyValue = (grouping: string): boolean =>
  (dimensions as readonly string[]).includes(grouping) && grouping !== 'country' && grouping !== 'device';
