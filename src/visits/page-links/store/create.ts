import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { newId } from '../../../lib/ids.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { pageLinks } from '../../tables/page-links.ts';
import { searchPathOf } from '../path.ts';
import type { PageLink, PageLinkCreate } from '../schemas.ts';
import { pageLinkOrThrow, selectPageLink, toTagged } from './internal.ts';
import { isPossible, selectRequirements, throwIfImpossible } from './requirements.ts';
import { type TargetParams, targetColumns, targetValues } from './target.ts';

interface InsertParams {
  pageLinkId: Param<string>;
  /** Null for the fallback subdomain. */
  tenantDomainId: Param<string | null>;
  path: Param<string>;
  searchPath: Param<string>;
  target: TargetParams;
  writeIds: Param<string>;
  now: Param<number>;
}

const insertPageLink = statement(({ target, now, ...row }: InsertParams) =>
  insertWhere(
    pageLinks,
    { ...row, ...targetColumns(target), revision: 1, createdAt: now, updatedAt: now },
    isPossible(row, target),
    pageLinks.pageLinkId,
  ),
);

/**
 * Creates a page link. Throws `tenant_domain_not_found`, `…_not_found` for its target, `audience_archived`,
 * `path_taken`.
 */
export async function createPageLink(
  db: Database,
  { path, tenantDomainId = null, target }: PageLinkCreate,
): Promise<Tagged<PageLink>> {
  const pageLinkId = newId('page_link');
  const wanted = { path, tenantDomainId, target };
  const [, [created], ...found] = await db.batch([
    insertPageLink({
      pageLinkId,
      tenantDomainId,
      path,
      searchPath: searchPathOf(path),
      target: targetValues(target),
      writeIds: newId('write'),
      now: Date.now(),
    }),
    selectPageLink({ pageLinkId }),
    ...selectRequirements(pageLinkId, wanted),
  ]);
  if (!created) throwIfImpossible(wanted, found);
  return toTagged(pageLinkOrThrow(created));
}
