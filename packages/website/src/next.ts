import type { Fields, Metadata } from './answer.ts';
import { say } from './find.ts';
import type { HeadWords } from './head.ts';
import { safeAddress } from './html.ts';
import { environment } from './settings.ts';
import { type Options, type Words, wordsOf as wordsOfAddress } from './words.ts';

export * from './head.ts';
export * from './index.ts';

/** What a page of the App Router gets. */
export interface PageProps {
  searchParams?: SearchParams | Promise<SearchParams>;
}
type SearchParams = Record<string, string | string[] | undefined>;

/** The draws of requests, by the search parameters that Next.js gives a page and its metadata: both show one version. */
const draws = new WeakMap<object, number>();
function drawFor(searchParams: object): number {
  const drawn = draws.get(searchParams) ?? Math.random();
  draws.set(searchParams, drawn);
  return drawn;
}

/**
 * The words for the path of a page of the App Router, such as `/pricing`, or the segments of `[[...path]]`. `FOOTFALL_SITE` has the origin of the website, because a page does
 * not know it. Never rejects.
 */
export async function wordsOf<F extends Fields>(
  path: string | string[] | undefined,
  { searchParams = {} }: PageProps,
  options: Options<F> = {},
): Promise<Words<F>> {
  const pairs = Object.entries(await searchParams).flatMap(([name, values = []]) =>
    [values].flat().map((value) => [name, value]),
  );
  const query = new URLSearchParams(pairs);
  // The words have a memory of their own, which hears of a publish within a minute.
  const send = (url: URL, init: RequestInit) => fetch(url, { ...init, cache: 'no-store' });
  const { FOOTFALL_SITE } = options.env ?? environment();
  if (!FOOTFALL_SITE) say('needs FOOTFALL_SITE');
  const opened = typeof path === 'string' ? path : `/${(path ?? []).join('/')}`;
  return wordsOfAddress(`${opened}?${query}`, { fetch: send, draw: () => drawFor(searchParams), ...options });
}

/** The metadata of a page as `generateMetadata` returns it: title, description, robots, canonical address, Open Graph, X. */
export function metadataOf({ title, description, robots, content }: HeadWords) {
  const metadata: Partial<Metadata> = content?.metadata ?? {};
  const textOf = (field: string) => [metadata[field] ?? ''].flat().join(', ') || undefined;
  const addressOf = (field: string) => safeAddress(textOf(field) ?? '') || undefined;
  const imagesOf = (field: string) => {
    const url = addressOf(`${field}Url`);
    return url ? [{ url, alt: textOf(`${field}Alt`) ?? '' }] : undefined;
  };
  const [type, card] = [textOf('ogType'), textOf('twitterCard')];
  return {
    title,
    description,
    robots: robots || null,
    keywords: textOf('keywords') ?? null,
    authors: metadata.author ? [{ name: textOf('author') }] : null,
    alternates: { canonical: addressOf('canonicalUrl') },
    openGraph: {
      // Next.js knows these types, and has an error for others. It wants more of all but the first, which pages do not have.
      ...(type &&
        /^(?:website|article|book|profile|music\.|video\.)/.test(type) && { type: type as 'website' }),
      title: textOf('ogTitle') ?? title,
      description: textOf('ogDescription') ?? description,
      url: addressOf('ogUrl'),
      siteName: textOf('ogSiteName'),
      images: imagesOf('ogImage'),
    },
    twitter: {
      card: card === 'summary_large_image' ? ('summary_large_image' as const) : ('summary' as const),
      title: textOf('twitterTitle') ?? title,
      description: textOf('twitterDescription') ?? description,
      site: textOf('twitterSite'),
      creator: textOf('twitterCreator'),
      images: imagesOf('twitterImage'),
    },
  };
}
