import { and, or, type SQL, sql } from 'drizzle-orm';
import type { Question } from '../../../analytics/question.ts';
import { askWith, questionOf } from '../../../analytics/store/ask.ts';
import { Inquiry } from '../../../analytics/store/inquiry.ts';
import { latestStarts } from '../../../analytics/store/latest-starts.ts';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { type VisitorKind, visitorColumns } from '../../../analytics/visitors.ts';
import type { Database } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { type CursorBinding, type Listing, pageAsked } from '../../../lib/cursor.ts';
import { type DateRange, type Range, rangeOf } from '../../../lib/range.ts';
import { accountOrThrow, selectAccountExists } from '../../../people/accounts/store/internal.ts';
import { personOrThrow, selectPerson } from '../../../people/persons/store/internal.ts';
import type { Visitor } from '../../../vocabulary/dimensions.ts';
import { factSql } from '../../../vocabulary/facts.ts';
import type { AudienceSessionList, VisitorRole } from '../schemas.ts';
import { sessionColumns } from './internal.ts';
import { isInRange, newestFirst, type Place, pageOf, placeIn, type RangeParams } from './select.ts';

// The sessions of an account or a person, of all pages. No index has them: it would cost a row for each visit. The blocks
// of the workspace say when they began.

const table = audienceSessions;

const columnsOf = (kind: VisitorKind, by: VisitorRole): readonly Visitor[] => {
  const { recipient, sender } = visitorColumns[kind];
  if (by === 'any') return [recipient, sender];
  return [by === 'form' ? sender : recipient];
};

interface StartedParams extends RangeParams {
  id: Param<string>;
  /** When the sessions began, as a JSON array. */
  starts: Param<string>;
  take: Param<number>;
}

const fact = (name: Visitor): SQL => sql.raw(factSql(name, 'audience_sessions.'));

/** Selects the sessions of a visitor among those with certain starts, and whether the visitor sent their form. */
const selectStarted = statement(
  ({ id, starts, take, ...range }: StartedParams, kind: VisitorKind, by: VisitorRole) =>
    build
      .select({
        ...sessionColumns,
        isSender: sql<number | null>`${fact(visitorColumns[kind].sender)} = ${id}`.as('isSender'),
      })
      .from(sql`json_each(${starts}) as item cross join ${table}`)
      .where(
        and(
          sql`${table.sessionStartedAt} = item.value`,
          isInRange(range),
          or(...columnsOf(kind, by).map((name) => sql`${fact(name)} = ${id}`)),
        ),
      )
      .orderBy(...newestFirst)
      .limit(take),
);
type Row = NonNullable<ReturnType<typeof selectStarted>['row']>;

/** Asks for the sessions of a visitor: one column is a filter. */
function ofVisitor(kind: VisitorKind, id: string, by: VisitorRole): Pick<Question, 'filters' | 'visitor'> {
  const columns = columnsOf(kind, by);
  const [only, ...others] = columns;
  return only && others.length === 0
    ? { filters: { [only]: [id] } }
    : { filters: {}, visitor: { columns, id } };
}

interface VisitsParams {
  who: [kind: VisitorKind, id: string];
  by: VisitorRole;
  range: Range;
  /** The place behind which the sessions are. With an empty id, sessions of its time are not. */
  after: Place | undefined;
  take: number;
  now: number;
}

/** The sessions of a visitor, latest start first: `inquiry` asks for them in one batch, and `read` reads them behind it. */
export function visitsOf({ who: [kind, id], by, range, after, take, now }: VisitsParams) {
  const question: Question = {
    ...questionOf({ range, filters: {} }),
    ...ofVisitor(kind, id, by),
    isCount: true,
    hasRemoved: false,
    now,
    find: { before: after?.startedAt ?? range.end, take, blocks: 'newest' },
  };
  const inquiry = new Inquiry(question);
  /**
   * The sessions, and how many there are in the range. Some may have changed since they were found: if others begin
   * before it, `oldest` is when the oldest began that was looked for.
   */
  const read = async (db: Database): Promise<{ rows: Row[]; total: number; oldest: number | undefined }> => {
    const total = inquiry.found.answer.sessions;
    if (total === 0) return { rows: [], total, oldest: undefined };
    const latest = await latestStarts(db, question, inquiry);
    // Others may have begun in the same millisecond as the last session of the page before.
    const starts = new Set([...latest, ...(after?.id ? [after.startedAt] : [])]);
    if (starts.size === 0) return { rows: [], total, oldest: undefined };
    const params = { id, starts: JSON.stringify([...starts]), take, audienceId: undefined, ...range, after };
    const [rows] = await db.batch([selectStarted(params, kind, by)]);
    return { rows, total, oldest: latest.length === take ? latest.at(-1) : undefined };
  };
  return { inquiry, read };
}

interface VisitorListing extends DateRange, Listing {
  /** In which roles the visitor came. */
  by: VisitorRole;
}

const visitors = {
  account: { select: (accountId: string) => selectAccountExists({ accountId }), orThrow: accountOrThrow },
  person: { select: (personId: string) => selectPerson({ personId }), orThrow: personOrThrow },
};

/**
 * Sessions of an account or a person, of all pages, latest start first. Throws `account_not_found`, `person_not_found`,
 * `invalid_cursor`.
 */
export async function listVisitsOf(
  db: Database,
  [kind, id]: [VisitorKind, string],
  { by, limit, cursor, ...dates }: VisitorListing,
): Promise<AudienceSessionList> {
  const { startDate, endDate } = dates;
  const binding: CursorBinding = [`${kind}_audience_sessions`, id, by, startDate, endDate];
  const { place } = pageAsked(binding, { limit, cursor }, placeIn);
  const now = Date.now();
  const visits = visitsOf({ who: [kind, id], by, range: rangeOf(dates), ...place, now });
  const { select, orThrow } = visitors[kind];
  const [[visitor]] = await askWith(db, [visits.inquiry], [select(id)]);
  orThrow<object>(visitor);
  const { rows, ...rest } = await visits.read(db);
  return pageOf(rows, { limit, binding, now, ...rest });
}
