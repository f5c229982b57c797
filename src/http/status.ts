import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, type ErrorKind, errorCodes } from '../lib/errors.ts';

const statuses = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  mismatch: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ErrorKind, ContentfulStatusCode>;

/** The HTTP status of an error. */
export const statusOf = (code: ErrorCode) => statuses[errorCodes[code].kind];
