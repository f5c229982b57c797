import type { Dimension } from './dimensions.ts';

/**
 * Which visits count, by dimension: the values of which one must be the visit's. Null stands for an unknown value. A
 * dimension that is absent is not filtered.
 */
export type Filters = Partial<Record<Dimension, readonly (string | null)[]>>;
