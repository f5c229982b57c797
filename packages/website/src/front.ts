import { filled } from './fill.ts';
import { type WorkerContext, type WorkerEnvironment, wordsOf } from './worker.ts';

export { filled } from './fill.ts';

/** The settings of a Worker in front of a website. */
export interface FrontEnvironment extends WorkerEnvironment {
  /** The origin of the website, such as `https://acme.pages.dev`. Without it, requests go on to where they lead. */
  FOOTFALL_ORIGIN?: string | undefined;
  /** The name of a cookie of the website that is the same whenever a visitor comes: it says which version of a test they get. */
  FOOTFALL_VISITOR_COOKIE?: string | undefined;
}

const cookieOf = ({ headers }: Request, name: string | undefined) =>
  name
    ? headers
        .get('cookie')
        ?.split(/; */)
        .find((pair) => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1)
    : undefined;

const files =
  /\.(avif|bmp|css|csv|eot|gif|gz|ico|jpe?g|js|json|map|mjs|mp[34]|mpeg|ogg|otf|pdf|png|rss|svg|tar|ttf|txt|wasm|wav|web[mp]|webmanifest|woff2?|xml|zip)$/i;

/** Whether a request may be for a page, and not for a file, a script or what a script asks for. */
function isForPage({ method, url, headers }: Request): boolean {
  const wants = headers.get('sec-fetch-dest') ?? 'document';
  return (
    /^(GET|HEAD)$/.test(method) &&
    !files.test(new URL(url).pathname) &&
    (/^(document|i?frame)$/.test(wants) ||
      (wants === 'empty' && /text\/html/.test(headers.get('accept') ?? '')))
  );
}

/** Header fields of a request whose answer depends on what the client has already. */
const conditions = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
];
/** Header fields that say something of the bytes of the origin's page, or how long a cache may keep it. */
const ofOrigin = [
  ...['etag', 'last-modified', 'content-length', 'content-md5', 'digest', 'content-digest', 'repr-digest'],
  ...[
    'accept-ranges',
    'age',
    'expires',
    'cdn-cache-control',
    'cloudflare-cdn-cache-control',
    'surrogate-control',
  ],
];

const pathOf = (path: string) => {
  try {
    return decodeURI(path).replace(/\/+$/, '');
  } catch {
    return path;
  }
};

/**
 * The answer of a Worker that stands in front of a website: pages have the words of their address, a link shows the page
 * that it leads to, and all else passes as it is.
 */
export async function front(
  request: Request,
  env: FrontEnvironment,
  context: WorkerContext | undefined,
): Promise<Response> {
  const asked = new URL(request.url);
  const origin = new URL(env.FOOTFALL_ORIGIN || asked.origin);
  const isPage = isForPage(request);
  const send = async ({ pathname, search }: Pick<URL, 'pathname' | 'search'>) => {
    const sent = new Request(new URL(pathname.replace(/^\/+/, '/') + search, origin), request);
    if (isPage) for (const name of conditions) sent.headers.delete(name);
    const response = await fetch(sent, { redirect: 'manual' });
    const to = response.headers.get('location');
    // The visitor stays on the website as they see it.
    if (!to?.startsWith(`${origin.origin}/`) || origin.origin === asked.origin) return response;
    const headers = new Headers(response.headers);
    headers.set('location', asked.origin + to.slice(origin.origin.length));
    const { status, statusText } = response;
    return new Response(response.body, { status, statusText, headers });
  };
  if (!isPage) return send(asked);

  const visitor = cookieOf(request, env.FOOTFALL_VISITOR_COOKIE);
  const [words, own] = await Promise.all([wordsOf(request, env, context, { visitor }), send(asked)]);
  if (words.from === 'none') return own;
  const page = words.pageLinkId && words.content && URL.parse(words.content.url);
  const isLed = page && (pathOf(page.pathname) !== pathOf(asked.pathname) || page.search);
  let response = own;
  if (isLed) {
    await own.body?.cancel();
    response = await send({
      pathname: page.pathname,
      search: page.search + (page.search ? asked.search.replace('?', '&') : asked.search),
    });
  }
  const isHtml = /^text\/html\b/i.test(response.headers.get('content-type') ?? '');
  if (!isHtml || response.status >= 500 || (response.status >= 300 && response.status < 400)) return response;
  const headers = new Headers(response.headers);
  if (words.content) for (const name of ofOrigin) headers.delete(name);
  // What is published is seen at once, and what is not known now may be known soon.
  headers.set('cache-control', 'private, no-cache');
  for (const [name, value] of Object.entries(words.headers)) headers.set(name, value);
  const { status, statusText } = response;
  const answer = new Response(response.body, { status, statusText, headers });
  return words.content ? filled(answer, words) : answer;
}
