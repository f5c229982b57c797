import type { Problem } from './generated/types.gen.ts';

/** The codes of the API's problems. The list is complete. */
export type ProblemCode = Problem['code'];

/**
 * Failures without a problem of the API: no answer arrived (`network_failed`), `If-None-Match` found nothing new
 * (`not_modified`), or something other than Footfall answered (`unexpected_answer`), such as a proxy.
 */
export type FailureCode = 'network_failed' | 'not_modified' | 'unexpected_answer';

/** One rule that a request breaks. */
export type Violation = NonNullable<Problem['errors']>[number];

/** What a FootfallProblem is made of. */
export interface ProblemParts {
  code: ProblemCode | FailureCode;
  status: number;
  message: string;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  document?: Problem | undefined;
  cause?: unknown;
}

/** Why an operation failed. Every operation throws it; only an aborted signal's own reason is thrown as it is. */
export class FootfallProblem extends Error {
  override readonly name = 'FootfallProblem';
  /** Why, in one word: a code of the API, or of this client. */
  readonly code: ProblemCode | FailureCode;
  /** The HTTP status, or 0 when no answer arrived. */
  readonly status: number;
  /** The rules that the request breaks, with `validation_failed`; otherwise empty. */
  readonly errors: readonly Violation[];
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** After how many seconds the request may be sent again. */
  readonly retryAfter: number | undefined;
  /** The whole problem document, with members such as `conflictingId` and `currentETag`. */
  readonly document: Problem | undefined;

  constructor({ code, status, message, requestId, retryAfter, document, cause }: ProblemParts) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.errors = document?.errors ?? [];
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.document = document;
  }
}

/** Whether an error is a problem, and has one of the codes if any are given. */
export function isProblem<Code extends ProblemCode | FailureCode = ProblemCode | FailureCode>(
  error: unknown,
  ...codes: Code[]
): error is FootfallProblem & { code: Code } {
  return (
    error instanceof FootfallProblem && (codes.length === 0 || (codes as unknown[]).includes(error.code))
  );
}
