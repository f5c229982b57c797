import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { effectiveNameOf } from '../../content/audiences/store/select.ts';
import { pageOrThrow, selectPage } from '../../content/pages/store/internal.ts';
import { audiences } from '../../content/tables/pages.ts';
import type { Database } from '../../db/client.ts';
import { build, columnsOf, type Param, statement } from '../../db/statement.ts';
import type { Listing } from '../../lib/cursor.ts';
import { figuresOf } from '../../vocabulary/measures.ts';
import type { AudienceAnalyticsList, WorkspaceAudienceList } from '../schemas.ts';
import { askWith, questionOf } from './ask.ts';
import { Compared } from './compared.ts';
import { comparisonIn, lookedIn } from './comparison.ts';
import { firstOf, type ItemChoice, itemOf, pagesOf, recordsOf, rest, totalOf } from './items.ts';
import { audiencePlaces, withNames } from './names.ts';

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

// An index has these alone, of which a page has few.
const selectGroups = statement(({ pageId }: { pageId: Param<string> }) =>
  build
    .select(columnsOf(audiences, ['audienceId', 'customName', 'audienceNumber']))
    .from(sql`${audiences} indexed by audiences_groups`)
    .where(and(eq(audiences.pageId, pageId), isNull(audiences.personId), isNull(audiences.archivedAt))),
);

/**
 * The analytics of a range: an item for each audience of the page that is not archived, newest first, and one for all
 * other visits if there are any. With `limit`, only audiences with visits have an item. With `sort` or `limit`, all
 * other visits are in `other`. The items and the others add up to all visits of the page. Throws `page_not_found`.
 */
export async function audienceAnalytics(
  db: Database,
  { sort, limit, names, ...request }: ItemChoice & { pageId: string },
): Promise<AudienceAnalyticsList> {
  const { pageId, range, compared } = request;
  const asked = new Compared({ ...questionOf(request), by: 'audienceId' }, compared);
  const isChosen = sort !== undefined || limit !== undefined;
  const [[found], rows, comparable] = await askWith(db, asked.inquiries, [
    selectPage({ pageId }),
    limit === undefined ? selectAudiences({ pageId }) : selectArchived({ pageId }),
    isChosen ? selectGroups({ pageId }) : undefined,
  ]);
  const page = pageOrThrow(found);
  const { groups } = asked;
  const order = { sort: sort ?? '-totalSessions', ties: -1 } as const;
  const archived = new Set(rows.filter((row) => row.archivedAt !== null).map((row) => row.audienceId));
  const all =
    limit === undefined
      ? rows.map(({ audienceId }) => itemOf(audienceId, groups.of(audienceId), order.sort))
      : recordsOf(groups, order.sort);
  const shown = all.filter(({ name }) => !archived.has(name));
  const chosen = isChosen ? firstOf(shown, { ...order, take: limit }) : shown;
  const items = chosen.map(({ name, sums }) => ({ audienceId: name, ...figuresOf(sums), ...asked.of(name) }));
  const named = await withNames(db, 'audience', items, names);
  const total = totalOf(groups);
  const other = rest(total, chosen);
  if (!isChosen) return { items: other === null ? named : [...named, other], ...asked.more() };
  const ofPage = { pageId, pageName: page.title || page.url, personId: null, archivedAt: null };
  const places = new Map(
    comparable.map(({ audienceId, ...known }) => [
      audienceId,
      { ...ofPage, name: effectiveNameOf({ ...known, personName: null }) },
    ]),
  );
  const comparison = comparisonIn(groups, places, range);
  return { items: named, other, total: figuresOf(total), comparison, ...asked.more() };
}

/** The visits of audiences of all pages, a page of them by `sort`, with names and pages. Throws `invalid_cursor`. */
export async function workspaceAudiences(
  db: Database,
  { sort = '-totalSessions', limit, cursor, ...request }: ItemChoice & Listing,
): Promise<WorkspaceAudienceList> {
  const { range, filters, compared } = request;
  const pageOf = pagesOf(
    ['analytics_audiences', sort, `${range.start}-${range.end}`, JSON.stringify(filters)],
    { sort, ties: -1, limit, cursor },
  );
  const asked = new Compared({ ...questionOf(request), by: 'audienceId' }, compared);
  await askWith(db, asked.inquiries, []);
  const { groups } = asked;
  const { items: chosen, ...cursors } = pageOf(recordsOf(groups, sort));
  const ids = chosen.map(({ name }) => name);
  // The comparison stands with the first page.
  const looked = cursor === undefined ? lookedIn(groups) : undefined;
  const places = await audiencePlaces(db, [...new Set([...ids, ...(looked ?? [])])]);
  const total = totalOf(groups);
  return {
    items: chosen.map(({ name, sums }) => {
      const { personId: _, ...place } = places.get(name) ?? { personId: null };
      return { audienceId: name, ...figuresOf(sums), ...place, ...asked.of(name) };
    }),
    ...cursors,
    other: rest(total, chosen),
    unlisted: rest(groups.of(null), []),
    total: figuresOf(total),
    ...(cursor === undefined && { comparison: looked ? comparisonIn(groups, places, range) : null }),
    ...asked.more(),
  };
}
