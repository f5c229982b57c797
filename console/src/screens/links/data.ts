import { type Audience, listAudiences } from '@footfall/client';
import { ask } from '../../data/api.ts';

/** The most pages whose audiences are asked for their names. */
const pagesAsked = 12;

/** The audiences of some pages by their ids: the 100 newest of each page. */
export async function linkedAudiences(
  pageIds: string[],
  signal: AbortSignal,
): Promise<Map<string, Audience>> {
  const lists = await Promise.all(
    pageIds
      .slice(0, pagesAsked)
      .map((pageId) => ask(listAudiences, { path: { page_id: pageId }, query: { limit: 100 }, signal })),
  );
  return new Map(
    lists.flatMap(({ items }) =>
      items.map((audience): [string, Audience] => [audience.audienceId, audience]),
    ),
  );
}

/** An audience in a list to choose from. */
export interface AudienceChoice {
  audienceId: string;
  name: string;
}

/** The most audiences of a page in a list to choose from. */
export const audiencesOffered = 300;

/** The audiences of a page that a link can lead to: those that are not archived. */
export async function audienceChoices(pageId: string, signal: AbortSignal): Promise<AudienceChoice[]> {
  const choices: AudienceChoice[] = [];
  for (let cursor: string | undefined; choices.length < audiencesOffered; ) {
    const list = await ask(listAudiences, {
      path: { page_id: pageId },
      query: { limit: 100, ...(cursor && { cursor }) },
      signal,
    });
    for (const { audienceId, effectiveName, status } of list.items)
      if (status !== 'archived') choices.push({ audienceId, name: effectiveName });
    if (!list.hasMore || !list.nextCursor) break;
    cursor = list.nextCursor;
  }
  return choices;
}
