import {
  createFootfall,
  type Footfall,
  FootfallProblem,
  type PageLinkResolution,
  resolvePageLink,
} from '#footfall/client';

/** The address of this website in the links of data/pages.ts, and what they know it by besides. */
const homeUrl = 'https://www.trailmark.example/';
const origins = [new URL(homeUrl).origin, 'https://hello.trailmark.example'];

/** The API, the key for this server and its visitors, and the address of this website. */
export interface SiteApi {
  address: string;
  /** It has the scopes `collect` and `resolve`, and is in each page. */
  websiteKey: string;
  site: string;
}

/**
 * Changes a URL of the demo company's website into one of this server. A path that begins with two slashes stays as
 * it is, because browsers read `//evil.example` as another website. They also read a backslash as a slash.
 */
export function localised(url: string): string {
  const path = url.startsWith(homeUrl) ? url.slice(homeUrl.length - 1) : url;
  return /^\/[\/\\\s]/v.test(path) ? url : path;
}

/** The content of an address, or null where nobody has it. */
async function wordsAt(client: Footfall, url: string, preview?: string): Promise<PageLinkResolution | null> {
  try {
    return (await resolvePageLink({ client, query: { url, ...(preview && { preview }) } })).data;
  } catch (error) {
    // 400: the address is none for the API, for example because of half an escape.
    if (error instanceof FootfallProblem && [400, 404].includes(error.status)) return null;
    throw error;
  }
}

/**
 * The content for a path of this website, which stands in for all domains of the demo: with the token of a preview, the
 * draft. It is asked for at each request, so that what the console publishes is seen at once. A real website has one
 * address, and keeps its content: packages/website.
 */
export async function resolve(
  { address, websiteKey, site }: SiteApi,
  pathname: string,
  preview?: string,
): Promise<PageLinkResolution | null> {
  const client = createFootfall({ baseUrl: address, key: websiteKey });
  for (const origin of [...origins, site]) {
    const found = await wordsAt(client, origin + pathname, preview);
    if (found) return found;
  }
  return null;
}
