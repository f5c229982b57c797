import type { Answer } from './answer.ts';
import { longestFresh, patience } from './limits.ts';

/** How requests are sent: `fetch`, or a service binding of a Worker. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/** What Footfall has answered. Times are in milliseconds since 1970. */
export interface Found {
  /** Undefined if nobody has the address. */
  answer?: Answer | undefined;
  /** Whether it is a copy of before, because Footfall or its database does not answer. */
  isOld: boolean;
  /** When it was true. */
  born: number;
  /** Until when it is used without asking again. NaN if it is not used again at all. */
  freshUntil: number;
}

/** Asks Footfall. Throws what has `status` and `message` for a refusal, or what `fetch` throws. */
export async function ask(url: URL, key: string, fetch: Fetch): Promise<Found> {
  const at = Date.now();
  const response = await fetch(url, {
    headers: { 'x-api-key': key },
    // A redirect could take the key elsewhere.
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  });
  const { status, headers } = response;
  const body = (await response.json().catch(() => ({}))) as Partial<Answer> & { code?: string };
  if (!body.content && body.code !== 'page_link_not_found')
    throw { status, message: `${status} ${body.code}` };
  const born = at - Number(headers.get('age')) * 1000;
  // Of a preview nothing is kept, whatever a proxy says of it. Of a test, what is kept has the words of all versions.
  const rules = url.searchParams.has('preview')
    ? ''
    : body.experiment?.arms
      ? 'max-age=60'
      : `${headers.get('cache-control')}`;
  const [, seconds] = /max-age=(\d+)/.exec(rules) ?? [];
  return {
    answer: body.content && (body as Answer),
    isOld: born < at - longestFresh,
    born,
    freshUntil: born + Math.min(Number(seconds) * 1000, longestFresh),
  };
}
