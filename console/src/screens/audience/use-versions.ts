import { type Audience, type AudienceVersion, listAudienceVersions } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { type ListState, useList } from '../../data/list.ts';
import { isScheduled } from '../audiences/state.ts';
import type { AudiencePath } from './data.ts';

/** The versions of an audience, newest first. */
export const useVersions = (path: AudiencePath): ListState<AudienceVersion> =>
  useList(['audience-versions', path], (cursor, signal) =>
    ask(listAudienceVersions, { path, query: { limit: 20, ...(cursor && { cursor }) }, signal }),
  );

/** The version that was live before the one that is live now, to which one can roll back. */
export function useLiveBefore({
  pageId,
  audienceId,
  publishedVersion,
}: Audience): AudienceVersion | undefined {
  const { items = [] } = useVersions({ page_id: pageId, audience_id: audienceId });
  return publishedVersion ? outBefore(items, publishedVersion) : undefined;
}

/** The versions that wait for their time behind the latest one, that of the next time first. */
export function useScheduled({ pageId, audienceId, latestVersion }: Audience): AudienceVersion[] {
  const { items = [] } = useVersions({ page_id: pageId, audience_id: audienceId });
  return items
    .filter((version) => isScheduled(version) && version.versionId !== latestVersion.versionId)
    .toSorted((a, b) => (a.publishAt ?? '').localeCompare(b.publishAt ?? ''));
}

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
