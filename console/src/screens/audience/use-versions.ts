import { type Audience, type AudienceVersion, listAudienceVersions } from '@footfall/client';
import { type ListState, useListOf } from '../../data/list.ts';
import { isScheduled } from '../audiences/state.ts';
import type { AudiencePath } from './data.ts';

/** The versions of an audience, newest first. */
export const useVersions = (path: AudiencePath): ListState<AudienceVersion> =>
  useListOf('audience-versions', listAudienceVersions, { path, query: { limit: 20 } });

/** The version that was live before the one that is live now, to which one can roll back. */
export function useLiveBefore({
  pageId,
  audienceId,
  publishedVersion,
}: Audience): AudienceVersion | undefined {
  const { items = [] } = useVersions({ page_id: pageId, audience_id: audienceId });
  return publishedVersion ? outBefore(items, publishedVersion) : undefined;
}

/** The versions that wait for their time behind the latest one, as far as they are known. */
export interface Scheduled {
  /** That of the next time first. */
  versions: AudienceVersion[];
  /** Whether there are any; undefined if not all versions are known. */
  hasAny: boolean | undefined;
}

/** The versions of a list that wait for their time behind the latest one. */
export function scheduledIn(
  {
    items,
    isStale,
    hasMore,
    error,
  }: Pick<ListState<AudienceVersion>, 'items' | 'isStale' | 'hasMore' | 'error'>,
  { versionId: latestId }: Pick<AudienceVersion, 'versionId'>,
): Scheduled {
  const versions = (items ?? [])
    .filter((version) => isScheduled(version) && version.versionId !== latestId)
    .toSorted((a, b) => (a.publishAt ?? '').localeCompare(b.publishAt ?? ''));
  const areAllKnown = items !== undefined && !isStale && !hasMore && error === undefined;
  return { versions, hasAny: versions.length > 0 || (areAllKnown ? false : undefined) };
}

/** The versions of an audience that wait for their time behind the latest one. */
export const useScheduled = ({ pageId, audienceId, latestVersion }: Audience): Scheduled =>
  scheduledIn(useVersions({ page_id: pageId, audience_id: audienceId }), latestVersion);

/** Whether a version was published, and so keeps its words. */
export const wasOut = ({ publishedAt }: AudienceVersion) => publishedAt !== null;

/** The version that was out before another one. Versions are published in the order in which it was asked for. */
export const outBefore = (
  versions: AudienceVersion[],
  { publishedAt }: AudienceVersion,
): AudienceVersion | undefined =>
  versions
    .filter((other) => wasOut(other) && (other.publishedAt ?? '') < (publishedAt ?? ''))
    .toSorted((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? ''))[0];
