import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { audiences } from '../../db/tables/audiences.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import type { Filters } from '../filters.ts';
import { figuresOf } from '../measures.ts';
import type { AudienceAnalytics, AudienceAnalyticsList, Sort } from '../schemas.ts';
import { planOf, type Range } from '../spans.ts';
import { largest, rest } from './items.ts';
import { type PieceSums, type SumsQuery, sumsOfRange, sumsStatements } from './sums.ts';

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
const allItems = (found: PieceSums, rows: AudienceRow[]): AudienceAnalytics[] =>
  rows
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ audienceId }) => ({ audienceId, ...figuresOf(found.byValue.get(audienceId) ?? []) }));

/** Every audience that had visits and is not archived, newest first. */
function visitedItems({ byValue }: PieceSums, archived: AudienceRow[]): AudienceAnalytics[] {
  const hidden = new Set(archived.map(({ audienceId }) => audienceId));
  return [...byValue]
    .filter(([audienceId, sums]) => !hidden.has(audienceId) && sums.some((sum) => sum !== 0))
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([audienceId, sums]) => ({ audienceId, ...figuresOf(sums) }));
}

/** How the items are chosen: all without either, else the first `limit` by `sort`, or by their number of sessions. */
export interface ItemChoice {
  filters: Filters;
  sort?: Sort | undefined;
  limit?: number | undefined;
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
  { sort, limit }: ItemChoice,
): Promise<AudienceAnalyticsList> {
  const query: SumsQuery = { pageId, audienceId: undefined, grouping: 'audience' };
  const plan = planOf([start, end]);
  const [[page], rows, ...sums] = await db.batch([
    selectPage({ pageId }),
    limit === undefined ? selectAudiences({ pageId }) : selectArchived({ pageId }),
    ...sumsStatements(query, plan),
  ]);
  pageOrThrow(page);
  const found = sumsOfRange(sums, query, plan, Date.now());
  const audienceItems = limit === undefined ? allItems(found, rows) : visitedItems(found, rows);
  const isChosen = sort !== undefined || limit !== undefined;
  const items = isChosen ? largest(audienceItems, sort, limit) : audienceItems;
  const others = rest(
    found.all,
    items.map(({ audienceId = '' }) => found.byValue.get(audienceId) ?? []),
  );
  if (isChosen) return { items, other: others };
  return { items: others === null ? items : [...items, others] };
}
