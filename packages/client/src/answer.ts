import type { Problem } from './generated/types.gen.ts';
import { FootfallProblem } from './problem.ts';

/** The method and path of a request. The query may name a person, and is left out. */
const named = ({ method, url }: Request) => `${method} ${new URL(url).pathname}`;

function documentOf(text: string): Problem | undefined {
  try {
    const value = JSON.parse(text) as Partial<Problem> | null;
    return typeof value?.code === 'string' ? (value as Problem) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an answer is a success of the API: JSON, or the tracker. A proxy's page is neither. */
const isSuccess = ({ ok, headers }: Response) =>
  ok && /json|javascript/.test(headers.get('content-type') ?? '');

/** The problem of an answer that is not a success. */
function problemOf(request: Request, { status, headers }: Response, text: string): FootfallProblem {
  const document = documentOf(text);
  const seconds = headers.get('retry-after');
  return new FootfallProblem({
    code: document?.code ?? (status === 304 ? 'not_modified' : 'unexpected_answer'),
    status,
    message: document?.detail ?? `${named(request)} answered ${status}`,
    requestId: headers.get('x-request-id') ?? document?.requestId,
    retryAfter: seconds && /^\d+$/.test(seconds) ? Number(seconds) : undefined,
    document,
  });
}

/**
 * Sends a request once and reads the whole answer. Throws a FootfallProblem when it is not a success or does not
 * arrive to its end, and the reason of the request's signal when that is aborted.
 */
export async function answerTo(
  request: Request,
  fetch: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { signal } = request;
  try {
    const response = await fetch(request);
    const body = await response.arrayBuffer();
    if (!isSuccess(response)) throw problemOf(request, response, new TextDecoder().decode(body));
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (error) {
    if (error instanceof FootfallProblem) throw error;
    signal.throwIfAborted();
    throw new FootfallProblem({
      code: 'network_failed',
      status: 0,
      message: `${named(request)} got no answer`,
      cause: error,
    });
  }
}
