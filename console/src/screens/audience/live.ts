import type { PageLinkResolution } from '@footfall/client';
import { type QueryState, useQuery } from '../../query.ts';
import { type AudienceLink, type AudienceLinks, type Loaded, loadLinks, resolveLink } from './data.ts';
import { liveOf, pageWords, type Shown } from './words.ts';

export interface Live {
  links: QueryState<AudienceLinks>;
  /** The link by which the words are read. */
  link: AudienceLink | undefined;
  /** What a visitor of that link gets. */
  resolution: QueryState<PageLinkResolution>;
  /**
   * The words of the published version, live or hidden by the archive, or of the page if there is none. Without a link
   * only the context of a published version is known.
   */
  words: Shown;
}

/** Reads what visitors of an audience get now. The API answers it by a link only. */
export function useLive({ audience, page }: Loaded): Live {
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
  const { supplementaryContext } = publishedVersion ?? {};
  const known = isIt && data ? liveOf(data.content) : { supplementaryContext: supplementaryContext ?? '' };
  return { links, link, resolution, words: publishedVersion ? known : pageWords(page) };
}
