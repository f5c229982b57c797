import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { pages } from '../../../content/tables/pages.ts';
import { existsIn } from '../../../db/sql.ts';
import { type Bound, type Param, statement, type ValuesOf } from '../../../db/statement.ts';
import { campaigns, waitingRows } from '../../tables/campaigns.ts';
import { matched, type Returned } from './row-outcomes.ts';

/** A campaign as rows were filled by it. */
export interface FilledParams {
  campaignId: Param<string>;
  revision: Param<number>;
  pageRevision: Param<number>;
  /** The job whose step it is, and the person after whom the step begins: one that is done already changes nothing. */
  jobId: Param<string> | undefined;
  after: Param<string> | undefined;
  /** The rows that waited, and their length: an erasure since then has made it shorter. */
  partId: Param<string> | undefined;
  length: Param<number> | undefined;
}
interface RowsParams {
  /** JSON arrays. */
  rows: Record<number, Param<string>>;
  at: FilledParams;
  /** The call, unless it is a step of a job, and whether it may have been tried before. */
  call: Param<string> | undefined;
  isAgain: Param<number> | undefined;
}

/** A campaign with its page, if both are as the rows were filled. */
const filled = ({ campaignId, revision, pageRevision, jobId, after, partId, length }: FilledParams) => ({
  from: sql`${campaigns} join ${pages} on ${eq(pages.pageId, campaigns.pageId)}`,
  where: and(
    eq(campaigns.campaignId, campaignId),
    eq(campaigns.revision, revision),
    eq(pages.revision, pageRevision),
    jobId && after
      ? and(
          sql`${campaigns.job} ->> 'jobId' = ${jobId}`,
          sql`${campaigns.job} ->> 'after' = ${after}`,
          sql`${campaigns.job} ->> 'state' = 'running'`,
        )
      : isNull(campaigns.archivedAt),
    partId &&
      existsIn(
        waitingRows,
        and(
          eq(waitingRows.campaignId, campaignId),
          eq(waitingRows.partId, partId),
          sql`length(${waitingRows.rows}) = ${length}`,
        ),
      ),
  ),
});

/** The condition that a campaign and its page are as the rows were filled. */
export function isAsFilled(at: FilledParams): SQL {
  const { from, where } = filled(at);
  return existsIn(from, where);
}

/** SQL of the rows of JSON arrays as `item`, in order. */
export function itemsOf(arrays: RowsParams['rows'], count: number): SQL {
  if (count === 0) return sql`json_each('[]') as item`;
  if (count === 1) return sql`json_each(${arrays[0]}) as item`;
  const numbers = Array.from({ length: count }, (_, n) => n);
  // D1 takes only 5 terms of UNION.
  const cases = numbers.map((n) => sql`when ${sql.raw(String(n))} then ${arrays[n]}`);
  return sql`json_each(${sql.raw(`'[${numbers.join()}]'`)}) as part
    cross join json_each(case part.value ${sql.join(cases, sql` `)} end) as item`;
}

/**
 * As in people/persons/store/write.ts, RETURNING is evaluated after the triggers of each row. All that is selected is selected
 * before the first: one statement has all rows of a call, because it notes the call. `tried` says whether that was tried before.
 */
const insertWrites = statement(({ rows, at, call, isAgain }: RowsParams, count: number) => {
  const { from, where } = filled(at);
  const tried = call
    ? sql`iif(instr(${campaigns.calls}, ${call}), 'noted', iif(${isAgain}, 'again', null))`
    : sql`null`;
  return sql<Returned>`insert into campaign_row_writes ("write", tried)
    select item.value, ${tried} from ${from} cross join ${itemsOf(rows, count)} where ${where}
    returning campaign_row_writes."write" ->> 'position' as position, tried,
      ${matched('campaign_row_writes."write"', 'campaign_row_writes.tried')} as matched`;
});
/** Says what rows meet, and writes nothing. */
export const matchRows = statement(
  (
    params: Pick<RowsParams, 'at'> & { rows: Param<string> },
  ) => sql<Returned>`select item.value ->> 'position' as position,
      ${matched('item.value')} as matched
    from json_each(${params.rows}) as item where ${isAsFilled(params.at)}`,
);

/** The most bytes of rows in one statement: D1 takes 2 MB in a parameter. */
const mostBytes = 1_000_000;

const encoder = new TextEncoder();

/** Texts of JSON in arrays of up to `mostBytes` bytes. */
export function arraysOf(items: string[]): string[] {
  const arrays: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const bytes = encoder.encode(item).length;
    if (size + bytes > mostBytes) {
      arrays.push([]);
      size = 0;
    }
    arrays.at(-1)?.push(item);
    size += bytes;
  }
  return arrays.map((array) => `[${array.join()}]`);
}

/** A call that writes rows, and whether it may have been tried before. */
type Call = { call: string; isAgain: boolean };

/** Inserts rows, given as JSON, in order. Undefined if there are none. */
export function insertRows(
  texts: string[],
  at: ValuesOf<FilledParams>,
  given?: Call,
): Bound<Returned> | undefined {
  const rows = arraysOf(texts);
  const { call, isAgain } = given ?? {};
  return rows.length > 0
    ? insertWrites({ rows, at, call, isAgain: given && Number(isAgain) }, rows.length)
    : undefined;
}
