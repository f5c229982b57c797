import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { type AudiencePath, placeOrThrow, selectPlace } from '../../../content/audiences/store/internal.ts';
import type { Database } from '../../../db/client.ts';
import { countRows } from '../../../db/counted.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import {
  type CursorBinding,
  countedFrom,
  type List,
  type Listing,
  numberPlaceOf,
} from '../../../lib/cursor.ts';
import { pageLinks } from '../../tables/page-links.ts';
import type { PageLink } from '../schemas.ts';
import { pageLinkColumns, toPageLink } from './internal.ts';

interface OfAudience {
  audienceId: Param<string>;
}

/** The condition that a link is live and leads to the audience. A link to a page has no audience. */
const leadsTo = ({ audienceId }: OfAudience) =>
  and(eq(pageLinks.audienceId, audienceId), isNull(pageLinks.deletedAt));

const selectOfAudience = statement(
  ({ after, take, ...of }: OfAudience & { after: Param<number> | undefined; take: Param<number> }) =>
    build
      .select(pageLinkColumns)
      .from(pageLinks)
      .where(and(leadsTo(of), after && lt(pageLinks.seq, after)))
      .orderBy(desc(pageLinks.seq))
      .limit(take),
);

const countOfAudience = statement((of: OfAudience) => countRows(sql`${pageLinks} where ${leadsTo(of)}`));

/** Live links to an audience, newest first; counted to 1,000. Throws `page_not_found`, `audience_not_found`. */
export async function listLinksOfAudience(
  db: Database,
  path: AudiencePath,
  listing: Listing,
): Promise<List<PageLink, number | null>> {
  const { pageId, audienceId } = path;
  const binding: CursorBinding = ['audience_page_links', pageId, audienceId];
  const [[page], [audience], rows, [total]] = await db.batch([
    ...selectPlace(path),
    selectOfAudience({ audienceId, ...numberPlaceOf(binding, listing) }),
    countOfAudience({ audienceId }),
  ]);
  placeOrThrow(path, page, audience);
  return countedFrom(binding, listing, rows, total, (last) => last.seq, toPageLink);
}
