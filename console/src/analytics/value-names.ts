import type { Dimension } from '../../../src/vocabulary/dimensions.ts';
import { useLinkNames } from '../data/link-names.ts';
import { showValue } from './dimensions.ts';

/**
 * Values of a dimension in words, also those that are ids: links of a page have the names that they have in the API.
 * Undefined values load nothing yet.
 */
export function useValueNames(
  by: Dimension | undefined,
  pageId: string | undefined,
  values: (string | null | undefined)[] | undefined,
): (value: string) => string {
  const ids = by === 'pageLinkId' ? values?.flatMap((value) => value || []) : undefined;
  const linkName = useLinkNames(pageId ?? '', pageId === undefined ? undefined : ids);
  return (value) => (by === 'pageLinkId' ? linkName(value) : by ? showValue(by, value) : value);
}
