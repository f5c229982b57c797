import { type AudienceSession, listAudienceSessions, listWorkspaceSessions } from '@footfall/client';
import { type Asked, useAsked } from '../data/api.ts';
import type { QueryOptions, QueryState } from '../data/query.ts';

/** The latest visit of a page, or of all, of any time: whether anybody ever came. */
export function useLatestVisit(
  pageId: string | undefined,
  { isWanted, ...how }: QueryOptions & { isWanted: boolean },
): QueryState<{ items: AudienceSession[] }> {
  const query = { limit: 1 };
  const asked: Asked<{ items: AudienceSession[] }> =
    pageId === undefined
      ? [listWorkspaceSessions, { query }]
      : [listAudienceSessions, { path: { page_id: pageId }, query }];
  return useAsked('latest-visit', isWanted ? asked : undefined, how);
}
