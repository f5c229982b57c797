import {
  type AudienceInFull,
  type AudienceVersion,
  getAudience,
  getAudienceVersionContent,
  getPage,
  ifMatch,
  type Page,
} from '@footfall/client';
import { ask, askResponse } from '../../data/api.ts';
import { type QueryState, useQuery } from '../../data/query.ts';
import { isInFlight } from '../audiences/state.tsx';
import { contentShown, pageWords, type Shown } from './words.ts';

/** Names an audience in the API. */
export interface AudiencePath {
  page_id: string;
  audience_id: string;
}

/** An audience as it was read: a change with `match` is refused if somebody changed it since. */
export interface Loaded {
  audience: AudienceInFull;
  page: Page;
  match: { 'If-Match': string };
}

/** The path of an audience in requests. */
export const pathOf = ({ audience }: Pick<Loaded, 'audience'>): AudiencePath => ({
  page_id: audience.pageId,
  audience_id: audience.audienceId,
});

/** Reads an audience and its page. */
export async function loadAudience(path: AudiencePath, signal?: AbortSignal): Promise<Loaded> {
  const [{ data: audience, response }, page] = await Promise.all([
    askResponse(getAudience, { path, ...(signal && { signal }) }),
    ask(getPage, { path: { page_id: path.page_id }, ...(signal && { signal }) }),
  ]);
  return { audience, page, match: ifMatch(response) };
}

/** What a website gets of a version, with the id of the version. */
export interface VersionShown {
  versionId: string;
  shown: Shown;
}

/**
 * Reads what a website gets of a version: what it was published with, what it will be published with while it waits,
 * or what publishing it would give now.
 */
async function loadShown(path: AudiencePath, versionId: string, signal: AbortSignal): Promise<VersionShown> {
  const { content } = await ask(getAudienceVersionContent, {
    path: { ...path, version_id: versionId },
    signal,
  });
  return { versionId, shown: contentShown(content) };
}

/** The words of a version that was published or is in a test: they never change. */
export const useFinalWords = (path: AudiencePath, versionId: string | undefined): QueryState<VersionShown> =>
  useQuery(
    versionId === undefined ? undefined : ['version-words', versionId],
    (signal) => loadShown(path, versionId ?? '', signal),
    { isFinal: true },
  );

/** The words of a version that was published. Undefined for a version that has none of its own. */
export const useVersionWords = (
  path: AudiencePath,
  version: AudienceVersion | undefined,
): QueryState<VersionShown> => useFinalWords(path, version?.publishedAt ? version.versionId : undefined);

/**
 * The words of the published version, live or hidden by the archive, or of the page if there is none.
 */
export function useLive(loaded: Loaded): QueryState<Shown> {
  const { publishedVersion, liveContent } = loaded.audience;
  const hidden = useVersionWords(pathOf(loaded), liveContent ? undefined : (publishedVersion ?? undefined));
  if (liveContent) return { ...hidden, data: contentShown(liveContent) };
  return { ...hidden, data: publishedVersion ? hidden.data?.shown : pageWords(loaded.page) };
}

/**
 * The words that come next: as publishing would make them now, or of the version that waits as it was frozen, once the
 * service has answered for this very state.
 */
export function useNext(loaded: Loaded): Shown {
  const { audience, match } = loaded;
  const { versionId } = audience.latestVersion;
  const state = match['If-Match'];
  const frozen = useQuery(
    isInFlight(audience) ? ['audience-next', versionId, state] : undefined,
    async (signal) => ({ ...(await loadShown(pathOf(loaded), versionId, signal)), state }),
  );
  const isOfState = frozen.data?.versionId === versionId && frozen.data.state === state;
  return isInFlight(audience) && isOfState && frozen.data
    ? frozen.data.shown
    : contentShown(audience.nextContent);
}
