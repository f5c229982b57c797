import { type QueryState, useQuery } from '../../query.ts';
import { type Loaded, loadShown, pathOf } from './data.ts';
import { pageWords, type Shown, shownOf, valuesOf } from './words.ts';

/**
 * The words of the published version, live or hidden by the archive, or of the page if there is none. A published
 * version never changes.
 */
export function useLive(loaded: Loaded): QueryState<Shown> {
  const { versionId } = loaded.audience.publishedVersion ?? {};
  const published = useQuery(versionId === undefined ? undefined : ['audience-live', versionId], (signal) =>
    loadShown(pathOf(loaded), versionId ?? '', signal),
  );
  return { ...published, data: versionId === undefined ? pageWords(loaded.page) : published.data?.shown };
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
  return isOfState && next.data ? next.data.shown : shownOf(valuesOf(audience, page), page);
}
