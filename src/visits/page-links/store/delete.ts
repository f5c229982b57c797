import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { assertMatch, type IfMatch, type Tagged } from '../../../lib/precondition.ts';
import { pageLinks } from '../../tables/page-links.ts';
import type { PageLink } from '../schemas.ts';
import { pageLinkOrThrow, pageLinkRecord, selectPageLink } from './internal.ts';

const markDeleted = statement(({ pageLinkId, write }: { pageLinkId: Param<string>; write: WriteParams }) =>
  revise(
    pageLinks,
    write,
    { deletedAt: write.now },
    and(
      eq(pageLinks.pageLinkId, pageLinkId),
      isNull(pageLinks.deletedAt),
      isCurrent(pageLinks.revision, write),
    ),
  ),
);

/** Deletes a link and frees its path. A second call changes nothing. Throws `page_link_not_found`. */
export async function deletePageLink(
  db: Database,
  pageLinkId: string,
  ifMatch: IfMatch,
): Promise<Tagged<PageLink>> {
  const write = newWrite(ifMatch);
  const [, [row]] = await db.batch([markDeleted({ pageLinkId, write }), selectPageLink({ pageLinkId })]);
  const link = pageLinkRecord.toTagged(pageLinkOrThrow(row));
  if (link.value.deletedAt === null) assertMatch(link.etag, ifMatch);
  return link;
}
