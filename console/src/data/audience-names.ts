import { type Audience, getAudience, listAudiences } from '@footfall/client';
import { ask } from './api.ts';
import { loadByIds } from './at-most.ts';
import { type QueryState, useQuery } from './query.ts';

/** The audiences with these ids: from the newest of the page, and one by one for the others. */
async function audiencesById(
  pageId: string,
  ids: string[],
  signal: AbortSignal,
): Promise<Map<string, Audience>> {
  const found = new Map<string, Audience>();
  if (ids.length === 0) return found;
  const keep = (audience: Audience) => found.set(audience.audienceId, audience);
  const newest = await ask(listAudiences, { path: { page_id: pageId }, query: { limit: 100 }, signal });
  newest.items.forEach(keep);
  const missing = ids.filter((id) => !found.has(id));
  const one = (id: string) => ask(getAudience, { path: { page_id: pageId, audience_id: id }, signal });
  (await loadByIds(missing, one, 'audience_not_found')).forEach(keep);
  return found;
}

/** The audiences of a page that a table names. Undefined ids load nothing yet. */
export const useAudiences = (pageId: string, ids: string[] | undefined): QueryState<Map<string, Audience>> =>
  useQuery(ids && ['audience-names', pageId, ids.toSorted()], (signal) =>
    audiencesById(pageId, ids ?? [], signal),
  );

/** The name of an audience: three dots while it is loaded, its id if the service does not name it. */
export const nameIn = ({ data, isLoading }: QueryState<Map<string, Audience>>, audienceId: string): string =>
  data?.get(audienceId)?.effectiveName ?? (isLoading ? '…' : audienceId);
