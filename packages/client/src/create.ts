import { answerTo } from './answer.ts';
import { type Client, createClient, createConfig } from './generated/client/index.ts';
import { repeatable } from './idempotency.ts';
import { checkPath } from './path.ts';
import { pauseBefore, sleep } from './retries.ts';

/** A client of one deployment, for the argument `client` of the operations. */
export type Footfall = Client;

/** Where the API is and how it is used. */
export interface FootfallOptions {
  /** The address of the deployment, such as `https://footfall.example.com`. Empty: the page's own origin. */
  baseUrl: string;
  /** The API key. `signIn`, `getHealth` and `getOpenApiDocument` need none. */
  key?: string | undefined;
  /** Sends a request, such as a service binding of a Worker. The default is the global `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
  /** How often a request is sent again, if it may be. The default is 3; 0 switches this off. */
  retries?: number | undefined;
}

/** Creates a client of a deployment. */
export function createFootfall({ baseUrl, key, retries = 3, ...options }: FootfallOptions): Footfall {
  /** POST requests that may be sent again. */
  const mayRepeat = new WeakSet<Request>();

  async function send(request: Request): Promise<Response> {
    const isRepeatable = request.method !== 'POST' || mayRepeat.has(request);
    for (let attempt = 0; ; attempt++) {
      const attempted = request.clone();
      // Not a header of `request`, which callers get with the answer and may log.
      if (key !== undefined) attempted.headers.set('x-api-key', key);
      try {
        return await answerTo(attempted, options.fetch ?? fetch);
      } catch (error) {
        const pause = attempt < retries ? pauseBefore(error, request, isRepeatable, attempt) : undefined;
        if (pause === undefined) throw error;
        await sleep(pause, request.signal);
      }
    }
  }

  const client = createClient(
    createConfig({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      fetch: (request) => send(request as Request),
      // The API redirects nobody. A redirect would carry the key to another host.
      redirect: 'manual',
      throwOnError: true,
    }),
  );
  client.interceptors.request.use((request, { url, path, body }) => {
    checkPath(url, path);
    const again = retries > 0 && request.method === 'POST' ? repeatable(request, url, body) : undefined;
    if (again) mayRepeat.add(again);
    return again ?? request;
  });
  return client;
}
