import type { Dimension } from '../../../src/vocabulary/dimensions.ts';
import { dimensionNames, dimensions, showValue, workspaceDimensions } from './dimensions.ts';

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
