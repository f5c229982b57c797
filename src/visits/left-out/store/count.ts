import { and, eq, not, or, sql } from 'drizzle-orm';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { pages } from '../../../content/tables/pages.ts';
import { existsIn, insertEach, itemField } from '../../../db/sql.ts';
import { type Bound, type Param, statement } from '../../../db/statement.ts';
import { leftOutVisits } from '../../tables/left-out.ts';
import { dayOf, type LeftOutVisit } from '../reasons.ts';

interface Row extends Omit<LeftOutVisit, 'receivedAt'> {
  day: number;
}

const field = itemField<Row>;
const isOfPage = existsIn(pages, eq(pages.pageId, field('pageId')));

/**
 * Writes the visits that have a reason, or an unknown page. A visit counts once: not again when it is left out already,
 * on the day before or after too, and not when it is a session.
 */
const insertVisits = statement(({ rows }: { rows: Param<string> }) => {
  const { day, analyticsSessionId } = leftOutVisits;
  // One search for each day: D1 counts the rows of a list as read.
  const known = ['- 1', '+ 0', '+ 1'].map((distance) =>
    existsIn(
      leftOutVisits,
      sql`${day} = ${field('day')} ${sql.raw(distance)} and ${analyticsSessionId} = ${field('analyticsSessionId')}`,
    ),
  );
  return insertEach(
    leftOutVisits,
    rows,
    and(
      or(sql`${field('reason')} is not null`, not(isOfPage)),
      not(
        existsIn(
          audienceSessions,
          sql`${audienceSessions.analyticsSessionId} = ${field('analyticsSessionId')}`,
        ),
      ),
      ...known.map((known) => not(known)),
    ),
    {
      pageId: sql`case when ${isOfPage} then ${field('pageId')} else '' end`,
      reason: sql`coalesce(${field('reason')}, 'unknown_page')`,
    },
  ).onConflictDoNothing();
});

function firstOf(visits: LeftOutVisit[]): Row[] {
  const byId = Map.groupBy(visits, ({ analyticsSessionId }) => analyticsSessionId);
  return [...byId.values()].flatMap((same) => {
    const [first] = same.toSorted((a, b) => a.receivedAt - b.receivedAt);
    if (!first) return [];
    const { receivedAt, ...row } = first;
    return [{ ...row, day: dayOf(receivedAt) }];
  });
}

/** Counts excluded visits once, however often delivered, behind the statement that merges sessions. */
export const countLeftOut = (visits: LeftOutVisit[]): Bound =>
  insertVisits({ rows: JSON.stringify(firstOf(visits)) });
