import type { Problem } from './generated/types.gen.ts';
import { FootfallProblem } from './problem.ts';
import { retryAfterIn } from './retry-after.ts';

/** The method and path of a request. The query may name a person, and is left out. */
const named = ({ method, url }: Request) => `${method} ${new URL(url).pathname}`;

/** The object that a text is in JSON, if it is one. Every answer of the API is an object. */
function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const isProblemDocument = (value: object | undefined): value is Problem =>
  typeof (value as Partial<Problem> | undefined)?.code === 'string';

/** Whether an answer is a CSV file, which is not read here: it may have a gigabyte. */
const isFile = ({ ok, headers }: Response) => ok && /^text\/csv\b/.test(headers.get('content-type') ?? '');

/** Whether an answer is a success of the API: an object in JSON, or the tracker. A proxy's page is neither. */
function isSuccess({ ok, headers }: Response, text: string): boolean {
  const type = headers.get('content-type') ?? '';
  const isWhole = /json/.test(type) ? objectIn(text) !== undefined : /javascript/.test(type) && text !== '';
  return ok && isWhole;
}

/** A file with all of its bytes. One that breaks off would do so again, so it is not asked for again. */
async function wholeFile(request: Request, response: Response): Promise<Response> {
  try {
    return new Response(await response.arrayBuffer(), response);
  } catch (cause) {
    request.signal.throwIfAborted();
    throw new FootfallProblem({
      code: 'unexpected_answer',
      status: response.status,
      message: `The file of ${named(request)} broke off before its end. Ask for fewer rows.`,
      cause,
    });
  }
}

/** The problem of an answer that is not a success. */
function problemOf(request: Request, { ok, status, headers }: Response, text: string): FootfallProblem {
  const object = ok ? undefined : objectIn(text);
  const document = isProblemDocument(object) ? object : undefined;
  const what = ok ? ' with something that is not of the API' : '';
  return new FootfallProblem({
    code: document?.code ?? (status === 304 ? 'not_modified' : 'unexpected_answer'),
    status,
    message: document?.detail ?? `${named(request)} answered ${status}${what}`,
    requestId: headers.get('x-request-id') ?? document?.requestId,
    retryAfter: retryAfterIn(headers),
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
    if (isFile(response)) return await wholeFile(request, response);
    const body = await response.arrayBuffer();
    const text = new TextDecoder().decode(body);
    if (!isSuccess(response, text)) throw problemOf(request, response, text);
    return new Response(body, response);
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
