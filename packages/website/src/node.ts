import type { Fields } from './answer.ts';
import { environment } from './settings.ts';
import { type Options, type Words, wordsOf as wordsOfAddress } from './words.ts';

export * from './head.ts';
export * from './index.ts';

/** A request of Node's http, or of Express, which takes the path of a router from `url`. */
export interface NodeRequest {
  url?: string | undefined;
  originalUrl?: string;
  headers: { host?: string | undefined };
}
/** A response of Node's http, or of Express. */
export interface NodeResponse {
  setHeader(name: string, value: string): unknown;
}

/**
 * The words for a request of Node's http, or of Express, whose response gets the header fields of a preview, and of
 * `robots`. Its host is what the visitor says, unless there is `FOOTFALL_SITE`. Never rejects.
 */
export async function wordsOf<F extends Fields>(
  request: NodeRequest,
  response: NodeResponse,
  options: Options<F> = {},
): Promise<Words<F>> {
  const { originalUrl, url = '/', headers } = request;
  const { env = environment() } = options;
  const origin = env.FOOTFALL_SITE || `http://${headers.host ?? 'localhost'}`;
  const words = await wordsOfAddress(origin.replace(/\/$/, '') + (originalUrl ?? url), options);
  for (const [name, value] of Object.entries(words.headers)) response.setHeader(name, value);
  return words;
}
