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

/** The versions that wait for their time behind the latest one, that of the next time first. */
export function useScheduled({ pageId, audienceId, latestVersion }: Audience): AudienceVersion[] {
  const { items = [] } = useVersions({ page_id: pageId, audience_id: audienceId });
  return items
    .filter((version) => isScheduled(version) && version.versionId !== latestVersion.versionId)
    .toSorted((a, b) => (a.publishAt ?? '').localeCompare(b.publishAt ?? ''));
}
