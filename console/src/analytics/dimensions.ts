import { each } from '../../../src/lib/each.ts';
import {
  dimensions as allDimensions,
  campaigns,
  type Dimension,
  dimensionsOfPage,
} from '../../../src/vocabulary/dimensions.ts';
import { visitFacts } from '../../../src/vocabulary/visit-facts.ts';
import { country } from '../lib/format.ts';

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

/** Where a visit came from. */
export const sources: readonly Dimension[] = [...new Set(['referrer', 'utmCampaign', ...campaigns] as const)];

/** The names of all dimensions, in the order of filters. */
export const dimensionNames: readonly Dimension[] = [
  ...new Set([...sources, 'landingPath', 'pageLinkId', 'versionId', ...allDimensions] as const),
];

/** The dimensions in words. */
export const dimensions = each(dimensionNames, (name) => visitFacts[name]);

const shows: Partial<Record<Dimension, (value: string) => string>> = {
  landingPath: showPath,
  country,
  device: capital,
};

/** Those whose values are the same on all pages. */
export const workspaceDimensions = dimensionNames.filter((name) => !dimensionsOfPage.includes(name));

/** A value of a dimension in words. */
export const showValue = (by: Dimension, value: string): string => shows[by]?.(value) ?? value;
