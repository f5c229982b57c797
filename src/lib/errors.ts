/** Every way an operation can fail; closed list. Only http/codes.ts knows their HTTP status. */
export type ErrorCode =
  | 'invalid_json'
  | 'validation_failed'
  | 'invalid_cursor'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'insufficient_scope'
  | 'origin_not_allowed'
  | 'person_not_found'
  | 'person_log_not_found'
  | 'account_not_found'
  | 'account_log_not_found'
  | 'api_key_not_found'
  | 'page_not_found'
  | 'audience_not_found'
  | 'version_not_found'
  | 'page_link_not_found'
  | 'tenant_domain_not_found'
  | 'topic_not_found'
  | 'topic_entry_not_found'
  | 'audience_session_not_found'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'person_conflict'
  | 'page_conflict'
  | 'audience_conflict'
  | 'audience_archived'
  | 'session_conflict'
  | 'invalid_transition'
  | 'path_taken'
  | 'domain_taken'
  | 'topic_full'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_mismatch'
  | 'operation_key_mismatch'
  | 'rate_limited'
  | 'database_not_migrated'
  | 'database_unavailable'
  | 'queue_unavailable'
  | 'internal_error';

/** A failure with a documented code; `members` are the problem's extension members (RFC 9457, 3.2). */
export class FootfallError extends Error {
  override readonly name = 'FootfallError';
  readonly code: ErrorCode;
  readonly members: Record<string, unknown>;

  constructor(code: ErrorCode, detail: string, members: Record<string, unknown> = {}) {
    super(detail);
    this.code = code;
    this.members = members;
  }
}

/** One rule that a request breaks. */
export interface Violation {
  in: 'body' | 'query' | 'path' | 'header';
  /** Dotted path inside the part, empty for the part itself: `writes.3.email`. */
  path: string;
  code: string;
  message: string;
}

/** Violations that an answer lists at most, so that a hostile body gets no larger one back. */
export const listedViolations = 1000;
/** Characters of a violation's path that an answer has at most. */
export const longestPath = 200;

/** The 400 that names every violation at once. */
export function validationError(violations: Violation[]): FootfallError {
  const errors = violations
    .slice(0, listedViolations)
    .map((violation) => ({ ...violation, path: violation.path.slice(0, longestPath) }));
  const rules = violations.length === 1 ? 'one rule' : `${violations.length} rules`;
  const listed =
    violations.length > errors.length ? `the first ${listedViolations} are in errors` : 'see errors';
  return new FootfallError('validation_failed', `The request breaks ${rules}; ${listed}.`, { errors });
}
