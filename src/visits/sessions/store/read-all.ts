import { and, eq, type SQL, sql } from 'drizzle-orm';
import { askWith, questionOf } from '../../../analytics/store/ask.ts';
import { Inquiry } from '../../../analytics/store/inquiry.ts';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { placeOrThrow, selectPlace } from '../../../content/audiences/store/internal.ts';
import { type Database, mostStatements } from '../../../db/client.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { inTurns } from '../../../lib/in-turns.ts';
import { type Range, rangeOf } from '../../../lib/range.ts';
import { isLong, sessionDimensions } from '../../../vocabulary/dimensions.ts';
import type { AudienceSession } from '../schemas.ts';
import { sessionColumns, toSession } from './internal.ts';
import {
  type FilterParams,
  filterValues,
  isInRange,
  newestFirst,
  type Place,
  passes,
  type RangeParams,
  type SessionQuestion,
} from './select.ts';

const table = audienceSessions;

/** How much is read. */
interface Bounds {
  /** The most sessions of a statement. */
  atOnce: number;
  /** The most characters of a statement's sessions. One session may have 30,000, and a Worker has 128 MB. */
  characters: number;
  /** The most statements of an answer. */
  statements: number;
}
const usual: Bounds = { atOnce: 2000, characters: 2_000_000, statements: mostStatements };

/** As many sessions a statement, unless that takes too many statements: 2,000 take D1 40 ms, for which others wait. */
const usuallyAtOnce = 700;

/** The columns whose texts a visitor chooses, and may be long. */
const longTexts = [
  table.pageTitle,
  table.pageUrl,
  table.formSubmissionIdentifier,
  ...sessionDimensions.filter(isLong).map((name) => table[name]),
];
const charactersOf: SQL = sql.join(
  longTexts.map((column) => sql`ifnull(length(${column}), 0)`),
  sql` + `,
);

const columns = Object.entries(sessionColumns);
/** D1 takes 32 arguments of a function. */
const perArray = 32;
const arrayOf = (from: number, to?: number) => {
  const some = columns.slice(from, to).map(([, column]) => column);
  return sql<string | null>`iif(passes, json_array(${sql.join(some, sql`, `)}), null)`;
};

type SessionRow = Parameters<typeof toSession>[0];

/** A session out of the arrays of its columns. */
function unpack(first: string, rest: string): SessionRow {
  const values: unknown[] = [...JSON.parse(first), ...JSON.parse(rest)];
  const row: Record<string, unknown> = {};
  for (const [place, [name, column]] of columns.entries()) {
    const value = values[place];
    row[name] = value === null ? null : column.mapFromDriverValue(value);
  }
  return row as SessionRow;
}

interface ReadParams extends RangeParams, FilterParams {
  /** Undefined for all pages. */
  pageId: Param<string> | undefined;
  personId: Param<string> | undefined;
  atOnce: Param<number>;
  characters: Param<number>;
}

/**
 * Selects the next sessions of a range, as many as a Worker can hold. Of those that do not pass only the place is read:
 * the last one is where the next statement begins. The columns are JSON arrays, because other requests of the isolate wait
 * while an answer of D1 is parsed, and two texts in a row take less time than all columns.
 */
const selectNext = statement(
  ({ pageId, personId, atOnce, characters, filters, state, now, audienceId, ...range }: ReadParams) => {
    const order = sql.join(newestFirst, sql`, `);
    const next = sql`(select * from ${table}
      where ${and(pageId && eq(table.pageId, pageId), isInRange({ ...range, audienceId: undefined }))}
      order by ${order} limit ${atOnce})`;
    const isWanted = and(
      audienceId && eq(table.audienceId, audienceId),
      personId && eq(table.personId, personId),
      passes({ filters, state, now }),
    );
    const sized = sql`(select *, sum(${charactersOf}) over (order by ${order} rows unbounded preceding) as characters, ${isWanted} as passes
      from ${next} as ${table})`;
    return build
      .select({
        startedAt: table.sessionStartedAt,
        id: table.analyticsSessionId,
        first: arrayOf(0, perArray).as('first'),
        rest: arrayOf(perArray).as('rest'),
      })
      .from(sql`${sized} as ${table}`)
      .where(sql`characters <= ${characters}`)
      .orderBy(...newestFirst);
  },
);

const tooMany = () =>
  new FootfallError('too_many_rows', 'The range has too many sessions for a file. Ask for a shorter range.');

/** How many sessions a range has. Throws `too_many_rows` if they are more than `most`. */
async function countUpTo(
  db: Database,
  pageId: string | undefined,
  range: Range,
  most: number,
): Promise<number> {
  const question = questionOf({ pageId, range, filters: {} });
  const inquiry = new Inquiry({ ...question, isCount: true, hasRemoved: false });
  await askWith(db, [inquiry], []);
  const { sessions } = inquiry.found.answer;
  if (sessions > most) throw tooMany();
  return sessions;
}

/**
 * All sessions of a page, or without `pageId` of all pages, latest start first, some at a time. Each time is a round
 * trip of one statement, the first of up to three. Throws `page_not_found`, `audience_not_found`, and `too_many_rows`
 * after 900 statements: with short texts, 1,800,000 sessions of the range.
 */
export async function* readSessions(
  db: Database,
  pageId: string | undefined,
  { startDate, endDate, audienceId, personId, ...rest }: SessionQuestion,
  { atOnce: most, statements, characters }: Bounds = usual,
): AsyncGenerator<AudienceSession[], void> {
  const range = rangeOf({ startDate, endDate });
  const values = { pageId, audienceId, personId, ...range, ...filterValues(rest), characters };
  let after: Place | undefined;
  /** How many sessions are not read yet, where they were counted. */
  let left: number | undefined;
  // The first time there are up to two more.
  for (let asked = 3; asked < statements; asked++) {
    const now = Date.now();
    const isFirst = after === undefined;
    // The last statement finds none. Long texts may have ended the first before the sessions were counted.
    const needed = left === undefined ? most : Math.ceil(left / Math.max(1, statements - asked - 1));
    const atOnce = Math.min(most, isFirst ? usuallyAtOnce : Math.max(usuallyAtOnce, needed));
    const [[page], [audience], rows] = await db.batch([
      ...selectPlace(isFirst ? values : {}),
      selectNext({ ...values, atOnce, after, now }),
    ]);
    if (isFirst) placeOrThrow(values, page, audience);
    const last = rows.at(-1);
    if (!last) return;
    if (isFirst && rows.length === atOnce) left = await countUpTo(db, pageId, range, statements * most);
    if (left !== undefined) left -= rows.length;
    after = { startedAt: last.startedAt, id: last.id };
    const sessions: AudienceSession[] = [];
    for await (const some of inTurns(rows))
      for (const { first, rest } of some)
        if (first !== null && rest !== null) sessions.push(toSession(unpack(first, rest), now));
    yield sessions;
  }
  throw tooMany();
}
