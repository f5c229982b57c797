import type { Fields } from './answer.ts';
import { environment } from './settings.ts';
import { type Options, type Words, wordsOf as wordsOfAddress } from './words.ts';

export * from './head.ts';
export * from './index.ts';

/** What is used of the global `Astro` of a page. */
export interface AstroPage {
  request: Request;
  response: { headers: Headers };
  /** The option `site` of the configuration. */
  site?: URL | undefined;
}

/**
 * The words for a page of Astro that is rendered on demand. Its response gets the header fields of a preview, and of
 * `robots`. Without `FOOTFALL_SITE`, the option `site` has the origin of the website. Never rejects.
 */
export async function wordsOf<F extends Fields>(
  page: AstroPage,
  options: Options<F> = {},
): Promise<Words<F>> {
  const given = options.env ?? environment();
  const env = { ...given, FOOTFALL_SITE: given.FOOTFALL_SITE || page.site?.origin };
  const words = await wordsOfAddress(page.request, { ...options, env });
  for (const [name, value] of Object.entries(words.headers)) page.response.headers.set(name, value);
  return words;
}
