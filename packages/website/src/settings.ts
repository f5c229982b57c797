/** What a website is configured with. */
export interface Environment {
  /** The origin of Footfall's API, such as `https://footfall.acme.example`. */
  FOOTFALL_URL?: string | undefined;
  /** A key with the scopes `resolve` and `collect`, and no other. */
  FOOTFALL_KEY?: string | undefined;
  /** The origin of the website as visitors see it, if it is not that of the request. */
  FOOTFALL_SITE?: string | undefined;
  /** A key with the scope `collect` for the script tag, if `FOOTFALL_KEY` must stay on the server. */
  FOOTFALL_COLLECT_KEY?: string | undefined;
}

/** The environment of the process, if there is one. */
export const environment = (): Environment =>
  (globalThis as { process?: { env?: Environment } }).process?.env ?? {};

/** What a visitor has opened: a request, an address, or a path. */
export type Opened = { url: string } | URL | string;

/** Parameters that say where a visitor comes from, not what they see. */
const passing = /[?&](utm_|footfall_preview=|\w*clid=)[^&]*/g;

/**
 * The address of the API that answers for what a visitor has opened, which is of `site` if that is another origin.
 * Throws TypeError if one of them is no address.
 */
export function questionFor(opened: Opened, site: string | undefined, api: string): URL {
  const { origin, pathname, search, searchParams } = new URL(
    (opened as { url?: string }).url ?? (opened as string),
    site || undefined,
  );
  const query = search.replace(passing, '').replace(/^&/, '?');
  const url = new URL(site || origin).origin + pathname + query;
  const preview = searchParams.get('footfall_preview');
  const asked = new URLSearchParams({ url, ...(preview && { preview }) });
  return new URL(`/v0/page_links/resolve?${asked}`, api);
}
