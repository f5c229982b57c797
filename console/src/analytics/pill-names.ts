import { nameIn, useAudiences } from '../data/audience-names.ts';
import { useRoute } from '../nav/router.ts';
import type { PillNames } from './filter-bar.tsx';
import { chosenOf } from './filters.ts';
import { useValueNames } from './value-names.ts';

/** The names of the audience and the page links that a page is filtered by. Without a page there are none. */
export function usePillNames(pageId: string | undefined): PillNames {
  const { query } = useRoute();
  const audiences = useAudiences(pageId ?? '', pageId && query.audience ? [query.audience] : undefined);
  const links = chosenOf(query, 'pageLinkId');
  const linkName = useValueNames('pageLinkId', pageId, links.length > 0 ? links : undefined);
  return { audience: (id) => nameIn(audiences, id), pageLinkId: linkName };
}
