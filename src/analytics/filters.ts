import type { Dimension } from '../vocabulary/dimensions.ts';
import type { Question } from './question.ts';

/** Which visits count: by dimension, the values of which one must be theirs. Null stands for an unknown value. */
export type Filters = Partial<Record<Dimension, readonly (string | null)[]>>;

/** Filters, and the audience that visits must be of, if one is given. */
export const ofAudience = (filters: Filters, audienceId: string | undefined): Question['filters'] => ({
  ...filters,
  ...(audienceId === undefined ? {} : { audienceId: [audienceId] }),
});
