import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { isCurrent, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { pageLinks } from '../../tables/page-links.ts';
import { searchPathOf } from '../path.ts';
import type { PageLink, PageLinkUpdate } from '../schemas.ts';
import { pageLinkRecord } from './internal.ts';
import {
  isPossible,
  type PlaceParams,
  selectRequirements,
  type TargetParams,
  targetColumns,
  targetValues,
  throwIfImpossible,
} from './requirements.ts';

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
export function updatePageLink(
  db: Database,
  pageLinkId: string,
  patch: PageLinkUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<PageLink>> {
  const { path, tenantDomainId, target } = patch;
  return pageLinkRecord.write(db, pageLinkId, patch, ifMatch, {
    write: (write) =>
      revisePageLink({
        place: { pageLinkId, path, tenantDomainId },
        searchPath: path && searchPathOf(path),
        target: target && targetValues(target),
        write,
      }),
    reads: selectRequirements(pageLinkId, patch),
    refuse: (...found) => throwIfImpossible(patch, found),
  });
}
