import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import { selectPage } from '../../../content/pages/store/internal.ts';
import type { RowsOf } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { throwIfHeld } from '../../../db/unique.ts';
import { tenantDomains } from '../../tables/page-links.ts';
import { selectTenantDomain, tenantDomainOrThrow } from '../../tenant-domains/store/internal.ts';
import type { PageLinkUpdate } from '../schemas.ts';
import { isFree, type PlaceParams, selectHolder } from './place.ts';
import { isTarget, selectTargetAudience, type TargetParams, throwIfNoTarget } from './target.ts';

// What must exist before a link is written: its domain, its target and a free path.

/** The condition that all requirements are met. */
export const isPossible = (place: PlaceParams, target: TargetParams | undefined): SQL | undefined =>
  and(
    place.tenantDomainId &&
      or(
        isNull(place.tenantDomainId),
        existsIn(tenantDomains, eq(tenantDomains.tenantDomainId, place.tenantDomainId)),
      ),
    target && isTarget(target),
    isFree(place),
  );

/** Selects the requirements, in the batch of the write and after it. */
export function selectRequirements(pageLinkId: string, { tenantDomainId, target, path }: PageLinkUpdate) {
  const { audienceId, pageId } = target ?? {};
  return [
    typeof tenantDomainId === 'string' ? selectTenantDomain({ tenantDomainId }) : undefined,
    selectHolder({ pageLinkId, path, tenantDomainId }),
    audienceId === undefined ? undefined : selectTargetAudience({ audienceId }),
    pageId === undefined ? undefined : selectPage({ pageId }),
  ] as const;
}

/** Throws the error for the requirement that was not met. */
export function throwIfImpossible(
  { tenantDomainId, target }: PageLinkUpdate,
  [[domain], [holder], [audience], [page]]: RowsOf<ReturnType<typeof selectRequirements>>,
): void {
  if (typeof tenantDomainId === 'string') tenantDomainOrThrow(domain);
  if (target) throwIfNoTarget(target, audience, page);
  throwIfHeld('path_taken', 'path', holder?.pageLinkId ?? undefined);
}
