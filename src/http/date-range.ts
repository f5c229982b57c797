import * as z from 'zod/mini';
import { broken, instant } from './schemas.ts';

/** The longest range that a request may have, in milliseconds. */
const longestRange = 400 * 86_400_000;

/** The query parameters of a range `[startDate, endDate)`. `what` began or happened in it. */
export const dateRange = (what: string) => ({
  startDate: z.optional(instant).check(z.describe(`${what} then or later.`)),
  endDate: z.optional(instant).check(z.describe(`${what} before.`)),
});

/** Refuses a range that ends before it starts, or is longer than 400 days. */
export const ranged = <
  T extends z.ZodMiniType<{ startDate?: string | undefined; endDate?: string | undefined }>,
>(
  schema: T,
) =>
  schema.check(
    z.superRefine(({ startDate, endDate }, context) => {
      if (startDate === undefined || endDate === undefined) return;
      const length = Date.parse(endDate) - Date.parse(startDate);
      const refuse = (message: string) => context.addIssue(broken(['endDate'], message));
      if (length <= 0) refuse('must be after startDate');
      else if (length > longestRange) refuse('must be at most 400 days after startDate');
    }),
  );
