import { type Audience, getAudience, isProblem, listAudiences } from '@footfall/client';
import { ask } from '../../api.ts';
import { type QueryState, useQuery } from '../../query.ts';

/** So many audiences are asked for at once. */
const atOnce = 10;

async function one(pageId: string, audienceId: string, signal: AbortSignal): Promise<Audience | undefined> {
  try {
    return await ask(getAudience, { path: { page_id: pageId, audience_id: audienceId }, signal });
  } catch (error) {
    if (isProblem(error, 'audience_not_found')) return undefined;
    throw error;
  }
}

/** The audiences with these ids: from the newest of the page, and one by one for the others. */
async function audiencesById(
  pageId: string,
  ids: string[],
  signal: AbortSignal,
): Promise<Map<string, Audience>> {
  const found = new Map<string, Audience>();
  if (ids.length === 0) return found;
  const keep = (audience: Audience | undefined) => audience && found.set(audience.audienceId, audience);
  const newest = await ask(listAudiences, { path: { page_id: pageId }, query: { limit: 100 }, signal });
  newest.items.forEach(keep);
  const missing = ids.filter((id) => !found.has(id));
  for (let from = 0; from < missing.length; from += atOnce) {
    const some = missing.slice(from, from + atOnce);
    (await Promise.all(some.map((id) => one(pageId, id, signal)))).forEach(keep);
  }
  return found;
}

/** The audiences of a page that a table names. Undefined ids load nothing yet. */
export const useAudiences = (pageId: string, ids: string[] | undefined): QueryState<Map<string, Audience>> =>
  useQuery(ids && ['audience-names', pageId, ids], (signal) => audiencesById(pageId, ids ?? [], signal));

/** The name of an audience: three dots while it is loaded, its id if the service does not name it. */
export const nameIn = ({ data, isLoading }: QueryState<Map<string, Audience>>, audienceId: string): string =>
  data?.get(audienceId)?.effectiveName ?? (isLoading ? '…' : audienceId);
