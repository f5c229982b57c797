import {
  type Audience,
  listPersonAudiences,
  listPersonPageLinks,
  type PageLink,
  type Person,
} from '@footfall/client';
import { ask } from '../../data/api.ts';
import { type QueryState, useQuery } from '../../data/query.ts';

/** An audience that was made for one person, with its links. */
export interface MadePage {
  audience: Audience;
  links: PageLink[];
}

/** What was made for a person, by page, the newest first. */
export interface MadeFor {
  pages: MadePage[];
  /** All audiences, and all links that lead to them. Null: more than 1,000. */
  audiencesCount: number | null;
  linksCount: number | null;
  /** Whether there are more audiences than these. */
  hasMore: boolean;
  /** Whether there are more links: an audience without one here may have one. */
  hasMoreLinks: boolean;
}

/** So many audiences, and so many of all their links, are shown. */
const most = 100;

/** The pages that were made for a person, with their links. */
export const useMadeFor = ({ personId }: Pick<Person, 'personId'>): QueryState<MadeFor> =>
  useQuery(['made-for', personId], async (signal) => {
    const asked = { path: { person_id: personId }, query: { limit: most }, signal };
    const [audiences, links] = await Promise.all([
      ask(listPersonAudiences, asked),
      ask(listPersonPageLinks, asked),
    ]);
    const byAudience = Map.groupBy(links.items, ({ target }) => target.audienceId);
    return {
      pages: audiences.items.map((audience) => ({
        audience,
        links: byAudience.get(audience.audienceId) ?? [],
      })),
      audiencesCount: audiences.totalCount,
      linksCount: links.totalCount,
      hasMore: audiences.hasMore,
      hasMoreLinks: links.hasMore,
    };
  });
