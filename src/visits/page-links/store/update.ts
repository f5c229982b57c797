import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { hasWrite, isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../lib/precondition.ts';
import { pageLinks } from '../../tables/page-links.ts';
import { searchPathOf } from '../path.ts';
import type { PageLink, PageLinkUpdate } from '../schemas.ts';
import { livePageLinkOrThrow, selectPageLink, toTagged } from './internal.ts';
import type { PlaceParams } from './place.ts';
import { isPossible, selectRequirements, throwIfImpossible } from './requirements.ts';
import { type TargetParams, targetColumns, targetValues } from './target.ts';

interface ReviseParams {
  place: PlaceParams;
  searchPath: Param<string> | undefined;
  target: TargetParams | undefined;
  write: WriteParams;
}

const revisePageLink = statement(({ place, searchPath, target, write }: ReviseParams) =>
  revise(
    pageLinks,
    write,
    {
      path: place.path,
      searchPath,
      tenantDomainId: place.tenantDomainId,
      ...(target && targetColumns(target)),
    },
    and(
      eq(pageLinks.pageLinkId, place.pageLinkId),
      isNull(pageLinks.deletedAt),
      isCurrent(pageLinks.revision, write),
      isPossible(place, target),
    ),
  ),
);

/** Changes the given fields. Throws as `createPageLink` does, and `page_link_not_found`, `precondition_failed`. */
export async function updatePageLink(
  db: Database,
  pageLinkId: string,
  patch: PageLinkUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<PageLink>> {
  const { path, tenantDomainId, target } = patch;
  if (path === undefined && tenantDomainId === undefined && target === undefined) {
    const [[row]] = await db.batch([selectPageLink({ pageLinkId })]);
    return matched(toTagged(livePageLinkOrThrow(row)), ifMatch);
  }
  const write = newWrite(ifMatch);
  const [, [row], ...found] = await db.batch([
    revisePageLink({
      place: { pageLinkId, path, tenantDomainId },
      searchPath: path && searchPathOf(path),
      target: target && targetValues(target),
      write,
    }),
    selectPageLink({ pageLinkId }),
    ...selectRequirements(pageLinkId, patch),
  ]);
  const current = livePageLinkOrThrow(row);
  const link = toTagged(current);
  if (hasWrite(current, write)) return link;
  assertMatch(link.etag, ifMatch);
  throwIfImpossible(patch, found);
  return link;
}
