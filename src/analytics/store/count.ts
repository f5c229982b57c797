import { and, eq, type SQL, sql } from 'drizzle-orm';
import { pages } from '../../content/tables/pages.ts';
import { existsIn } from '../../db/sql.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { endOfTime, type Range } from '../../lib/range.ts';
import { placeOf } from '../../vocabulary/facts.ts';
import { blockOf, numbersIn } from '../block.ts';
import { audienceSessions, sessionBlocks, sessionCorrections, sessionSeal } from '../tables/sessions.ts';

// How many sessions a list without filters has. SQL counts them, and reads the starts of no block but those at the ends
// of the range.

interface CountParams {
  /** Undefined for the whole workspace. */
  pageId: Param<string> | undefined;
  start: Param<number>;
  end: Param<number>;
}

const { isRemoved, firstAt, lastAt, endsAt, count, startedAt } = sessionBlocks;
const { sessionStartedAt, analyticsSessionId } = audienceSessions;

/** The condition that a block may have sessions of the range. The last one that begins before it may reach into it. */
function isOfRange({ pageId = sql<string>`''` as Param<string>, start, end }: CountParams): SQL | undefined {
  const isOf = and(eq(sessionBlocks.pageId, pageId), eq(isRemoved, sql`0`));
  return and(
    isOf,
    sql`${firstAt} >= coalesce((select max(${firstAt}) from ${sessionBlocks} where ${isOf} and ${firstAt} <= ${start}), 0)`,
    sql`${firstAt} < ${end} and ${lastAt} >= ${start}`,
  );
}

const isWhole = ({ start, end }: CountParams) => sql`(${firstAt} >= ${start} and ${lastAt} < ${end})`;

/** Sessions of blocks that are whole in the range, of the tail, and what the corrections change; and if there is such a page. */
export const selectCount = statement((params: CountParams) => {
  const { pageId, start, end } = params;
  const inRange = (at: SQL) => sql`${at} >= ${start} and ${at} < ${end}`;
  const ofBlocks = sql`(select coalesce(sum(${count}), 0) from ${sessionBlocks} where ${and(isOfRange(params), isWhole(params))})`;
  const ofTail = sql`(select count(*)
    from (select coalesce(max(${sessionSeal.sealedAt}), -1) as at, coalesce(max(${sessionSeal.sealedId}), '') as id
      from ${sessionSeal}) as seal cross join ${audienceSessions} where ${and(
        pageId && eq(audienceSessions.pageId, pageId),
        sql`${sessionStartedAt} >= max(seal.at, ${start}) and ${sessionStartedAt} < ${end}`,
        sql`(+${sessionStartedAt}, ${analyticsSessionId}) > (seal.at, seal.id)`,
      )})`;
  const counted = sql`${sessionCorrections.counted} ->> ${sql.raw(String(placeOf('startedAt') + 1))}`;
  const changed = sql`(select coalesce(sum(${inRange(sql`${sessionStartedAt}`)}), 0) - coalesce(sum(${inRange(counted)}), 0)
    from ${sessionCorrections} left join ${audienceSessions}
      on ${eq(analyticsSessionId, sessionCorrections.analyticsSessionId)}
    where ${(pageId && eq(sessionCorrections.pageId, pageId)) ?? sql`true`})`;
  return build
    .select({
      hasPage: sql<number>`${pageId ? existsIn(pages, eq(pages.pageId, pageId)) : sql`1`}`,
      sessions: sql<number>`${ofBlocks} + ${ofTail} + ${changed}`,
    })
    .from(sql`(select 1)`);
});

const selectAtEnds = statement((params: CountParams) =>
  build
    .select({ firstAt, endsAt, count, startedAt })
    .from(sessionBlocks)
    .where(and(isOfRange(params), sql`not ${isWhole(params)}`)),
);

/** Selects the blocks that reach over an end of the range. Undefined for all sessions, of which there are no such blocks. */
export const selectEnds = (values: Parameters<typeof selectAtEnds>[0]) =>
  values.start === 0 && values.end === endOfTime ? undefined : selectAtEnds(values);

/** How many sessions of these blocks began in the range. */
export function countIn(
  rows: readonly NonNullable<ReturnType<typeof selectAtEnds>['row']>[],
  { start, end }: Range,
): number {
  let found = 0;
  for (const row of rows) {
    const starts = numbersIn(blockOf(row), 'startedAt');
    for (let index = 0; index < row.count; index++) {
      const at = row.firstAt + (starts[index] ?? 0);
      if (at >= start && at < end) found++;
    }
  }
  return found;
}
