import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn, insertEach, itemField } from '../../../db/sql.ts';
import { type Bound, build, columnsOf, type Param, statement } from '../../../db/statement.ts';
import { dayMs } from '../../../lib/durations.ts';
import { type Tagged, taggedVisit } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { foundFields, pages } from '../../tables/pages.ts';
import { mostFields } from '../fields.ts';
import type { PageRead } from '../schemas.ts';
import { pageOrThrow, pageRecord, selectPage } from './internal.ts';

/** The names of fields that a visit has found on its page. */
export interface FoundReport {
  pageId: string;
  receivedAt: number;
  names: readonly string[];
}

/** How many days before the latest report a name was reported last that is forgotten. */
const keptDays = 30;

/**
 * The days of names, with those of a report: the latest of each. Names that the page declares go before others, and known
 * ones before new ones, so that a flood of made-up names drives out none.
 */
const merged = (known: SQL, reported: SQL, pageId: SQL) => sql`(select json_group_object(name, day) from (
  select name, day from (
    select name, max(day) as day, max(is_declared) as is_declared, min(is_new) as is_new, max(max(day)) over () as latest
    from (
      select key as name, value as day, 0 as is_declared, 0 as is_new from json_each(${known})
      union all select key, value, 0, 1 from json_each(${reported})
      union all select field.value ->> 'name', null, 1, 1
        from ${pages} cross join json_each(${pages.fields}) as field where ${pages.pageId} = ${pageId})
    group by name)
  where day > latest - ${sql.raw(String(keptDays))}
  order by is_declared desc, is_new, name limit ${sql.raw(String(mostFields))}))`;

const noteReports = statement(({ rows }: { rows: Param<string> }) => {
  const { pageId, days, revision } = foundFields;
  const item = { pageId: itemField<{ pageId: string }>('pageId'), days: sql`(item.value -> 'days')` };
  const known = sql`(select ${days} from ${foundFields} where ${pageId} = ${item.pageId})`;
  // Most visits find what others have found on that day.
  const isNews = sql`exists (select 1 from json_each(${item.days}) as reported
    where coalesce(${known} ->> reported.key, -1) < reported.value)`;
  return insertEach(foundFields, rows, and(isNews, existsIn(pages, eq(pages.pageId, item.pageId))), {
    days: merged(sql`coalesce(${known}, '{}')`, item.days, item.pageId),
    revision: sql`1`,
  }).onConflictDoUpdate({
    target: pageId,
    set: { days: sql`excluded.days`, revision: sql`${revision} + 1` },
    setWhere: sql`excluded.days <> ${days}`,
  });
});

/** Notes names of fields that visits have found on their pages, in a batch. In any order, and repeated, they come to the same. */
export function noteFound(reports: readonly FoundReport[]): Bound[] {
  if (reports.length === 0) return [];
  const rows = Array.from(
    Map.groupBy(reports, ({ pageId }) => pageId),
    ([pageId, ofPage]) => {
      const days = ofPage
        .toSorted((a, b) => a.receivedAt - b.receivedAt)
        .flatMap(({ names, receivedAt }) => names.map((name) => [name, Math.floor(receivedAt / dayMs)]));
      return { pageId, days: Object.fromEntries(days) };
    },
  );
  return [noteReports({ rows: JSON.stringify(rows) })];
}

const selectFound = statement(({ pageId }: { pageId: Param<string> }) =>
  build
    .select(columnsOf(foundFields, ['days', 'revision']))
    .from(foundFields)
    .where(eq(foundFields.pageId, pageId)),
);

/** A page with the fields that visits have found on it. Throws `page_not_found`. */
export async function readPage(db: Database, pageId: string): Promise<Tagged<PageRead>> {
  const [[row], [found]] = await db.batch([selectPage({ pageId }), selectFound({ pageId })]);
  const { value, etag } = pageRecord.toTagged(pageOrThrow(row));
  const names = Object.entries(found?.days ?? {}).map(([name, day]) => ({
    name,
    lastSeenOn: toTimestamp(day * dayMs).slice(0, 10),
  }));
  return {
    value: { ...value, foundFields: names.toSorted((a, b) => (a.name < b.name ? -1 : 1)) },
    etag: taggedVisit(etag, found?.revision ?? 0),
  };
}
