import {
  type Audience,
  getAudience,
  getPersonTimeline,
  listAudiencePageLinks,
  listPersonAudienceSessions,
  type PageLink,
  type Person,
  searchPageLinks,
} from '@footfall/client';
import { ask } from '../../data/api.ts';
import { loadByIds } from '../../data/by-ids.ts';
import { useDomains } from '../../data/domains.ts';
import { type QueryState, useQuery } from '../../data/query.ts';

/** An audience that was made for one person, with its links. */
export interface MadePage {
  audience: Audience;
  links: PageLink[];
}

/** So many audiences are shown. */
const most = 20;

/** Whether a part of a path is the slug of a person: `/for/zoe-lindqvist`, `/for/zoe-lindqvist/pricing`. */
const isNamed = (path: string, slug: string): boolean => path.toLowerCase().split('/').includes(slug);

/**
 * The audiences that were made for a person, as far as they can be found, those that were published
 * last first. The API has no list of them: an audience is found by its being published, by its visits, or by a link with
 * the person's slug in its path; by the last 100 of each.
 */
async function find(
  { personId, slug }: Pick<Person, 'personId' | 'slug'>,
  domainIds: string[],
  signal: AbortSignal,
): Promise<MadePage[]> {
  const ofPerson = { person_id: personId };
  const [published, visits, ...lists] = await Promise.all([
    ask(getPersonTimeline, { path: ofPerson, query: { kind: ['publish'], limit: 100 }, signal }),
    ask(listPersonAudienceSessions, {
      path: ofPerson,
      query: { by: 'recipient', limit: 100 },
      signal,
    }),
    ...['', ...domainIds].map((tenantDomainId) =>
      ask(searchPageLinks, {
        query: { query: slug, targetType: 'audience', limit: 100, ...(tenantDomainId && { tenantDomainId }) },
        signal,
      }),
    ),
  ]);
  const named = lists.flatMap(({ items }) => items).filter(({ path }) => isNamed(path, slug));
  const pageOf = new Map<string, string>();
  const publishes = published.items.flatMap((item) => (item.kind === 'publish' ? [item.publish] : []));
  for (const { pageId, audienceId } of [...publishes, ...visits.items, ...named.map(({ target }) => target)])
    if (pageId && audienceId) pageOf.set(audienceId, pageId);
  const pathOf = (audienceId: string) => ({
    page_id: pageOf.get(audienceId) ?? '',
    audience_id: audienceId,
  });
  const made = await loadByIds(
    [...pageOf.keys()].slice(0, most),
    async (id) => {
      const path = pathOf(id);
      const [audience, links] = await Promise.all([
        ask(getAudience, { path, signal }),
        ask(listAudiencePageLinks, { path, query: { limit: 20 }, signal }),
      ]);
      return { audience, links: links.items };
    },
    'audience_not_found',
  );
  // A path may name somebody for whom it was not made.
  return made.filter(({ audience }) => audience.personId === personId);
}

/** The pages that were made for a person, with their links. */
export function useMadeFor(person: Person): QueryState<MadePage[]> {
  const domains = useDomains();
  const ids = domains.data?.map(({ tenantDomainId }) => tenantDomainId);
  const made = useQuery(ids && ['made-for', person.personId, ids], (signal) =>
    find(person, ids ?? [], signal),
  );
  if (ids) return made;
  return { ...made, error: domains.error, isLoading: domains.isLoading, retry: domains.retry };
}
