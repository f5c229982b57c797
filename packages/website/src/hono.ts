import type { Fields } from './answer.ts';
import { environment } from './settings.ts';
import type { Options, Words } from './words.ts';
import { type WorkerContext, type WorkerEnvironment, wordsOf as wordsOfRequest } from './worker.ts';

export * from './head.ts';
export * from './index.ts';

/** What is used of Hono's context. */
export interface HonoContext {
  req: { raw: Request };
  env: unknown;
  /** Throws where there is none, such as in Node. */
  executionCtx: WorkerContext;
  header(name: string, value: string): void;
}

const contextOf = (c: HonoContext) => {
  try {
    return c.executionCtx;
  } catch {
    return undefined;
  }
};

/**
 * The words for a request of Hono, in Workers, Node and elsewhere. The answer gets the header fields of a preview, and of
 * `robots`. Never rejects.
 */
export async function wordsOf<F extends Fields>(c: HonoContext, options: Options<F> = {}): Promise<Words<F>> {
  const bindings = (c.env ?? {}) as WorkerEnvironment;
  const env = options.env ?? { ...environment(), ...bindings };
  const words = await wordsOfRequest(c.req.raw, env, contextOf(c), options);
  for (const [name, value] of Object.entries(words.headers)) c.header(name, value);
  return words;
}
