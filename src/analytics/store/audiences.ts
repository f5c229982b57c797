import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { audiences } from '../../db/tables/audiences.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import type { Filters } from '../filters.ts';
import type { Groups } from '../groups.ts';
import { figuresOf, isNothing } from '../measures.ts';
import type { Range } from '../range.ts';
import type { AudienceAnalytics, AudienceAnalyticsList, Sort } from '../schemas.ts';
import { askWith } from './ask.ts';
import { Inquiry } from './inquiry.ts';
import { largest, rest, totalOf, wholeDays } from './items.ts';

const selectAudiences = statement(({ pageId }: { pageId: Param<string> }) =>
  build
    .select({ audienceId: audiences.audienceId, archivedAt: audiences.archivedAt })
    .from(audiences)
    .where(eq(audiences.pageId, pageId))
    .orderBy(desc(audiences.audienceId)),
);

// By itself SQLite takes the primary key, and reads all audiences of the page.
const selectArchived = statement(({ pageId }: { pageId: Param<string> }) =>
  build
    .select({ audienceId: audiences.audienceId, archivedAt: audiences.archivedAt })
    .from(sql`${audiences} indexed by audiences_archived`)
    .where(and(eq(audiences.pageId, pageId), isNotNull(audiences.archivedAt))),
);

type AudienceRow = Pick<typeof audiences.$inferSelect, 'audienceId' | 'archivedAt'>;

/** Every audience that is not archived, with or without visits, in the order of the rows. */
const allItems = (found: Groups, rows: AudienceRow[]): AudienceAnalytics[] =>
  rows
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ audienceId }) => ({ audienceId, ...figuresOf(found.of(audienceId)) }));

/** Every audience that had visits and is not archived, newest first. */
function visitedItems(found: Groups, archived: AudienceRow[]): AudienceAnalytics[] {
  const hidden = new Set(archived.map(({ audienceId }) => audienceId));
  return [...found]
    .flatMap(([audienceId, sums]) =>
      audienceId === null || hidden.has(audienceId) || isNothing(sums)
        ? []
        : [{ audienceId, ...figuresOf(sums) }],
    )
    .sort((a, b) => (a.audienceId < b.audienceId ? 1 : -1));
}

/** How the items are chosen: all without either, else the first `limit` by `sort`, or by their number of sessions. */
export interface ItemChoice {
  sort?: Sort | undefined;
  limit?: number | undefined;
  filters: Filters;
}

/**
 * The analytics of a range: an item for each audience of the page that is not archived, newest first, and one for all
 * other visits if there are any. With `limit`, only audiences with visits have an item. With `sort` or `limit`, all
 * other visits are in `other`. The items and the others add up to all visits of the page. Throws `page_not_found`.
 */
export async function audienceAnalytics(
  db: Database,
  pageId: string,
  { start, end }: Range,
  { sort, limit, filters }: ItemChoice,
): Promise<AudienceAnalyticsList> {
  const inquiry = new Inquiry({
    ...{ pageId, boundaries: [start, end], filters, by: 'audienceId', now: Date.now() },
  });
  const [[page], rows] = await askWith(
    db,
    [inquiry],
    [selectPage({ pageId }), limit === undefined ? selectAudiences({ pageId }) : selectArchived({ pageId })],
  );
  pageOrThrow(page);
  const { found } = inquiry;
  const { groups } = found.answer;
  const audienceItems = limit === undefined ? allItems(groups, rows) : visitedItems(groups, rows);
  const isChosen = sort !== undefined || limit !== undefined;
  const items = isChosen ? largest(audienceItems, sort, limit) : audienceItems;
  const others = rest(
    totalOf(groups),
    items.map(({ audienceId = '' }) => groups.of(audienceId)),
  );
  const days = wholeDays(found);
  if (isChosen) return { items, other: others, ...days };
  return { items: others === null ? items : [...items, others], ...days };
}
