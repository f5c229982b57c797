import * as z from 'zod';
import { count } from './schemas.ts';

/** The longest cursor: it may hold an id of 255 four-byte characters, in base64. */
const longestCursor = 1500;

const limitRule = 'must be a whole number from 1 to 100';
/** The schema of `limit` in the OpenAPI document, where clients see a number. Build time only. */
export const limitOverride =
  (byDefault: number) =>
  ({ jsonSchema }: { jsonSchema: object }): void => {
    Object.assign(jsonSchema, {
      type: 'integer',
      format: 'int32',
      minimum: 1,
      maximum: 100,
      default: byDefault,
      pattern: undefined,
    });
  };

/** The query of every list: 1 to 100 items per page (default 50), after an opaque cursor. */
export const listQuery = {
  cursor: z.string().max(longestCursor).optional().meta({ description: '`nextCursor` of the page before.' }),
  limit: z
    .string()
    .regex(/^(?:0|-?[1-9]\d*)$/v, { error: limitRule, abort: true })
    .refine((value) => Number(value) >= 1, { error: limitRule, params: { code: 'too_small' } })
    .refine((value) => Number(value) <= 100, { error: limitRule, params: { code: 'too_large' } })
    .transform(Number)
    .default(50)
    .meta({ override: limitOverride(50), description: 'Items a page.' }),
};
export const ListQuery = z.object(listQuery);

/** The schema of a page of `item`. */
export const listOf = <T extends z.ZodType>(item: T, id: string) =>
  z
    .object({
      items: z.array(item).max(100),
      hasMore: z.boolean(),
      nextCursor: z.string().max(longestCursor).nullable(),
      totalCount: count,
    })
    .meta({ id });
