import type { Content } from '../../src/audiences/content-schemas.ts';
import type { PageLinkResolution } from '../../src/page-links/schemas.ts';
import type { Page } from '../../src/pages/schemas.ts';
import type { TenantDomain } from '../../src/tenant-domains/schemas.ts';

/** What the pages and links of data/pages.ts call this site; the fallback subdomain comes after both. */
const homeUrl = 'https://www.trailmark.example/';
const domains = ['www.trailmark.example', 'hello.trailmark.example'];

/** Where the API answers, and the keys: one that reads, for this server, and one for its visitors. */
export interface SiteApi {
  address: string;
  key: string;
  collectKey: string;
}

/** What is shown under a path. */
export type Shown = Pick<PageLinkResolution, 'pageId' | 'audienceId' | 'versionNumber'> & {
  content: Pick<Content, 'url' | 'actionUrl'> & {
    metadata: Pick<Content['metadata'], 'title' | 'description'>;
  };
};

/**
 * A URL of the demo company's website as one of this server. One whose path begins with two slashes stays as it is:
 * browsers take `//evil.example` for another website, and a backslash for a slash.
 */
export function localised(url: string): string {
  const path = url.startsWith(homeUrl) ? url.slice(homeUrl.length - 1) : url;
  return /^\/[\/\\\s]/v.test(path) ? url : path;
}

/** Asks the API; null when it knows no such thing. */
async function read<T>({ address, key }: SiteApi, route: string): Promise<T | null> {
  const response = await fetch(`${address}${route}`, { headers: { 'x-api-key': key } });
  // 400: what is no path there, half an escape for one.
  if (response.status === 404 || response.status === 400) return null;
  if (!response.ok) throw new Error(`GET ${route} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Where links to this site may be, in the order in which they are tried; the last is the fallback subdomain. */
async function tenantDomainIds(api: SiteApi): Promise<string[]> {
  const known = await read<{ items: TenantDomain[] }>(api, '/v0/tenant_domains?limit=100');
  const idOf = (name: string) => known?.items.find(({ domain }) => domain === name)?.tenantDomainId;
  return [...domains.map(idOf).filter((id) => id !== undefined), ''];
}

/** What a path shows: what its link leads to, as at a website's edge; else the page that has this URL. */
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
