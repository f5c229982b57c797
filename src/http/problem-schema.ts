import * as z from 'zod/mini';
import { type ErrorCode, errorCodes, listedViolations, longestPath } from '../lib/errors.ts';
import { described } from './described.ts';
import { longestDetail, longestInstance } from './problem.ts';
import { textUpTo } from './schemas.ts';

/** A problem (RFC 9457) with the service's extension members. Only `validation_failed` and `fields_mismatch` have `errors`. */
export const Problem = z
  .looseObject({
    type: textUpTo(100),
    title: textUpTo(100),
    status: z.int().check(z.minimum(400), z.maximum(599), z.meta({ format: 'int32' })),
    detail: textUpTo(longestDetail),
    instance: textUpTo(longestInstance),
    code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
    requestId: textUpTo(255),
    errors: z.optional(
      z
        .array(
          z.object({
            in: z.enum(['body', 'query', 'path', 'header']),
            path: textUpTo(longestPath),
            code: textUpTo(100),
            message: textUpTo(1000),
          }),
        )
        .check(z.maxLength(listedViolations)),
    ),
    omittedErrors: described(
      z.optional(z.int().check(z.minimum(1), z.meta({ format: 'int32' }))),
      'How many more violations there are than `errors` names.',
    ),
  })
  .check(z.meta({ id: 'Problem', description: 'What went wrong (RFC 9457).' }));
export type Problem = z.infer<typeof Problem>;
