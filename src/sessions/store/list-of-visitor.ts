import { and, or, type SQL, sql } from 'drizzle-orm';
import { accountOrThrow, selectAccountExists } from '../../accounts/store/internal.ts';
import type { Visitor } from '../../analytics/dimensions.ts';
import { factSql } from '../../analytics/facts.ts';
import type { Question } from '../../analytics/question.ts';
import { type DateRange, rangeOf } from '../../analytics/range.ts';
import { askWith } from '../../analytics/store/ask.ts';
import { latestStarts } from '../../analytics/store/find.ts';
import { Inquiry } from '../../analytics/store/inquiry.ts';
import { type VisitorKind, visitorColumns } from '../../analytics/visitors.ts';
import type { Database } from '../../db/client.ts';
import { type Bound, build, type Param, statement } from '../../db/statement.ts';
import { audienceSessions } from '../../db/tables/sessions.ts';
import type { CursorBinding, Listing } from '../../lib/cursor.ts';
import { personOrThrow, selectPerson } from '../../persons/store/internal.ts';
import type { AudienceSessionList, VisitorRole } from '../schemas.ts';
import { sessionColumns } from './internal.ts';
import { pageOf } from './page.ts';
import { decodePlace, isInRange, newestFirst, type RangeParams } from './select.ts';

// The sessions of an account or a person, of all pages. No index has them: it would cost a row for each visit. The blocks
// of the workspace say when they began.

const table = audienceSessions;

/** The columns that may have the visitor. */
const columnsOf = (kind: VisitorKind, by: VisitorRole): readonly Visitor[] => {
  const { recipient, sender } = visitorColumns[kind];
  if (by === 'any') return [recipient, sender];
  return [by === 'form' ? sender : recipient];
};

interface StartedParams extends RangeParams {
  id: Param<string>;
  /** When the sessions began, as a JSON array of milliseconds since 1970. */
  starts: Param<string>;
  take: Param<number>;
}

/** Selects the sessions of a visitor among those with certain starts. */
const selectStarted = statement(
  ({ id, starts, take, ...range }: StartedParams, kind: VisitorKind, by: VisitorRole) => {
    const fact = (name: Visitor): SQL => sql.raw(factSql(name, 'audience_sessions.'));
    return build
      .select(sessionColumns)
      .from(sql`json_each(${starts}) as item cross join ${table}`)
      .where(
        and(
          sql`${table.sessionStartedAt} = item.value`,
          isInRange(range),
          or(...columnsOf(kind, by).map((name) => sql`${fact(name)} = ${id}`)),
        ),
      )
      .orderBy(...newestFirst)
      .limit(take);
  },
);

interface VisitorListing extends DateRange, Listing {
  /** In which roles the visitor came. */
  by: VisitorRole;
}

/** The question after the sessions of a visitor. */
function questionOf(kind: VisitorKind, id: string, by: VisitorRole): Pick<Question, 'filters' | 'visitor'> {
  const columns = columnsOf(kind, by);
  const [only, ...others] = columns;
  return only && others.length === 0
    ? { filters: { [only]: [id] } }
    : { filters: {}, visitor: { columns, id } };
}

/** Sessions of a visitor, latest start first. `exists` selects the visitor: its rows are given to `orThrow`. */
async function listOf<Row>(
  db: Database,
  [kind, id]: [VisitorKind, string],
  { by, limit, cursor, ...dates }: VisitorListing,
  [exists, orThrow]: [Bound<Row>, (row: Row | undefined) => unknown],
): Promise<AudienceSessionList> {
  const { startDate, endDate } = dates;
  const binding: CursorBinding = [`${kind}_audience_sessions`, id, by, startDate, endDate];
  const after = cursor === undefined ? undefined : decodePlace(binding, cursor);
  const { start, end } = rangeOf(dates);
  const [now, take] = [Date.now(), limit + 1];
  const question: Question = {
    ...{ pageId: undefined, boundaries: [start, end], by: undefined, isCount: true, hasRemoved: false, now },
    ...questionOf(kind, id, by),
    find: { before: after?.startedAt ?? end, take, blocks: 'newest' },
  };
  const inquiry = new Inquiry(question);
  const [[visitor]] = await askWith(db, [inquiry], [exists]);
  orThrow(visitor);
  const total = inquiry.found.answer.sessions;
  const page = { limit, binding, now, total };
  if (total === 0) return pageOf([], page);

  const latest = await latestStarts(db, question, inquiry);
  // Others may have begun in the same millisecond as the last session of the page before.
  const starts = JSON.stringify([...new Set([...latest, ...(after ? [after.startedAt] : [])])]);
  const range = { audienceId: undefined, start, end, after };
  const [rows] = await db.batch([selectStarted({ id, starts, take, ...range }, kind, by)]);
  return pageOf(rows, { ...page, oldest: latest.length === take ? latest.at(-1) : undefined });
}

/** Sessions of an account, of all pages, latest start first. Throws `account_not_found`, `invalid_cursor`. */
export const listAccountSessions = (
  db: Database,
  accountId: string,
  listing: VisitorListing,
): Promise<AudienceSessionList> =>
  listOf(db, ['account', accountId], listing, [selectAccountExists({ accountId }), accountOrThrow]);

/** Sessions of a person, as `listAccountSessions`. Throws `person_not_found`, `invalid_cursor`. */
export const listVisitsOfPerson = (
  db: Database,
  personId: string,
  listing: VisitorListing,
): Promise<AudienceSessionList> =>
  listOf(db, ['person', personId], listing, [selectPerson({ personId }), personOrThrow]);
