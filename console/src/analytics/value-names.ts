import {
  type Audience,
  getAudience,
  getPageLink,
  listAudiences,
  type PageLink,
  searchPageLinks,
} from '@footfall/client';
import type { Dimension } from '../../../src/vocabulary/dimensions.ts';
import { ask, useAsked } from '../data/api.ts';
import { loadByIds } from '../data/at-most.ts';
import { addressOfLink, domainOf, useDomains } from '../data/domains.ts';
import { type QueryState, useQuery } from '../data/query.ts';
import { useRoute } from '../nav/router.ts';
import { showValue } from './dimensions.ts';
import type { PillNames } from './filter-bar.tsx';
import { chosenOf } from './filters.ts';
import { breakdown, mostItems } from './questions.ts';

/** Up to so many links are asked for one by one; of more, the newest of the page are asked for first. */
const few = 8;

/** What an address names may be any text. The API refuses what is no id. */
const isLinkId = (id: string) => /^page_link_[a-z0-9]{26}$/.test(id);

async function linksById(
  pageId: string,
  ids: string[],
  domainIds: string[],
  signal: AbortSignal,
): Promise<PageLink[]> {
  const lists =
    ids.length > few
      ? await Promise.all(
          ['', ...domainIds].map((tenantDomainId) => {
            const query = { pageId, limit: 100, ...(tenantDomainId && { tenantDomainId }) };
            return ask(searchPageLinks, { query, signal });
          }),
        )
      : [];
  const newest = lists.flatMap(({ items }) => items);
  const known = new Set(newest.map(({ pageLinkId }) => pageLinkId));
  const one = (id: string) => ask(getPageLink, { path: { page_link_id: id }, signal });
  const others = ids.filter((id) => !known.has(id));
  return [...newest, ...(await loadByIds(others, one, 'page_link_not_found'))];
}

/**
 * The names of page links of a page, by their ids: the path, and with its domain if two have the same path. Three dots
 * while they are loaded, the id of one that cannot be read. Undefined ids load nothing yet.
 */
function useLinkNames(pageId: string, ids: string[] | undefined): (id: string) => string {
  const wanted = ids?.filter(isLinkId).toSorted() ?? [];
  const domains = useDomains(wanted.length > 0);
  const isReady = wanted.length > 0 && (domains.data !== undefined || domains.error !== undefined);
  const links = useQuery(isReady ? ['link-names', pageId, wanted] : undefined, (signal) =>
    linksById(pageId, wanted, domains.data?.map(({ tenantDomainId }) => tenantDomainId) ?? [], signal),
  );
  const isLoading = links.isLoading || (wanted.length > 0 && !isReady);
  const named = links.data?.filter(({ pageLinkId }) => wanted.includes(pageLinkId)) ?? [];
  return (id) => {
    const link = links.data?.find(({ pageLinkId }) => pageLinkId === id);
    if (!link) return isLoading && wanted.includes(id) ? '…' : id;
    const isShared = named.some(({ pageLinkId, path }) => pageLinkId !== id && path === link.path);
    const address = addressOfLink(link.path, domainOf(link, domains.data));
    return isShared ? address.replace(/^https:\/\//, '') : link.path;
  };
}

/** The API filters by so many values at once. */
const atOnce = 20;

/**
 * The names of versions of a page, by their ids: the audience and the number. Three dots while they are loaded, the id of
 * one that has no name. Undefined ids load nothing yet.
 */
function useVersionNames(pageId: string | undefined, ids: string[] | undefined): (id: string) => string {
  const wanted = ids?.toSorted() ?? [];
  const query = {
    ...(wanted.length <= atOnce && { versionId: wanted }),
    ...({ by: 'versionId', names: 'true', limit: mostItems } as const),
  };
  const isAsked = pageId !== undefined && wanted.length > 0;
  const versions = useAsked('version-names', isAsked ? breakdown(pageId, query) : undefined);
  return (id) =>
    versions.data?.items.find(({ value }) => value === id)?.name ?? (versions.isLoading ? '…' : id);
}

/**
 * Values of a dimension in words, also those that are ids: links and versions of a page have names. Undefined values load
 * nothing yet.
 */
export function useValueNames(
  by: Dimension | undefined,
  pageId: string | undefined,
  values: (string | null | undefined)[] | undefined,
): (value: string) => string {
  const ids = pageId === undefined ? undefined : values?.flatMap((value) => value || []);
  const names: Partial<Record<Dimension, (id: string) => string>> = {
    pageLinkId: useLinkNames(pageId ?? '', by === 'pageLinkId' ? ids : undefined),
    versionId: useVersionNames(pageId, by === 'versionId' ? ids : undefined),
  };
  return (value) => (by ? (names[by]?.(value) ?? showValue(by, value)) : value);
}

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

/** The names of the audience and the page links that a page is filtered by. Without a page there are none. */
export function usePillNames(pageId: string | undefined): PillNames {
  const { query } = useRoute();
  const audiences = useAudiences(pageId ?? '', pageId && query.audience ? [query.audience] : undefined);
  return {
    audience: (id) => nameIn(audiences, id),
    pageLinkId: useValueNames('pageLinkId', pageId, chosenOf(query, 'pageLinkId')),
    versionId: useValueNames('versionId', pageId, chosenOf(query, 'versionId')),
  };
}
