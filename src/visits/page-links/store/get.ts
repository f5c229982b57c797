import type { Database } from '../../../db/client.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { PageLink } from '../schemas.ts';
import { pageLinkOrThrow, selectPageLink, toTagged } from './internal.ts';

/** A page link, deleted or not. Throws `page_link_not_found`. */
export async function getPageLinkOrThrow(db: Database, pageLinkId: string): Promise<Tagged<PageLink>> {
  const [[row]] = await db.batch([selectPageLink({ pageLinkId })]);
  return toTagged(pageLinkOrThrow(row));
}
