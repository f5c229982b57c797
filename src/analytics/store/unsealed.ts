import { and, eq, type SQL, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import { audienceSessions, sessionCorrections, sessionSeal } from '../../db/tables/sessions.ts';
import { type ColumnName, columnNames, factSql, numberNames } from '../facts.ts';
import type { Needed } from './blocks.ts';

// What blocks do not have: the sessions that are not sealed, which are the tail, and the corrections.

const sessions = audienceSessions;
const corrections = sessionCorrections;

/** The most sessions, and the most corrections, that one round trip reads. */
const mostSessions = 5000;

/** The place up to which sessions are sealed. Nothing is sealed before the first write. */
const isSeal = sql`${sessionSeal.id} = 1`;
export const sealedAt = sql`coalesce((select ${sessionSeal.sealedAt} from ${sessionSeal} where ${isSeal}), -1)`;
export const sealedId = sql`coalesce((select ${sessionSeal.sealedId} from ${sessionSeal} where ${isSeal}), '')`;

/** The number of writes of blocks. An answer of several round trips begins again when it changes between them. */
export const selectRevision = statement((_: object) =>
  build.select({ revision: sessionSeal.revision }).from(sessionSeal).where(isSeal),
);

const isNumber = (name: ColumnName) => (numberNames as readonly ColumnName[]).includes(name);

interface ListsParams {
  pageId: Param<string> | undefined;
  needed: Needed<Param<number>>;
}

/** Lists of columns as JSON arrays: the numbers, which all questions need, and the texts that this one needs. */
const listsOf = (needed: ListsParams['needed'], from: (name: ColumnName) => SQL, where: SQL) =>
  Object.fromEntries(
    columnNames.map((name) => [
      name,
      sql<string>`json_group_array(${from(name)}) filter (where ${where}${isNumber(name) ? sql`` : sql` and ${needed[name]}`})`,
    ]),
  ) as Record<ColumnName, SQL<string>>;

interface TailParams extends ListsParams {
  /** Milliseconds since 1970. */
  start: Param<number>;
  end: Param<number>;
  /** The session after which to go on. */
  after: { at: Param<number>; id: Param<string> } | undefined;
}

/** The tail of a page, or of the workspace, in a range: columns, and the last session if there may be more. */
export const selectTail = statement(({ pageId, start, end, after, needed }: TailParams) => {
  const { sessionStartedAt: at, analyticsSessionId: id } = sessions;
  const facts = sql.join(
    columnNames.map(
      (name) => sql`${sql.raw(factSql(name, 'audience_sessions.'))} as ${sql.identifier(name)}`,
    ),
    sql`, `,
  );
  const from = after
    ? sql`(${at}, ${id}) > (${after.at}, ${after.id})`
    : sql`${at} >= max(${sealedAt}, ${start}) and (${at}, ${id}) > (${sealedAt}, ${sealedId})`;
  const found = sql`(select ${facts}, ${id} as id, row_number() over (order by ${at}, ${id}) as place from ${sessions}
    where ${pageId && sql`${eq(sessions.pageId, pageId)} and `}${from} and ${at} < ${end}
    order by ${at}, ${id} limit ${mostSessions})`;
  return build
    .select({
      count: sql<number>`count(*)`,
      lastAt: sql<number>`max(${sql.identifier('startedAt')})`,
      lastId: sql<string | null>`max(id) filter (where place = ${mostSessions})`,
      ...listsOf(needed, (name) => sql`${sql.identifier(name)}`, sql`true`),
    })
    .from(found);
});

interface CorrectionsParams extends ListsParams {
  /** The correction after which to go on. */
  after: { pageId: Param<string>; id: Param<string> } | undefined;
}

/**
 * The corrections of a page, or of the workspace: the columns of sessions as they are now (`now`), and as blocks have
 * them (`then`), and the last correction if there may be more.
 */
export const selectCorrections = statement(
  ({ pageId, after, needed }: CorrectionsParams, of: 'now' | 'then') => {
    const { analyticsSessionId: id } = corrections;
    const some = sql`(select ${corrections.pageId}, ${id}, ${corrections.counted},
        row_number() over (order by ${corrections.pageId}, ${id}) as place
      from ${corrections} where ${and(
        pageId && eq(corrections.pageId, pageId),
        after && sql`(${corrections.pageId}, ${id}) > (${after.pageId}, ${after.id})`,
        sql`true`,
      )} order by ${corrections.pageId}, ${id} limit ${mostSessions}) as some`;
    const counted = (name: ColumnName) =>
      sql`some.counted ->> ${sql.raw(String(columnNames.indexOf(name) + 1))}`;
    const current = (name: ColumnName) => sql.raw(factSql(name, 'audience_sessions.'));
    const isCounted = sql`some.counted is not null`;
    const query = build
      .select({
        count: of === 'now' ? sql<number>`count(*)` : sql<number>`count(*) filter (where ${isCounted})`,
        lastPageId: sql<string | null>`max(some.page_id) filter (where some.place = ${mostSessions})`,
        lastId: sql<
          string | null
        >`max(some.analytics_session_id) filter (where some.place = ${mostSessions})`,
        ...(of === 'now' ? listsOf(needed, current, sql`true`) : listsOf(needed, counted, isCounted)),
      })
      .from(some);
    if (of === 'then') return query;
    return query.crossJoin(sessions).where(sql`${sessions.analyticsSessionId} = some.analytics_session_id`);
  },
);
