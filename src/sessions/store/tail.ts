import { and, eq, type SQL, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import {
  audienceSessions,
  removedSessions,
  sessionCorrections,
  sessionTails,
} from '../../db/tables/sessions.ts';
import { FootfallError } from '../../lib/errors.ts';
import { type DimensionValues, dimensions } from '../dimensions.ts';
import { type Contribution, contributionOf, factsSql, negated, numbersSql, parseFacts } from '../facts.ts';
import type { Plan } from '../spans.ts';

const sessions = audienceSessions;
const { rolledAt, rolledId } = sessionTails;

/** The facts of a session, as JSON text. */
export const facts = sql<string>`${sql.raw(factsSql('audience_sessions.'))}`;

/** As `facts`, without the dimensions. */
const numbers = sql<string>`${sql.raw(numbersSql('audience_sessions.'))}`;

/** What an answer needs of each session: its facts, these without the dimensions, or only that it exists. */
export type Needs = 'facts' | 'numbers' | 'existence';
const needed = (needs: Needs) => ({ facts, numbers, existence: sql<string>`''` })[needs];

/** The condition that a session is rolled up. */
export const isRolled = sql`(${sessions.sessionStartedAt} < ${rolledAt}
  or ${sessions.sessionStartedAt} = ${rolledAt} and ${sessions.analyticsSessionId} <= ${rolledId})`;

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
interface RangeParams extends Scope {
  /** Milliseconds since 1970. */
  start: Param<number>;
  end: Param<number>;
}
interface EdgeParams extends Scope {
  /** A JSON array of edges. */
  edges: Param<string>;
}

// CROSS JOIN keeps SQLite from changing the order: the page, or each page, then its sessions from the index.

const isOf = ({ pageId, audienceId }: Scope): SQL | undefined =>
  and(
    pageId && eq(sessionTails.pageId, pageId),
    eq(sessions.pageId, sessionTails.pageId),
    audienceId && eq(sessions.audienceId, audienceId),
  );

/** Selects the sessions of a range that are not rolled up. */
const selectTail = statement(({ start, end, ...scope }: RangeParams, needs: Needs) =>
  build
    .select({ pageId: sessions.pageId, facts: needed(needs) })
    .from(sessionTails)
    .crossJoin(sessions)
    .where(
      and(
        isOf(scope),
        sql`${sessions.sessionStartedAt} >= max(${rolledAt}, ${start}) and ${sessions.sessionStartedAt} < ${end}`,
        sql`not ${isRolled}`,
      ),
    )
    .limit(mostOf(scope) + 1),
);

/** Selects the sessions in parts of a quarter of an hour that are rolled up. */
const selectEdges = statement(({ edges, ...scope }: EdgeParams, needs: Needs) =>
  build
    .select({ pageId: sessions.pageId, facts: needed(needs) })
    .from(sessionTails)
    .crossJoin(sql`json_each(${edges}) as edge`)
    .crossJoin(sessions)
    .where(
      and(
        isOf(scope),
        sql`${sessions.sessionStartedAt} >= edge.value ->> 0
          and ${sessions.sessionStartedAt} < min(edge.value ->> 1, ${rolledAt} + 1)`,
        isRolled,
      ),
    )
    .limit(mostOf(scope) + 1),
);

/** Selects the corrections: what rollups count of a session, and what they should count. */
const selectCorrections = statement(({ pageId }: { pageId: Param<string> | undefined }) =>
  build
    .select({ pageId: sessionCorrections.pageId, counted: sessionCorrections.counted, facts })
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

/** Selects removed sessions in parts of a quarter of an hour, and those that an upgrade has not rolled up yet. */
const selectRemoved = statement(({ edges, start, end, pageId }: EdgeParams & RangeParams) => {
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
      pageId: sql<string>`page_id`,
      at: sql<number>`started_at`,
      audienceId: sql<string | null>`audience_id`,
      sums: sql<string>`sums`,
      values: sql<string>`"values"`,
    })
    .from(rows)
    .limit(mostOf({ pageId }) + 1);
});

/** What sessions contribute to an answer, and of which page they are. */
export interface PageContribution extends Contribution {
  pageId: string;
}

/** The values of a removed session, which are stored in the order of the dimensions. */
export const removedValues = (text: string): DimensionValues => {
  const values: (string | null)[] = JSON.parse(text);
  return Object.fromEntries(
    dimensions.map((name, index) => [name, values[index] ?? null]),
  ) as DimensionValues;
};

/** The page and audience of an answer. Without `pageId`, all pages. */
export interface AnswerScope {
  pageId: string | undefined;
  audienceId: string | undefined;
}

/** Statements for what the rollups of a plan do not have. */
export function tailStatements(scope: AnswerScope, { boundaries, edges }: Plan, needs: Needs) {
  const range = { start: boundaries[0] ?? 0, end: boundaries.at(-1) ?? 0 };
  const cut = JSON.stringify(edges);
  return [
    selectTail({ ...scope, ...range }, needs),
    selectEdges({ ...scope, edges: cut }, needs),
    selectCorrections({ pageId: scope.pageId }),
    selectRemoved({ ...scope, ...range, edges: cut }),
  ] as const;
}

type RowsOf<S> = S extends readonly [...infer All]
  ? { [K in keyof All]: All[K] extends { row?: infer Row } ? NonNullable<Row>[] : never }
  : never;
export type TailRows = RowsOf<ReturnType<typeof tailStatements>>;

/** Throws `rollups_behind` when too many sessions wait for the roll-up. */
export function throwIfBehind(rows: TailRows, scope: AnswerScope): void {
  if (rows.some(({ length }) => length > mostOf(scope)))
    throw new FootfallError(
      'rollups_behind',
      'Many sessions are new; the numbers are ready in some minutes.',
    );
}

/**
 * What the sessions of `tailStatements` contribute at `now`, in milliseconds since 1970. Throws `rollups_behind` when
 * too many sessions wait for the roll-up.
 */
export function* contributionsIn(
  rows: TailRows,
  scope: AnswerScope,
  plan: Plan,
  now: number,
): Generator<PageContribution> {
  throwIfBehind(rows, scope);
  const [tail, edges, corrections, removed] = rows;
  const { audienceId } = scope;
  for (const row of [...tail, ...edges])
    yield { ...contributionOf(parseFacts(row.facts), now), pageId: row.pageId };
  // The sessions of cut quarters are among the edges already.
  const isOutside = (one: Contribution) =>
    plan.isCut(one.at) || (audienceId !== undefined && one.audienceId !== audienceId);
  for (const { pageId, counted, facts: current } of corrections) {
    const present = contributionOf(parseFacts(current), now);
    if (!isOutside(present)) yield { ...present, pageId };
    if (counted === null) continue;
    const before = contributionOf(parseFacts(counted), Number.POSITIVE_INFINITY);
    if (!isOutside(before)) yield { ...negated(before), pageId };
  }
  for (const { pageId, at, audienceId: of, sums, values } of removed) {
    if (audienceId !== undefined && of !== audienceId) continue;
    yield { pageId, at, audienceId: of, sums: JSON.parse(sums), values: removedValues(values) };
  }
}
