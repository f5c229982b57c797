import {
  type AudienceSession,
  type ListAudienceSessionsData,
  listAudienceSessions,
  listWorkspaceSessions,
} from '@footfall/client';
import { ask } from '../../data/api.ts';
import { type ListPage, type ListState, useList } from '../../data/list.ts';

/** So many visits are loaded at once. */
const limit = 50;
/** A filtered list looks at 2,000 visits an answer, and may find none. So it is asked this often before it waits. */
const mostAnswers = 5;

type ListQuery = NonNullable<ListAudienceSessionsData['query']>;

async function load(
  pageId: string | undefined,
  query: ListQuery,
  from: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<AudienceSession>> {
  const items: AudienceSession[] = [];
  let cursor = from;
  for (let answer = 1; ; answer++) {
    const asked = { query: { ...query, limit, ...(cursor && { cursor }) }, signal };
    const page = await (pageId === undefined
      ? ask(listWorkspaceSessions, asked)
      : ask(listAudienceSessions, { ...asked, path: { page_id: pageId } }));
    items.push(...page.items);
    if (!page.hasMore || items.length >= limit / 2 || answer === mostAnswers) return { ...page, items };
    cursor = page.nextCursor ?? undefined;
  }
}

/** The visits of a page, or of all, that match, latest first. */
export const useVisits = (pageId: string | undefined, query: ListQuery): ListState<AudienceSession> =>
  useList(['visits', pageId, query], (cursor, signal) => load(pageId, query, cursor, signal));
