import type { Dimension } from './dimensions.ts';
import type { Question } from './question.ts';

/** The values of which a visit must have one, by dimension. Null stands for no value. */
export type Filters = Partial<Record<Dimension, readonly (string | null)[]>>;

/** Filters, and the audience that visits must be of, if one is given. */
export const ofAudience = (filters: Filters, audienceId: string | undefined): Question['filters'] => ({
  ...filters,
  ...(audienceId === undefined ? {} : { audienceId: [audienceId] }),
});
