import type { Audience, PageLinkResolution } from '@footfall/client';
import { type QueryState, useQuery } from '../../query.ts';
import { type AudienceLink, type AudienceLinks, loadLinks, resolveLink } from './data.ts';
import { liveOf, type Shown } from './words.ts';

export interface Live {
  links: QueryState<AudienceLinks>;
  /** The link by which the words are read. */
  link: AudienceLink | undefined;
  /** What a visitor of that link gets. */
  resolution: QueryState<PageLinkResolution>;
  /**
   * The words of the published version, live or hidden by the archive. Undefined if there is none. Without a link only
   * the context is known.
   */
  words: Shown | undefined;
}

/** Reads what visitors of an audience get now. The API answers it by a link only. */
export function useLive(audience: Audience): Live {
  const { audienceId, pageId, personRouteKey, archivedAt, publishedVersion } = audience;
  const links = useQuery(['audience-links', pageId, audienceId, personRouteKey], (signal) =>
    loadLinks(audience, signal),
  );
  const link = links.data?.links[0];
  const resolution = useQuery(
    link && ['audience-live', link.pageLinkId, publishedVersion?.versionId, archivedAt],
    (signal) => (link ? resolveLink(link, signal) : Promise.reject(new Error('There is no link.'))),
  );
  const { data } = resolution;
  const isIt = data?.versionId !== null && data?.versionId === publishedVersion?.versionId;
  const words = isIt
    ? data && liveOf(data.content)
    : { supplementaryContext: publishedVersion?.supplementaryContext ?? '' };
  return { links, link, resolution, words: publishedVersion ? words : undefined };
}
