import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorCode } from '../lib/errors.ts';

/** Status and title of each error code; the one place where codes meet HTTP. */
export const codes = {
  invalid_json: { status: 400, title: 'The body is not JSON' },
  validation_failed: { status: 400, title: 'The request breaks a rule' },
  invalid_cursor: { status: 400, title: 'The cursor is not one of this list' },
  missing_api_key: { status: 401, title: 'No API key' },
  invalid_api_key: { status: 401, title: 'The API key is not valid' },
  insufficient_scope: { status: 403, title: 'The API key may not do this' },
  person_not_found: { status: 404, title: 'No such person' },
  person_log_not_found: { status: 404, title: 'No such person log' },
  account_not_found: { status: 404, title: 'No such account' },
  account_log_not_found: { status: 404, title: 'No such account log' },
  api_key_not_found: { status: 404, title: 'No such API key' },
  route_not_found: { status: 404, title: 'No such route' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  person_conflict: { status: 409, title: 'Another person has this identifier' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body is not application/json' },
  idempotency_mismatch: { status: 422, title: 'The idempotency key belongs to another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong here' },
  database_unavailable: { status: 503, title: 'The database does not answer' },
} as const satisfies Record<ErrorCode, { status: ContentfulStatusCode; title: string }>;
