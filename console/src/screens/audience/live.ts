import type { AudienceVersion } from '@footfall/client';
import { type QueryState, useQuery } from '../../data/query.ts';
import { type AudiencePath, type Loaded, loadShown, pathOf, type VersionShown } from './data.ts';
import { pageWords, type Shown, shownOf, valuesOf } from './words.ts';

/** The words of a version that was published: they never change. Undefined for a version that has none of its own. */
export function useVersionWords(
  path: AudiencePath,
  version: AudienceVersion | undefined,
): QueryState<VersionShown> {
  const versionId = version?.publishedAt ? version.versionId : undefined;
  return useQuery(
    versionId === undefined ? undefined : ['version-words', versionId],
    (signal) => loadShown(path, versionId ?? '', signal),
    { isFinal: true },
  );
}

/**
 * The words of the published version, live or hidden by the archive, or of the page if there is none.
 */
export function useLive(loaded: Loaded): QueryState<Shown> {
  const { publishedVersion } = loaded.audience;
  const published = useVersionWords(pathOf(loaded), publishedVersion ?? undefined);
  return { ...published, data: publishedVersion ? published.data?.shown : pageWords(loaded.page) };
}

/**
 * The words that come next: of the draft as publishing would make them now, or of the version that waits as it was
 * frozen. If the latest version is out already, those that were saved since. Until the service has answered for this
 * very state, they are computed here.
 */
export function useNext(loaded: Loaded): Shown {
  const { audience, page, match } = loaded;
  const { versionId, status } = audience.latestVersion;
  const isOut = status === 'published' || status === 'archived';
  const state = match['If-Match'];
  const next = useQuery(isOut ? undefined : ['audience-next', versionId, state], async (signal) => ({
    ...(await loadShown(pathOf(loaded), versionId, signal)),
    state,
  }));
  const isOfState = !isOut && next.data?.versionId === versionId && next.data.state === state;
  return isOfState && next.data ? next.data.shown : shownOf(valuesOf(loaded), page);
}
