import { longestPath, normalisePath } from './path.ts';

/** Where a visitor landed, in the form in which domains and paths of page links are stored. */
export interface Landing {
  landingHost?: string | undefined;
  /** Absent if no page link can have it. */
  linkPath?: string | undefined;
}

/** The host and the path of an absolute web URL: also the landing path of its visit. Empty for a visit without one. */
export function landingOf(pageUrl: string | null | undefined): Landing {
  const url = pageUrl == null ? null : URL.parse(pageUrl);
  if (!url) return {};
  const linkPath = normalisePath(url.pathname);
  const isShort = linkPath !== undefined && [...linkPath].length <= longestPath;
  return { landingHost: url.hostname.replace(/\.$/, ''), linkPath: isShort ? linkPath : undefined };
}
