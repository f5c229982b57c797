import { and, eq, type SQL, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import { type ColumnName, columnNames, factSql } from '../../vocabulary/facts.ts';
import { mostOfTail } from '../block.ts';
import { endsOf, type Question } from '../question.ts';
import { audienceSessions, sessionCorrections, sessionSeal } from '../tables/sessions.ts';
import { type Needed, namesIn, neededBy } from './blocks.ts';

// What blocks do not have: the sessions that are not sealed, which are the tail, and the corrections.

const sessions = audienceSessions;
const corrections = sessionCorrections;

/**
 * The most sessions, and the most corrections, that one round trip reads: the first number, or a smaller one if texts are
 * so long that their list is longer than the 2 MB that D1 takes. With the last, each may have 10 KB.
 */
export const unsealedSteps = [mostOfTail, 900, 200] as const;

const isSeal = sql`${sessionSeal.id} = 1`;
/** The place up to which sessions are sealed: start and id. Nothing is sealed before the first write. */
export const sealedAt = sql`coalesce((select ${sessionSeal.sealedAt} from ${sessionSeal} where ${isSeal}), -1)`;
export const sealedId = sql`coalesce((select ${sessionSeal.sealedId} from ${sessionSeal} where ${isSeal}), '')`;

/** The number of writes of blocks. An answer of several round trips begins again when it changes between them. */
export const selectRevision = statement((_: object) =>
  build.select({ revision: sessionSeal.revision }).from(sessionSeal).where(isSeal),
);

/** Each column that a question needs as a JSON array. */
const listsOf = (needed: Needed, listOf: (name: ColumnName) => SQL<string>) =>
  Object.fromEntries(namesIn(needed).map((name) => [name, listOf(name)])) as Record<
    ColumnName,
    SQL<string | undefined>
  >;

interface TailParams {
  pageId: Param<string> | undefined;
  start: Param<number>;
  end: Param<number>;
  take: Param<number>;
}

/**
 * The first sessions of the tail of a page, or of the workspace, in a range: `take` at most. If only their starts are
 * needed, an index has them: no row of a session is read, which takes 3 µs. The unary plus makes SQLite begin at the start
 * of the range.
 */
const selectTail = statement(({ pageId, start, end, take }: TailParams, needed: Needed) => {
  const { sessionStartedAt: at, analyticsSessionId: id } = sessions;
  const facts = namesIn(needed).map(
    (name) => sql`${sql.raw(factSql(name, 'audience_sessions.'))} as ${sql.identifier(name)}`,
  );
  const found = sql`(select ${at} as at, ${sql.join(facts, sql`, `)} from ${sessions}
    where ${pageId && sql`${eq(sessions.pageId, pageId)} and `}${at} >= max(${sealedAt}, ${start}) and ${at} < ${end}
      and (+${at}, ${id}) > (${sealedAt}, ${sealedId})
    order by ${at}, ${id} limit ${take})`;
  return build
    .select({
      count: sql<number>`count(*)`,
      lastAt: sql<number>`max(at)`,
      ...listsOf(needed, (name) => sql`json_group_array(${sql.identifier(name)})`),
    })
    .from(found);
});

interface CorrectionsParams {
  pageId: Param<string> | undefined;
  /** The correction after which to go on. */
  after: { pageId: Param<string>; id: Param<string> } | undefined;
  take: Param<number>;
}

/** The corrections of a page or the workspace: sessions as they are (`now`) and as blocks have them (`then`). */
const selectCorrections = statement(
  ({ pageId, after, take }: CorrectionsParams, needed: Needed, of: 'now' | 'then') => {
    const { analyticsSessionId: id } = corrections;
    const some = sql`(select ${corrections.pageId}, ${id}, ${corrections.counted} from ${corrections} where ${and(
      pageId && eq(corrections.pageId, pageId),
      after &&
        (pageId
          ? sql`${id} > ${after.id}`
          : sql`(${corrections.pageId}, ${id}) > (${after.pageId}, ${after.id})`),
      sql`true`,
    )} order by ${corrections.pageId}, ${id} limit ${take}) as some`;
    const counted = (name: ColumnName) =>
      sql`some.counted ->> ${sql.raw(String(columnNames.indexOf(name) + 1))}`;
    const current = (name: ColumnName) => sql.raw(factSql(name, 'audience_sessions.'));
    const isCounted = sql`some.counted is not null`;
    const query = build
      .select({
        count: of === 'now' ? sql<number>`count(*)` : sql<number>`count(*) filter (where ${isCounted})`,
        // No id has a control character.
        last: sql<string | null>`max(some.page_id || char(1) || some.analytics_session_id)`,
        ...listsOf(needed, (name) =>
          of === 'now'
            ? sql`json_group_array(${current(name)})`
            : sql`json_group_array(${counted(name)}) filter (where ${isCounted})`,
        ),
      })
      .from(some);
    if (of === 'then') return query;
    return query.crossJoin(sessions).where(sql`${sessions.analyticsSessionId} = some.analytics_session_id`);
  },
);

/** Reads `take` sessions of the tail that began at `from` or later. */
export function tailFrom(question: Question, from: number, take: number) {
  const { start, end } = endsOf(question);
  return selectTail({ pageId: question.pageId, take, start: Math.max(from, start), end }, neededBy(question));
}

/** A correction, after which a round trip goes on. */
export interface CorrectionPlace {
  pageId: string;
  id: string;
}

/** Reads `take` corrections: what blocks have of the sessions, and the sessions as they are now. */
export function correctionsAfter(question: Question, after: CorrectionPlace | undefined, take: number) {
  const [params, needed] = [{ pageId: question.pageId, after, take }, neededBy(question)];
  return [selectCorrections(params, needed, 'then'), selectCorrections(params, needed, 'now')] as const;
}
