import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { audiences } from '../../db/tables/audiences.ts';
import { sessionRollups } from '../../db/tables/sessions.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { eachMeasure, figuresOf, measures, type Sums } from '../measures.ts';
import type { AudienceAnalytics } from '../schemas.ts';
import { decompose, type Range, type Span } from '../spans.ts';

const none: Sums = eachMeasure(() => 0);
const add = (a: Sums, b: Sums): Sums => eachMeasure(({ name }) => a[name] + b[name]);

const toAnalytics = (sums: Sums, audienceId?: string): AudienceAnalytics => ({
  ...(audienceId === undefined ? {} : { audienceId }),
  ...figuresOf(sums),
});

const selectAudiences = statement(({ pageId }: { pageId: Param<string> }) =>
  build
    .select({ audienceId: audiences.audienceId, archivedAt: audiences.archivedAt })
    .from(audiences)
    .where(eq(audiences.pageId, pageId))
    .orderBy(desc(audiences.audienceId)),
);

/** Numbers as rows of VALUES. D1 counts the rows of json_each as read, but not these. */
function valuesOf(numbers: NumberParams, width: number): SQL {
  const params = Object.values(numbers);
  const rows = Array.from({ length: params.length / width }, (_, row) =>
    sql.join(params.slice(row * width, (row + 1) * width), sql`, `),
  );
  return sql`(values (${sql.join(rows, sql`), (`)}))`;
}

type NumberParams = Record<number, Param<number>>;
interface SumParams {
  pageId: Param<string>;
  spans: NumberParams;
  edges: NumberParams;
}

const eachColumn = (of: (column: string) => string) =>
  sql.raw(measures.map(({ column }) => of(column)).join(', '));

/**
 * Selects sums in a range. An audience has several rows; an empty text stands for no audience. Nothing is sorted,
 * because D1 counts the rows of a sorter as read: rollups are grouped in the order of the primary key of audiences,
 * and the sessions of the edges are not grouped. Each number of spans (11 at most) and edges (2 at most) has its own
 * SQL text.
 */
const selectSums = statement(({ pageId, spans, edges }: SumParams, _spans: number, _edges: number) => {
  const spanRows = valuesOf(spans, 3);
  const inSpan = sql`rollup.page_id = ${pageId} and rollup.hours = span.column1
      and rollup.start >= span.column2 and rollup.start < span.column3`;
  // CROSS JOIN keeps SQLite from changing this order: each audience, each span, then its rollups from the index.
  const facts = sql`(
    select audience.audience_id, ${eachColumn((column) => `sum(rollup.${column}) as ${column}`)}
    from ${audiences} as audience cross join ${spanRows} as span cross join ${sessionRollups} as rollup
    where audience.page_id = ${pageId} and rollup.audience_id = audience.audience_id and ${inSpan}
    group by audience.audience_id
    union all
    select '', ${eachColumn((column) => `coalesce(sum(rollup.${column}), 0)`)}
    from ${spanRows} as span cross join ${sessionRollups} as rollup
    where rollup.audience_id = '' and ${inSpan}
    union all
    select fact.audience_id, ${eachColumn((column) => `fact.${column}`)}
    from ${valuesOf(edges, 2)} as edge cross join session_facts as fact
    where fact.page_id = ${pageId} and fact.session_started_at >= edge.column1
      and fact.session_started_at < edge.column2
  )`;
  const sums = eachMeasure(({ column }) => sql<number>`${sql.raw(column)}`);
  return build.select({ audienceId: sql<string>`audience_id`, ...sums }).from(facts);
});

/** Binds `selectSums` to a range. An empty list is bound as one row of zeros, which matches nothing. */
function sumsIn(pageId: string, range: Range) {
  const { spans, edges } = decompose(range);
  // Removed sessions within the edges are in rollups of 0 hours, which hold them by millisecond.
  const all = [...spans, ...edges.map(([from, to]): Span => [0, from, to])].flat();
  const values = {
    pageId,
    spans: all.length > 0 ? all : [0, 0, 0],
    edges: edges.length > 0 ? edges.flat() : [0, 0],
  };
  return selectSums(values, values.spans.length, values.edges.length);
}

/**
 * The analytics of a range: an item for each audience of the page that is not archived, newest first, and one for all
 * other visits if there are any. The items add up to all visits of the page. Throws `page_not_found`.
 */
export async function audienceAnalytics(
  db: Database,
  pageId: string,
  range: Range,
): Promise<AudienceAnalytics[]> {
  const [[page], ofPage, found] = await db.batch([
    selectPage({ pageId }),
    selectAudiences({ pageId }),
    sumsIn(pageId, range),
  ]);
  pageOrThrow(page);
  const sums = new Map<string, Sums>();
  for (const row of found) {
    const known = sums.get(row.audienceId);
    sums.set(row.audienceId, known ? add(known, row) : row);
  }
  const shown = ofPage.filter(({ archivedAt }) => archivedAt === null);
  const items = shown.map(({ audienceId }) => toAnalytics(sums.get(audienceId) ?? none, audienceId));
  for (const { audienceId } of shown) sums.delete(audienceId);
  const others = [...sums.values()].reduce(add, none);
  return others.sessions > 0 ? [...items, toAnalytics(others)] : items;
}
