import type { Fields } from './answer.ts';
import type { Fetch } from './ask.ts';
import type { Environment } from './settings.ts';
import { type Options, type Words, wordsOf as wordsOfAddress } from './words.ts';

export * from './head.ts';
export * from './index.ts';

/** The bindings of a Worker. */
export interface WorkerEnvironment extends Environment {
  /** A service binding to Footfall's Worker, in place of the internet. */
  FOOTFALL?: { fetch(input: URL, init?: RequestInit): Promise<Response> };
}
/** What outlives the request: the third argument of `fetch`. */
export interface WorkerContext {
  waitUntil(promise: Promise<unknown>): void;
}

/**
 * The words for a request of a Worker. Set `words.headers` in the answer. An answer that comes after the deadline is
 * there for the next visitor. Never rejects.
 */
export function wordsOf<F extends Fields>(
  request: Request,
  env: WorkerEnvironment,
  context: WorkerContext | undefined,
  options: Options<F> = {},
): Promise<Words<F>> {
  const send: Fetch = (url, init) => {
    const { fetch = env.FOOTFALL ? env.FOOTFALL.fetch.bind(env.FOOTFALL) : globalThis.fetch } = options;
    const answer = fetch(url, init);
    // A Worker ends what its request has begun once that is answered.
    const whole = answer.then((response) => response.clone().arrayBuffer()).catch(() => undefined);
    context?.waitUntil(whole);
    return answer;
  };
  return wordsOfAddress(request, { ...options, env, fetch: send });
}
