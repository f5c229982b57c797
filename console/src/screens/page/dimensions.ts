import type { AnalyticsBreakdownData } from '@footfall/client';
import { country } from '../../format.ts';
import type { Query } from '../../router.ts';

/** What visits are broken down and filtered by: names of the API, and of the address. */
export type Dimension = AnalyticsBreakdownData['query']['by'];

export interface DimensionWords {
  label: string;
  /** The visits whose value is not known. */
  unknown: string;
  show?: (value: string) => string;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The dimensions in words, in the order of filters. */
export const dimensions: Record<Dimension, DimensionWords> = {
  referrer: { label: 'Referrer', unknown: 'Direct or unknown' },
  utmCampaign: { label: 'Campaign', unknown: 'No campaign' },
  utmSource: { label: 'Source', unknown: 'No source' },
  utmMedium: { label: 'Medium', unknown: 'No medium' },
  utmTerm: { label: 'Term', unknown: 'No term' },
  utmContent: { label: 'Content', unknown: 'No content' },
  landingPath: { label: 'Landing path', unknown: 'Unknown' },
  country: { label: 'Country', unknown: 'Unknown', show: country },
  device: { label: 'Device', unknown: 'Unknown', show: capital },
  browser: { label: 'Browser', unknown: 'Unknown' },
};

/** The names of all dimensions. */
export const dimensionNames = Object.keys(dimensions) as Dimension[];

/** A value of a dimension in words. */
export const showValue = (by: Dimension, value: string): string => dimensions[by].show?.(value) ?? value;

/** The dimensions that an address filters by. */
export const filteredBy = (query: Query): Dimension[] => dimensionNames.filter((name) => query[name]);

/** What the numbers of a page are limited to. */
export interface NumbersFilter {
  audienceId?: string | undefined;
  by?: Dimension | undefined;
  value?: string | undefined;
}

/** The filter of an address; undefined if it names two dimensions, of which the screen has no figures. */
export function numbersFilter(query: Query): NumbersFilter | undefined {
  const [by, second] = filteredBy(query);
  if (second) return undefined;
  return { audienceId: query.audience, ...(by && { by, value: query[by] }) };
}

/** The changes of an address that filter by one value, and by no other dimension. */
export const onlyBy = (by: Dimension, value: string | undefined): Query => ({
  ...Object.fromEntries(dimensionNames.map((name) => [name, undefined])),
  [by]: value,
});
