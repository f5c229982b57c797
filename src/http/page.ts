import * as z from 'zod';
import { count } from './schemas.ts';

/** A cursor may hold an id of 255 characters of four bytes, in base64. */
const longestCursor = 1500;

/** Query of every list: 1 to 100 items a page (default 50) after an opaque cursor. */
export const listQuery = {
  cursor: z.string().max(longestCursor).optional().meta({ description: '`nextCursor` of the page before.' }),
  limit: z
    .string()
    .regex(/^(?:[1-9]\d?|100)$/, 'must be a whole number from 1 to 100')
    .transform(Number)
    .default(50)
    .meta({
      override: { type: 'integer', format: 'int32', minimum: 1, maximum: 100, default: 50 },
      description: 'Items a page.',
    }),
};
export const ListQuery = z.object(listQuery);

/** The schema of a page of `item`. */
export const pageOf = <T extends z.ZodType>(item: T, id: string) =>
  z
    .object({
      items: z.array(item).max(100),
      hasMore: z.boolean(),
      nextCursor: z.string().max(longestCursor).nullable(),
      totalCount: count,
    })
    .meta({ id });
