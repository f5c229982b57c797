import { here } from '../nav/router.ts';
import type { Comparison } from './compare.ts';
import { type RangeName, standardRange } from './range.ts';

/** The address of this screen with another range. Days that were chosen to compare with belong to another range. */
export const rangeAddress = (name: RangeName, compare: Comparison | undefined): string =>
  here({
    range: name === standardRange ? undefined : name,
    from: undefined,
    to: undefined,
    ...(compare === 'custom' && comparedNot),
  });

const comparedNot = { compare: undefined, compareFrom: undefined, compareTo: undefined };

/** The address of this screen with its range compared in another way, or with nothing. */
export const compareAddress = (compare: Exclude<Comparison, 'custom'> | 'off'): string =>
  here({ ...comparedNot, compare: compare === 'matched' ? undefined : compare });
