import type { Database } from '../../../db/client.ts';
import type { NewRow } from '../../../db/record.ts';
import { statement } from '../../../db/statement.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { pageLinks } from '../../tables/page-links.ts';
import { searchPathOf } from '../path.ts';
import type { PageLink, PageLinkCreate } from '../schemas.ts';
import { pageLinkRecord } from './internal.ts';
import { isPossible, selectRequirements, targetColumns, throwIfImpossible } from './requirements.ts';

const insertPageLink = statement((row: NewRow<typeof pageLinks>) =>
  pageLinkRecord.insert({ ...row, ...targetColumns(row) }, isPossible(row, row)),
);

/** Creates a page link. Throws `tenant_domain_not_found`, 404s of its target, `audience_archived`, `path_taken`. */
export function createPageLink(
  db: Database,
  { path, tenantDomainId = null, target }: PageLinkCreate,
): Promise<Tagged<PageLink>> {
  const wanted = { path, tenantDomainId, target };
  const row = { path, searchPath: searchPathOf(path), tenantDomainId, ...target };
  return pageLinkRecord.create(db, row, {
    write: insertPageLink,
    // The link has no id yet: any that has the path is another.
    reads: selectRequirements('', wanted),
    refuse: (...found) => throwIfImpossible(wanted, found),
  });
}
