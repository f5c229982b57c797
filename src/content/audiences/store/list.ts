import { and, desc, eq, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { type ListParams, type Param, statement } from '../../../db/statement.ts';
import { type CursorBinding, type List, type Listing, listFrom, placeOf } from '../../../lib/cursor.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { audiences } from '../../tables/audiences.ts';
import type { Audience } from '../schemas.ts';
import { shownAudiences, toAudience } from './select.ts';

const selectAudiences = statement(({ pageId, after, take }: ListParams & { pageId: Param<string> }) =>
  shownAudiences()
    .where(and(eq(audiences.pageId, pageId), after && lt(audiences.audienceId, after)))
    .orderBy(desc(audiences.audienceId))
    .limit(take),
);

/** Audiences of a page, newest first, archived ones included. Throws `page_not_found`. */
export async function listAudiences(db: Database, pageId: string, listing: Listing): Promise<List<Audience>> {
  const binding: CursorBinding = ['audiences', pageId];
  const [[page], rows] = await db.batch([
    selectPage({ pageId }),
    selectAudiences({ pageId, ...placeOf(binding, listing) }),
  ]);
  const ofPage = pageOrThrow(page);
  return listFrom(
    binding,
    listing,
    rows,
    ofPage.audiencesCount,
    (last) => last.audienceId,
    (row) => toAudience(row, ofPage),
  );
}
