import { and, eq, type SQL, sql } from 'drizzle-orm';
import { askWith, questionOf } from '../../../analytics/store/ask.ts';
import { Inquiry } from '../../../analytics/store/inquiry.ts';
import { audienceSessions } from '../../../analytics/tables/sessions.ts';
import { placeOrThrow, selectPlace } from '../../../content/audiences/store/internal.ts';
import { type Database, mostStatements } from '../../../db/client.ts';
import { isTooLong } from '../../../db/d1-errors.ts';
import { build, decoderOf, type Param, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { inTurns } from '../../../lib/in-turns.ts';
import { type Range, rangeOf } from '../../../lib/range.ts';
import type { AudienceSession } from '../schemas.ts';
import { sessionColumns, toSession } from './internal.ts';
import { namedSessions } from './names.ts';
import {
  type FilterParams,
  filterValues,
  isInRange,
  newestFirst,
  type Place,
  passes,
  placeIn,
  type RangeParams,
  type SessionQuestion,
} from './select.ts';

const table = audienceSessions;

/** How much is read. */
interface Bounds {
  /** The most sessions of a statement. */
  atOnce: number;
  /** The most bytes of a statement's sessions, as JSON. One may have 200,000, a text of D1 2,000,000, a Worker 128 MB. */
  bytes: number;
  /** The most statements of an answer. */
  statements: number;
}
const usual: Bounds = { atOnce: 2000, bytes: 1_900_000, statements: mostStatements };

/** As many sessions a statement, unless that takes too many statements: others wait for what D1 does for each. */
const usuallyAtOnce = 700;

const columns = Object.entries(sessionColumns).map(([name, column]) => ({
  name,
  column,
  decode: decoderOf(column),
}));
/** D1 takes 32 arguments of a function: the last one is an array of the other columns. */
const perArray = 31;
const arrayOf = (...parts: SQL[]) => sql<string>`json_array(${sql.join(parts, sql`, `)})`;
const parts = columns.map(({ column }) => sql`${column}`);
const asArray = arrayOf(...parts.slice(0, perArray), arrayOf(...parts.slice(perArray)));

type SessionRow = Parameters<typeof toSession>[0];
/** An object that has all names already takes values faster. */
const emptyRow: Record<string, unknown> = Object.fromEntries(columns.map(({ name }) => [name, null]));

/** A session out of the array of its columns. */
function unpack(line: string): SessionRow {
  const values: unknown[] = JSON.parse(line);
  values.push(...(values.pop() as unknown[]));
  const row = { ...emptyRow };
  for (const [place, { name, decode }] of columns.entries()) {
    const value = values[place];
    if (value !== null) row[name] = decode ? decode(value) : value;
  }
  return row as SessionRow;
}

interface ReadParams extends RangeParams, FilterParams {
  /** Undefined for all pages. */
  pageId: Param<string> | undefined;
  personId: Param<string> | undefined;
  atOnce: Param<number>;
  bytes: Param<number>;
}

/**
 * Selects the next sessions of a range: in one text, with a line for each that passes. Other requests of the isolate wait
 * while D1 makes an answer and while it is parsed, and a row takes longer than a line. Without lines, they are too long:
 * D1 may refuse that, too. The place of the last one that was read is where the next begin.
 */
const selectNext = statement(
  ({ pageId, personId, atOnce, bytes, filters, has, state, now, audienceId, ...range }: ReadParams) => {
    const isWanted = and(
      audienceId && eq(table.audienceId, audienceId),
      personId && eq(table.personId, personId),
      passes({ filters, has, state, now }),
    );
    const isNext = and(pageId && eq(table.pageId, pageId), isInRange({ ...range, audienceId: undefined }));
    const place = sql`printf('%015d.%s', ${table.sessionStartedAt}, ${table.analyticsSessionId})`;
    const all = sql`ifnull(group_concat(line, char(10)), '')`;
    return build
      .select({
        read: sql<number>`count(*)`,
        bytes: sql<number>`octet_length(${all})`,
        lines: sql<string | null>`iif(octet_length(${all}) <= ${bytes}, ${all}, null)`,
        last: sql<string | null>`min(place)`,
      })
      .from(sql`(select ${place} as place, iif(${isWanted}, ${asArray}, null) as line from ${table} where ${isNext}
        order by ${sql.join(newestFirst, sql`, `)} limit ${atOnce})`);
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
 * trip of one statement, the first of up to three, and another of fewer sessions if their texts are too long. Throws
 * `page_not_found`, `audience_not_found`, and `too_many_rows` after 900 statements: with short texts, 1,800,000 sessions
 * of the range.
 */
export async function* readSessions(
  db: Database,
  pageId: string | undefined,
  { startDate, endDate, audienceId, personId, ...rest }: SessionQuestion,
  { atOnce: bound, bytes, statements }: Bounds = usual,
): AsyncGenerator<AudienceSession[], void> {
  const range = rangeOf({ startDate, endDate });
  const values = { pageId, audienceId, personId, ...range, ...filterValues(rest), bytes };
  let after: Place | undefined;
  /** How many sessions are not read yet, once they are counted. */
  let left = 0;
  /** As many as one text has room for, by those before. */
  let most = bound;
  // The first time there are up to two more.
  for (let asked = 3; asked < statements; asked++) {
    const now = Date.now();
    const isFirst = after === undefined;
    // The last statement may find none.
    const needed = Math.ceil(left / Math.max(1, statements - asked - 1));
    const atOnce = Math.min(most, Math.max(usuallyAtOnce, needed));
    const [[page], [audience], [found]] = await db
      .batch([...selectPlace(isFirst ? values : {}), selectNext({ ...values, atOnce, after, now })])
      .catch((error) => {
        if (isTooLong(error) && atOnce > 1) return [[], [], []];
        throw error;
      });
    if (isFirst && found) placeOrThrow(values, page, audience);
    if (found?.last === null) return;
    if (found?.lines == null) {
      most = Math.ceil(atOnce / 4);
      continue;
    }
    const { read, lines, last } = found;
    const hasMore = read === atOnce;
    if (isFirst && hasMore) left = await countUpTo(db, pageId, range, statements * bound);
    left -= read;
    after = placeIn(last);
    // As many as have nine tenths of the bytes, if the next are as long.
    most = Math.min(bound, Math.max(1, Math.floor((0.9 * bytes * read) / (found.bytes + 1))));
    const sessions: AudienceSession[] = [];
    for await (const some of inTurns(lines === '' ? [] : lines.split('\n')))
      for (const line of some) sessions.push(toSession(unpack(line), now));
    yield sessions;
    if (!hasMore) return;
  }
  throw tooMany();
}

/** As `readSessions`, and with `hasNames` with the names of who came: two more statements each time, so a third as many sessions. */
export function allSessions(
  db: Database,
  pageId: string | undefined,
  { hasNames, ...question }: SessionQuestion & { hasNames: boolean },
): AsyncGenerator<AudienceSession[], void> {
  if (!hasNames) return readSessions(db, pageId, question);
  const third = { ...usual, statements: Math.floor(usual.statements / 3) };
  return namedSessions(db, readSessions(db, pageId, question, third));
}
