import type { ApiRequest, Caller } from '../../config/mcp-service.ts';
import { statusOf } from '../../http/status.ts';
import { errorCodes, type FootfallError } from '../../lib/errors.ts';

/** A problem document that the API answered. */
export class ApiProblem extends Error {
  readonly document: string;

  constructor(document: string) {
    super('the API answered a problem');
    this.document = document;
  }

  get code(): unknown {
    return (JSON.parse(this.document) as { code?: unknown }).code;
  }
}

/** Sends a request to the API. Throws ApiProblem unless it succeeds. */
export async function ask(
  { call }: Caller,
  request: ApiRequest,
): Promise<{ body: unknown; etag: string | null }> {
  const { status, etag, text } = await call(request);
  if (status >= 300) throw new ApiProblem(text);
  return { body: JSON.parse(text), etag };
}

/** The problem document of an error that a tool finds before it asks the API. */
export const problemText = ({ code, message, members }: FootfallError): string =>
  JSON.stringify({
    type: `urn:footfall:problem:${code}`,
    title: errorCodes[code].title,
    status: statusOf(code),
    detail: message,
    code,
    ...members,
  });
