import type { Content } from '../../src/audiences/content-schemas.ts';
import type { PageLinkResolution } from '../../src/page-links/schemas.ts';
import type { Page } from '../../src/pages/schemas.ts';
import type { TenantDomain } from '../../src/tenant-domains/schemas.ts';

/** The address of this site in the pages and links of data/pages.ts. The fallback subdomain is tried last. */
const homeUrl = 'https://www.trailmark.example/';
const domains = ['www.trailmark.example', 'hello.trailmark.example'];

/** The address of the API and two keys: one for this server, which can read, and one for its visitors. */
export interface SiteApi {
  address: string;
  key: string;
  collectKey: string;
}

/** The content that is shown for a path. */
export type Shown = Pick<PageLinkResolution, 'pageId' | 'audienceId' | 'versionNumber'> & {
  content: Pick<Content, 'url' | 'actionUrl'> & {
    metadata: Pick<Content['metadata'], 'title' | 'description'>;
  };
};

/**
 * Changes a URL of the demo company's website into one of this server. A path that begins with two slashes stays as
 * it is, because browsers read `//evil.example` as another website. They also read a backslash as a slash.
 */
export function localised(url: string): string {
  const path = url.startsWith(homeUrl) ? url.slice(homeUrl.length - 1) : url;
  return /^\/[\/\\\s]/v.test(path) ? url : path;
}

/** Sends a GET to the API. Returns null when the resource does not exist. */
async function read<T>({ address, key }: SiteApi, route: string): Promise<T | null> {
  const response = await fetch(`${address}${route}`, { headers: { 'x-api-key': key } });
  // 400: the text is not a path for the API, for example because of half an escape.
  if (response.status === 404 || response.status === 400) return null;
  if (!response.ok) throw new Error(`GET ${route} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/**
 * The domains that may have links to this site, in the order in which they are tried. The last is the fallback
 * subdomain.
 */
async function tenantDomainIds(api: SiteApi): Promise<string[]> {
  const known = await read<{ items: TenantDomain[] }>(api, '/v0/tenant_domains?limit=100');
  const idOf = (name: string) => known?.items.find(({ domain }) => domain === name)?.tenantDomainId;
  return [...domains.map(idOf).filter((id) => id !== undefined), ''];
}

/** The content for a path: that of its link, as on a real website, or else the page with this URL. */
export async function resolve(api: SiteApi, pathname: string): Promise<Shown | null> {
  for (const tenantDomainId of await tenantDomainIds(api)) {
    const query = new URLSearchParams({ path: pathname, ...(tenantDomainId && { tenantDomainId }) });
    const link = await read<PageLinkResolution>(api, `/v0/page_links/resolve?${query}`);
    if (link) return link;
  }
  const pages = await read<{ items: Page[] }>(api, '/v0/pages?limit=100');
  const page = pages?.items.find(({ url }) => localised(url) === pathname);
  return page
    ? { ...page, audienceId: null, versionNumber: null, content: { ...page, actionUrl: null } }
    : null;
}
