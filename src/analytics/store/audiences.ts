import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { effectiveNameOf } from '../../content/audiences/store/select.ts';
import { pageOrThrow, selectPage } from '../../content/pages/store/internal.ts';
import { audiences } from '../../content/tables/audiences.ts';
import type { Database } from '../../db/client.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { type CursorBinding, decodeCursor, encodeCursor, type Listing } from '../../lib/cursor.ts';
import type { Range } from '../../lib/range.ts';
import { type Figures, figuresOf, isNothing } from '../../vocabulary/measures.ts';
import type { Sort } from '../figures-schemas.ts';
import type { Filters } from '../filters.ts';
import type { Groups } from '../groups.ts';
import type { AudienceAnalytics, AudienceAnalyticsList, WorkspaceAudienceList } from '../schemas.ts';
import { askWith } from './ask.ts';
import { Compared } from './compared.ts';
import { comparisonIn, lookedIn } from './comparison.ts';
import { firstAfter, largest, rest, totalOf, wholeDays } from './items.ts';
import { audiencePlaces, withNames } from './names.ts';
import { orderOf, type Place, placeIn, placeText } from './rank.ts';

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
    .select({
      audienceId: audiences.audienceId,
      customName: audiences.customName,
      audienceNumber: audiences.audienceNumber,
    })
    .from(sql`${audiences} indexed by audiences_groups`)
    .where(and(eq(audiences.pageId, pageId), isNull(audiences.personId), isNull(audiences.archivedAt))),
);

type AudienceRow = Pick<typeof audiences.$inferSelect, 'audienceId' | 'archivedAt'>;

/** Every audience that is not archived, with or without visits, in the order of the rows. */
const allItems = (found: Groups, rows: AudienceRow[]): AudienceAnalytics[] =>
  rows
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ audienceId }) => ({ audienceId, ...figuresOf(found.of(audienceId)) }));

/** Every audience that had visits and is not archived, newest first. */
function visitedItems(
  found: Groups,
  archived: AudienceRow[],
): (AudienceAnalytics & { audienceId: string })[] {
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
  /** The range that is compared, if any. */
  compared?: Range | undefined;
  /** Whether each item has a name. */
  names?: 'true' | 'false' | undefined;
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
  { sort, limit, filters, compared, names }: ItemChoice,
): Promise<AudienceAnalyticsList> {
  const asked = new Compared(
    { pageId, boundaries: [start, end], filters, by: 'audienceId', now: Date.now() },
    compared,
  );
  const isChosen = sort !== undefined || limit !== undefined;
  const [[found], rows, comparable] = await askWith(db, asked.inquiries, [
    selectPage({ pageId }),
    limit === undefined ? selectAudiences({ pageId }) : selectArchived({ pageId }),
    isChosen ? selectGroups({ pageId }) : undefined,
  ]);
  const page = pageOrThrow(found);
  const { groups } = asked;
  const audienceItems = limit === undefined ? allItems(groups, rows) : visitedItems(groups, rows);
  const items = isChosen ? largest(audienceItems, sort, limit) : audienceItems;
  const total = totalOf(groups);
  const others = rest(
    total,
    items.map(({ audienceId = '' }) => groups.of(audienceId)),
  );
  const named = await withNames(
    db,
    'audience',
    items.map((item) => ({ ...item, ...asked.of(item.audienceId ?? '') })),
    { names, idOf: ({ audienceId }) => audienceId },
  );
  const more = { ...asked.total(), ...wholeDays(asked.inquiries) };
  if (isChosen) {
    const ofPage = { pageId, pageName: page.title || page.url, personId: null, archivedAt: null };
    const places = new Map(
      comparable.map(({ audienceId, ...known }) => [
        audienceId,
        { ...ofPage, name: effectiveNameOf({ ...known, personName: null }) },
      ]),
    );
    const comparison = comparisonIn(groups, places, { start, end });
    return { items: named, other: others, total: figuresOf(total), comparison, ...more };
  }
  return { items: others === null ? named : [...named, others], ...more };
}

/**
 * The visits of the audiences of all pages that had some, a page of them by `sort`, archived ones too, with their names
 * and pages. Two round trips. Throws `invalid_cursor`.
 */
export async function workspaceAudiences(
  db: Database,
  { start, end }: Range,
  { sort = '-totalSessions', limit, cursor, filters, compared }: ItemChoice & Listing,
): Promise<WorkspaceAudienceList> {
  const binding: CursorBinding = ['analytics_audiences', sort, `${start}-${end}`, JSON.stringify(filters)];
  const after = cursor === undefined ? undefined : placeIn(decodeCursor(binding, cursor));
  const asked = new Compared(
    { pageId: undefined, boundaries: [start, end], filters, by: 'audienceId', now: Date.now() },
    compared,
  );
  await askWith(db, asked.inquiries, []);
  const { groups } = asked;
  const number = sort.replace('-', '') as keyof Figures;
  const visited = visitedItems(groups, []).map((item) => ({ id: item.audienceId, rank: item[number], item }));
  const following = firstAfter<Place, (typeof visited)[number]>(visited, orderOf(sort, -1), {
    after,
    take: limit + 1,
  });
  const chosen = following.slice(0, limit);
  const last = following.length > limit ? chosen.at(-1) : undefined;
  const ids = chosen.map(({ id }) => id);
  // The comparison stands with the first page.
  const looked = cursor === undefined ? lookedIn(groups) : undefined;
  const places = await audiencePlaces(db, [...new Set([...ids, ...(looked ?? [])])]);
  const total = totalOf(groups);
  return {
    items: chosen.map(({ id, item }) => {
      const { personId: _, ...place } = places.get(id) ?? { personId: null };
      return { ...item, ...place, ...asked.of(id) };
    }),
    hasMore: last !== undefined,
    nextCursor: last ? encodeCursor(binding, placeText(last)) : null,
    other: rest(
      total,
      ids.map((audienceId) => groups.of(audienceId)),
    ),
    unlisted: rest(groups.of(null), []),
    total: figuresOf(total),
    ...(cursor === undefined && {
      comparison: looked ? comparisonIn(groups, places, { start, end }) : null,
    }),
    ...asked.total(),
    ...wholeDays(asked.inquiries),
  };
}
