/** All errors of operations, with their kinds and titles. Only http/status.ts knows HTTP statuses. */
export const errorCodes = {
  invalid_json: { kind: 'invalid', title: 'The body is not JSON' },
  validation_failed: { kind: 'invalid', title: 'The request breaks a rule' },
  invalid_cursor: { kind: 'invalid', title: 'The cursor is not one of this list' },
  too_many_values: { kind: 'invalid', title: 'The range has too many values' },
  too_many_rows: { kind: 'invalid', title: 'The file would have too many rows' },
  missing_api_key: { kind: 'unauthenticated', title: 'No API key' },
  invalid_api_key: { kind: 'unauthenticated', title: 'The API key is not valid' },
  invalid_signature: { kind: 'unauthenticated', title: 'The signature is not valid' },
  invalid_sign_in: { kind: 'unauthenticated', title: 'The sign-in is not valid' },
  insufficient_scope: { kind: 'forbidden', title: 'The API key may not do this' },
  origin_not_allowed: { kind: 'forbidden', title: 'The origin may not send visits' },
  cross_site_request: { kind: 'forbidden', title: 'Another website may not send this' },
  person_not_found: { kind: 'not_found', title: 'No such person' },
  person_log_not_found: { kind: 'not_found', title: 'No such person log' },
  account_not_found: { kind: 'not_found', title: 'No such account' },
  account_log_not_found: { kind: 'not_found', title: 'No such account log' },
  api_key_not_found: { kind: 'not_found', title: 'No such API key' },
  page_not_found: { kind: 'not_found', title: 'No such page' },
  audience_not_found: { kind: 'not_found', title: 'No such audience' },
  version_not_found: { kind: 'not_found', title: 'No such version' },
  experiment_not_found: { kind: 'not_found', title: 'No such test' },
  page_link_not_found: { kind: 'not_found', title: 'No such page link' },
  campaign_not_found: { kind: 'not_found', title: 'No such campaign' },
  tenant_domain_not_found: { kind: 'not_found', title: 'No such tenant domain' },
  topic_not_found: { kind: 'not_found', title: 'No such topic' },
  topic_entry_not_found: { kind: 'not_found', title: 'No such topic entry' },
  share_link_not_found: { kind: 'not_found', title: 'No such share link' },
  website_not_found: { kind: 'not_found', title: 'No such website' },
  annotation_not_found: { kind: 'not_found', title: 'No such annotation' },
  view_not_found: { kind: 'not_found', title: 'No such view' },
  webhook_not_found: { kind: 'not_found', title: 'No such webhook' },
  source_not_found: { kind: 'not_found', title: 'No such source' },
  kept_not_found: { kind: 'not_found', title: 'No such kept delivery' },
  alert_not_found: { kind: 'not_found', title: 'No such alert' },
  delivery_not_found: { kind: 'not_found', title: 'No such delivery' },
  given_up_not_found: { kind: 'not_found', title: 'Nothing like that was given up' },
  audience_session_not_found: { kind: 'not_found', title: 'No such session' },
  restore_not_found: { kind: 'not_found', title: 'Nothing is being restored' },
  route_not_found: { kind: 'not_found', title: 'No such route' },
  method_not_allowed: { kind: 'method_not_allowed', title: 'The method is not allowed here' },
  person_conflict: { kind: 'conflict', title: 'Another person has this identifier' },
  page_conflict: { kind: 'conflict', title: 'Another page has this URL' },
  audience_conflict: { kind: 'conflict', title: 'The page has an audience for this person' },
  audience_archived: { kind: 'conflict', title: 'The audience is archived' },
  session_conflict: { kind: 'conflict', title: 'Another session has this id' },
  invalid_transition: { kind: 'conflict', title: 'The status does not allow this' },
  experiment_running: { kind: 'conflict', title: 'A test runs' },
  experiment_impossible: { kind: 'conflict', title: 'There cannot be such a test' },
  path_taken: { kind: 'conflict', title: 'Another page link has this path' },
  campaign_archived: { kind: 'conflict', title: 'The campaign is archived' },
  campaign_full: { kind: 'conflict', title: 'The campaign has no room for another row' },
  campaigns_full: { kind: 'conflict', title: 'The page has no room for another campaign' },
  job_running: { kind: 'conflict', title: 'A job runs' },
  no_earlier_words: { kind: 'conflict', title: 'There are no earlier words' },
  domain_taken: { kind: 'conflict', title: 'Another tenant domain has this name' },
  origin_taken: { kind: 'conflict', title: 'Another website has this origin' },
  websites_full: { kind: 'conflict', title: 'The workspace has no room for another website' },
  share_links_full: { kind: 'conflict', title: 'The workspace has no room for another share link' },
  fields_full: { kind: 'conflict', title: 'The page has no room for these fields' },
  topic_full: { kind: 'conflict', title: 'The topic has no room for another entry' },
  name_taken: { kind: 'conflict', title: 'Another view has this name' },
  views_full: { kind: 'conflict', title: 'The workspace has no room for another view' },
  webhooks_full: { kind: 'conflict', title: 'The workspace has no room for another webhook' },
  sources_full: { kind: 'conflict', title: 'The workspace has no room for another source' },
  source_secret_missing: { kind: 'conflict', title: 'The source has no secret' },
  alerts_full: { kind: 'conflict', title: 'The workspace has no room for another alert' },
  workspace_not_empty: { kind: 'conflict', title: 'The workspace is not empty' },
  restore_running: { kind: 'conflict', title: 'A restore runs' },
  restore_not_receiving: { kind: 'conflict', title: 'The restore takes no lines now' },
  secret_shown: { kind: 'conflict', title: 'The secret was shown once' },
  webhook_disabled: { kind: 'conflict', title: 'The webhook is switched off' },
  webhook_secret_missing: { kind: 'conflict', title: 'The webhook has no secret' },
  events_removed: { kind: 'gone', title: 'Events are not kept any more' },
  export_ended: { kind: 'gone', title: 'The export has ended' },
  precondition_failed: { kind: 'precondition_failed', title: 'It has changed since it was read' },
  payload_too_large: { kind: 'too_large', title: 'The body is too large' },
  unsupported_media_type: { kind: 'unsupported_media_type', title: 'The body is not application/json' },
  fields_mismatch: { kind: 'mismatch', title: 'The fields of the page do not allow this' },
  idempotency_mismatch: { kind: 'mismatch', title: 'The idempotency key belongs to another request' },
  operation_key_mismatch: { kind: 'mismatch', title: 'The operation key belongs to another version' },
  schema_mismatch: { kind: 'mismatch', title: 'The file is of another release' },
  rate_limited: { kind: 'rate_limited', title: 'Too many requests' },
  internal_error: { kind: 'internal', title: 'Something went wrong here' },
  queue_unavailable: { kind: 'unavailable', title: 'The queue does not take it' },
  sign_in_unavailable: { kind: 'unavailable', title: 'Sign-in does not work now' },
  database_not_migrated: { kind: 'unavailable', title: 'The database is not migrated' },
  workspace_restoring: { kind: 'unavailable', title: 'The workspace is being restored' },
  database_unavailable: { kind: 'unavailable', title: 'The database does not answer' },
} as const satisfies Record<string, { kind: string; title: string }>;
export type ErrorCode = keyof typeof errorCodes;
/** Errors of one kind have the same HTTP status. */
export type ErrorKind = (typeof errorCodes)[ErrorCode]['kind'];

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
  /** Dotted path inside the part, such as `writes.3.email`; empty for the part itself. */
  path: string;
  code: string;
  message: string;
}

/** A violation at a path of a part of the request. */
export const violation = (part: Violation['in'], path: string, code: string, message: string): Violation => ({
  in: part,
  path,
  code,
  message,
});

/** The most violations that an answer lists, so that a hostile body does not get a larger answer. */
export const listedViolations = 100;
/** The longest path of a violation in an answer, in characters. */
export const longestPath = 200;

/** The 400 that names all violations at once, `most` at most, and how many are `unlisted` beside them. */
export function validationError(
  violations: Violation[],
  unlisted = 0,
  most = listedViolations,
  code: 'validation_failed' | 'fields_mismatch' = 'validation_failed',
): FootfallError {
  const errors = violations
    .slice(0, most)
    .map((violation) => ({ ...violation, path: violation.path.slice(0, longestPath) }));
  const count = violations.length + unlisted;
  const omittedErrors = count - errors.length;
  const rules = count === 1 ? 'one rule' : `${count} rules`;
  const listed = omittedErrors > 0 ? `${errors.length} of them are in errors` : 'see errors';
  return new FootfallError(code, `The request breaks ${rules}; ${listed}.`, {
    errors,
    ...(omittedErrors > 0 ? { omittedErrors } : {}),
  });
}

/** A `fields_mismatch`: the fields of a page, as they are, do not allow these values. */
export const fieldsMismatch = (violations: Violation[]): FootfallError =>
  validationError(violations, 0, listedViolations, 'fields_mismatch');

/** Makes a function that gives a row, and throws the error when there is none. */
export const orThrow =
  (code: ErrorCode, detail: string) =>
  <T>(row: T | undefined): T => {
    if (!row) throw new FootfallError(code, detail);
    return row;
  };
