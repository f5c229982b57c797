import { createFootfall, type Footfall, type FootfallOptions, type Problem } from '#footfall/client';

/** What a fake service answers to one request: a response, or an error in place of one. */
export type Answer = Response | Error;

/** A success with this body. */
export const json = (body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { headers });

/** A problem of the API. */
export const problem = (
  status: number,
  code: Problem['code'],
  { headers = {}, ...members }: { headers?: Record<string, string>; [member: string]: unknown } = {},
): Response =>
  Response.json(
    { type: `urn:footfall:problem:${code}`, title: code, status, detail: `It is ${code}.`, code, ...members },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  );

/** The error with which `fetch` rejects when the connection is lost. */
export const lost = (): Error => new TypeError('fetch failed');

/** A request that arrived, with the text of its body. */
export interface Arrived {
  request: Request;
  method: string;
  url: string;
  body: string;
}

/** A client of a service that gives these answers, one after the other, and the requests that arrived there. */
export function clientOf(
  answers: Answer[],
  options: Partial<FootfallOptions> = {},
): { client: Footfall; arrived: Arrived[] } {
  const arrived: Arrived[] = [];
  const client = createFootfall({
    baseUrl: 'https://footfall.example',
    key: 'ff_main_secret',
    fetch: async (request) => {
      arrived.push({ request, method: request.method, url: request.url, body: await request.text() });
      request.signal.throwIfAborted();
      const answer = answers[arrived.length - 1];
      if (answer instanceof Response) return answer;
      throw answer ?? new Error('no more answers');
    },
    ...options,
  });
  return { client, arrived };
}
