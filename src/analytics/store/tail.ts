import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import {
  audienceSessions,
  removedSessions,
  sessionCorrections,
  sessionTails,
} from '../../db/tables/sessions.ts';
import { dimensions, type Grouping } from '../dimensions.ts';
import { factsSql, numbersSql } from '../facts.ts';
import { rolledSql } from '../rolled.ts';
import type { Plan } from '../spans.ts';

const sessions = audienceSessions;
const { rolledAt } = sessionTails;

/** The facts of a session, as JSON text. */
export const facts = sql<string>`${sql.raw(factsSql('audience_sessions.'))}`;

/** As `facts`, without the dimensions. */
const numbers = sql<string>`${sql.raw(numbersSql('audience_sessions.'))}`;

/** The value of a grouping for which a session counts. */
function groupOf(grouping: Grouping): SQL<string | null> {
  if (grouping === 'all') return sql<string>`''`;
  if (grouping === 'page') return sql<string>`${sessions.pageId}`;
  return sql<string | null>`${grouping === 'audience' ? sessions.audienceId : sessions[grouping]}`;
}

/** The condition that a session is rolled up. */
export const isRolled = sql.raw(rolledSql('audience_sessions.', 'session_tails.'));

/**
 * The most sessions that an answer reads one by one, of a page and of all pages. More wait for some minutes after a
 * large import or an upgrade, and while a page has more visits in an hour.
 */
const mostOfPage = 20_000;
const mostOfAll = 100_000;
const mostOf = ({ pageId }: { pageId: unknown }) => (pageId === undefined ? mostOfAll : mostOfPage);

/** The page, or the whole workspace if it is undefined. */
interface Scope {
  pageId: Param<string> | undefined;
  audienceId: Param<string> | undefined;
}
interface TailParams extends Scope {
  /** Milliseconds since 1970. */
  start: Param<number>;
  end: Param<number>;
  /** A JSON array of edges. */
  edges: Param<string>;
}

interface CountParams extends TailParams {
  /** The value of the grouping that counts. */
  value: Param<string>;
}

const countOf = (value: Param<string>) => sql<number>`count(*) filter (where value = ${value})`;

// CROSS JOIN keeps SQLite from changing the order: the page, or each page, then its sessions from the index.

const isOf = ({ pageId, audienceId }: Scope): SQL | undefined =>
  and(
    pageId && eq(sessionTails.pageId, pageId),
    eq(sessions.pageId, sessionTails.pageId),
    audienceId && eq(sessions.audienceId, audienceId),
  );

/** The sessions of a range that are not rolled up. */
const isInTail = ({ start, end, ...scope }: TailParams): SQL | undefined =>
  and(
    isOf(scope),
    sql`${sessions.sessionStartedAt} >= max(${rolledAt}, ${start}) and ${sessions.sessionStartedAt} < ${end}`,
    sql`not ${isRolled}`,
  );

const selectTail = statement((params: TailParams, grouping: Grouping) =>
  build
    .select({ facts: numbers, value: groupOf(grouping) })
    .from(sessionTails)
    .crossJoin(sessions)
    .where(isInTail(params))
    .limit(mostOf(params) + 1),
);

/** Counts them, and those of a value. Without a grouping it reads only the index. */
const countTail = statement(({ value, ...params }: CountParams, grouping: Grouping) => {
  const tail = build
    .select({ value: groupOf(grouping).as('value') })
    .from(sessionTails)
    .crossJoin(sessions)
    .where(isInTail(params))
    .limit(mostOf(params) + 1)
    .as('tail');
  return build.select({ count: count(), ofValue: countOf(value) }).from(tail);
});

/** The sessions in parts of a quarter of an hour that are rolled up. */
const isInEdge = (scope: Scope): SQL | undefined =>
  and(
    isOf(scope),
    sql`${sessions.sessionStartedAt} >= edge.value ->> 0
      and ${sessions.sessionStartedAt} < min(edge.value ->> 1, ${rolledAt} + 1)`,
    isRolled,
  );

const selectEdges = statement((params: TailParams, grouping: Grouping) =>
  build
    .select({ facts: numbers, value: groupOf(grouping) })
    .from(sessionTails)
    .crossJoin(sql`json_each(${params.edges}) as edge`)
    .crossJoin(sessions)
    .where(isInEdge(params))
    .limit(mostOf(params) + 1),
);

const countEdges = statement(({ value, ...params }: CountParams, grouping: Grouping) => {
  const found = build
    .select({ value: groupOf(grouping).as('value') })
    .from(sessionTails)
    .crossJoin(sql`json_each(${params.edges}) as edge`)
    .crossJoin(sessions)
    .where(isInEdge(params))
    .limit(mostOf(params) + 1)
    .as('found');
  return build.select({ count: count(), ofValue: countOf(value) }).from(found);
});

/** Selects the corrections: what rollups count of a session, and what they should count. */
const selectCorrections = statement(({ pageId }: { pageId: Param<string> | undefined }, grouping: Grouping) =>
  build
    .select({
      pageId: sessionCorrections.pageId,
      counted: sessionCorrections.counted,
      facts: numbers,
      value: groupOf(grouping),
    })
    .from(sessionCorrections)
    .crossJoin(sessions)
    .where(
      and(
        pageId && eq(sessionCorrections.pageId, pageId),
        eq(sessions.analyticsSessionId, sessionCorrections.analyticsSessionId),
      ),
    )
    .limit(mostOf({ pageId }) + 1),
);

/** The value of a grouping for which a removed session counts. */
function removedValueOf(grouping: Grouping): SQL<string | null> {
  if (grouping === 'all') return sql<string>`''`;
  if (grouping === 'page') return sql<string>`page_id`;
  if (grouping === 'audience') return sql<string | null>`audience_id`;
  return sql<string | null>`"values" ->> ${sql.raw(String(dimensions.indexOf(grouping)))}`;
}

/** Selects removed sessions in parts of a quarter of an hour, and those that an upgrade has not rolled up yet. */
const selectRemoved = statement(({ edges, start, end, pageId }: TailParams, grouping: Grouping) => {
  const { pageId: of, startedAt, audienceId, sums, values } = removedSessions;
  const inRange = (from: SQL, to: SQL) =>
    sql`select ${of}, ${startedAt}, ${audienceId}, ${sums}, ${values}
      from ${sessionTails} cross join ${from} cross join ${removedSessions}
      where ${and(pageId && eq(sessionTails.pageId, pageId), eq(of, sessionTails.pageId), to)}`;
  const rows = sql`(${inRange(
    sql`json_each(${edges}) as edge`,
    sql`${startedAt} >= edge.value ->> 0 and ${startedAt} < min(edge.value ->> 1, ${rolledAt} + 1)`,
  )} union all ${inRange(
    sql`(select 1)`,
    sql`${startedAt} >= max(${rolledAt} + 1, ${start}) and ${startedAt} < ${end}`,
  )})`;
  return build
    .select({
      at: sql<number>`started_at`,
      audienceId: sql<string | null>`audience_id`,
      sums: sql<string>`sums`,
      value: removedValueOf(grouping),
    })
    .from(rows)
    .limit(mostOf({ pageId }) + 1);
});

/** The sessions of an answer. Without `pageId`, of all pages. */
export interface AnswerScope {
  pageId: string | undefined;
  audienceId: string | undefined;
  grouping: Grouping;
}

function paramsOf({ pageId, audienceId }: AnswerScope, { boundaries, edges }: Plan) {
  const [start = 0, end = 0] = [boundaries[0], boundaries.at(-1)];
  return { pageId, audienceId, start, end, edges: JSON.stringify(edges) };
}

/** Statements for the sessions of a plan that its rollups do not have. */
export function tailStatements(scope: AnswerScope, plan: Plan) {
  const params = paramsOf(scope, plan);
  return [selectTail(params, scope.grouping), selectEdges(params, scope.grouping)] as const;
}

/** As `tailStatements`, for the number of these sessions, and of those that have a value. */
export function tailCounts(scope: AnswerScope, plan: Plan, value: string) {
  const params = { ...paramsOf(scope, plan), value };
  return [countTail(params, scope.grouping), countEdges(params, scope.grouping)] as const;
}

/** Statements for the corrections of the rollups of a plan, and for removed sessions that these do not have. */
export const changeStatements = (scope: AnswerScope, plan: Plan) =>
  [
    selectCorrections({ pageId: scope.pageId }, scope.grouping),
    selectRemoved(paramsOf(scope, plan), scope.grouping),
  ] as const;

type RowsOf<S> = S extends readonly [...infer All]
  ? { [K in keyof All]: All[K] extends { row?: infer Row } ? NonNullable<Row>[] : never }
  : never;
export type TailRows = RowsOf<ReturnType<typeof tailStatements>>;
export type TailCounts = RowsOf<ReturnType<typeof tailCounts>>;
export type ChangeRows = RowsOf<ReturnType<typeof changeStatements>>;

/** Throws when too many sessions wait for the roll-up. */
export function throwIfBehind(counts: number[], scope: AnswerScope): void {
  if (counts.some((count) => count > mostOf(scope)))
    throw new Error('too many sessions wait for the roll-up');
}
