import {
  type Content,
  createFootfall,
  type Footfall,
  FootfallProblem,
  listPages,
  listTenantDomains,
  type Page,
  type PageLinkResolution,
  paginate,
  resolvePageLink,
} from '#footfall/client';
import { pathOfPage } from '../load/site.ts';

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
export type Shown = Pick<PageLinkResolution, 'pageId' | 'audienceId' | 'versionNumber' | 'preview'> & {
  content: Pick<Content, 'url' | 'actionUrl' | 'fields'> & {
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

/**
 * The domains that may have links to this site, in the order in which they are tried. The last is the fallback
 * subdomain.
 */
async function tenantDomainIds(client: Footfall): Promise<(string | undefined)[]> {
  const known = await Array.fromAsync(paginate(listTenantDomains, { client }));
  const idOf = (name: string) => known.find(({ domain }) => domain === name)?.tenantDomainId;
  return [...domains.map(idOf).filter((id) => id !== undefined), undefined];
}

/** The fields of a page with the texts that it has itself. */
const ownWords = ({ fields }: Page): Content['fields'] =>
  Object.fromEntries(
    fields.filter(({ removedAt }) => removedAt === null).map((field) => [field.name, field.default]),
  );

/** The content that a link leads to, or null when there is none. */
async function linked(
  client: Footfall,
  { path, preview }: { path: string; preview: string | undefined },
  tenantDomainId: string | undefined,
): Promise<PageLinkResolution | null> {
  const query = { path, ...(tenantDomainId && { tenantDomainId }), ...(preview && { preview }) };
  try {
    return (await resolvePageLink({ client, query })).data;
  } catch (error) {
    // 400: the text is not a path for the API, for example because of half an escape.
    if (error instanceof FootfallProblem && [400, 404].includes(error.status)) return null;
    throw error;
  }
}

/**
 * The content for a path: that of its link, as on a real website, or else the page with this URL. With the token of a
 * preview, the draft.
 */
export async function resolve(api: SiteApi, pathname: string, preview?: string): Promise<Shown | null> {
  const client = createFootfall({ baseUrl: api.address, key: api.key });
  for (const tenantDomainId of await tenantDomainIds(client)) {
    const link = await linked(client, { path: pathname, preview }, tenantDomainId);
    if (link) return link;
  }
  for await (const page of paginate(listPages, { client }))
    if (pathOfPage(page.url) === pathname)
      return {
        ...page,
        audienceId: null,
        versionNumber: null,
        preview: null,
        content: { ...page, actionUrl: null, fields: ownWords(page) },
      };
  return null;
}
