import type { AnalyticsBreakdownData } from '@footfall/client';
import { country } from '../lib/format.ts';

/** What visits are broken down and filtered by: names of the API, and of the address. */
export type Dimension = AnalyticsBreakdownData['query']['by'];

export interface DimensionWords {
  label: string;
  /** The visits whose value is not known. */
  unknown: string;
  show?: (value: string) => string;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A path as people write it: `/für` and not `/f%C3%BCr`. One with characters that are not seen stays as it is. */
export function showPath(path: string): string {
  try {
    const shown = decodeURI(path);
    return /[\p{C}\p{Z}]/u.test(shown) ? path : shown;
  } catch {
    return path;
  }
}

/** The dimensions in words, in the order of filters. */
export const dimensions: Record<Dimension, DimensionWords> = {
  referrer: { label: 'Referrer', unknown: 'Direct or unknown' },
  utmCampaign: { label: 'Campaign', unknown: 'No campaign' },
  utmSource: { label: 'Source', unknown: 'No source' },
  utmMedium: { label: 'Medium', unknown: 'No medium' },
  utmTerm: { label: 'Term', unknown: 'No term' },
  utmContent: { label: 'Content', unknown: 'No content' },
  landingPath: { label: 'Landing path', unknown: 'Unknown', show: showPath },
  pageLinkId: { label: 'Page link', unknown: 'No page link' },
  country: { label: 'Country', unknown: 'Unknown', show: country },
  device: { label: 'Device', unknown: 'Unknown', show: capital },
  browser: { label: 'Browser', unknown: 'Unknown' },
};

/** Where a visit came from. */
export const sources = [
  'referrer',
  'utmCampaign',
  'utmSource',
  'utmMedium',
  'utmTerm',
  'utmContent',
] as const;

/** The names of all dimensions. */
export const dimensionNames = Object.keys(dimensions) as Dimension[];
/** Those whose values are the same on all pages. */
export const workspaceDimensions = dimensionNames.filter((name) => name !== 'pageLinkId');

/** A value of a dimension in words. */
export const showValue = (by: Dimension, value: string): string => dimensions[by].show?.(value) ?? value;
