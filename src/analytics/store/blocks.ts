import { and, eq, type SQL, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import { sessionBlocks } from '../../db/tables/sessions.ts';
import { type ColumnName, columnNames } from '../facts.ts';
import { sumsPrefix } from '../totals.ts';

/** The most bytes of blocks that one round trip reads. A Worker has 128 MB, and answers of D1 take several times it. */
const mostBytes = 8_000_000;

/** 1 for each column that an answer needs, 0 for the others. One SQL text serves all questions. */
export type Needed<T> = { [K in ColumnName]: T };

/** Which columns of a set are needed. */
export const neededOf = (columns: ReadonlySet<ColumnName>): Needed<number> =>
  Object.fromEntries(columnNames.map((name) => [name, Number(columns.has(name))])) as Needed<number>;

interface BlocksParams {
  /** An empty text for the whole workspace. */
  pageId: Param<string>;
  /** Milliseconds since 1970. */
  start: Param<number>;
  end: Param<number>;
  now: Param<number>;
  /** 1 if sums do not answer the question. */
  needsSessions: Param<number>;
  /** A JSON array of times. Of a block with one of them between its sessions, these are read. */
  cuts: Param<string>;
  /** As `cuts`: of a block with none of them between its sessions, their starts are not needed. Null for all blocks. */
  crossings: Param<string | null>;
  needed: Needed<Param<number>>;
  /** A JSON array of the values of `isRemoved` that count. */
  kinds: Param<string>;
  /** The block after which to go on. */
  after: { isRemoved: Param<number>; firstAt: Param<number>; part: Param<number> };
}

const table = sessionBlocks;
const { pageId, isRemoved, firstAt, part, lastAt, endsAt, count, sums } = table;

/** The condition that one of some times is between the sessions of a block. */
const isBetween = (times: Param<string> | Param<string | null>): SQL =>
  sql`exists (select 1 from json_each(${times}) as time where time.value > ${firstAt} and time.value <= ${lastAt})`;

const hasSums = sql.raw(`substr("session_blocks"."sums", 1, ${sumsPrefix.length}) = '${sumsPrefix}'`);

/** The condition that the sessions of a block are needed, not only their sums. */
const isOpened = ({ needsSessions, now, cuts }: BlocksParams): SQL =>
  sql`(${needsSessions} or ${hasSums} is not 1 or ${endsAt} > ${now} or ${isBetween(cuts)})`;

/** The condition that the starts of the sessions of a block are needed. */
const hasStarts = ({ crossings, now }: BlocksParams): SQL =>
  sql`(${crossings} is null or ${endsAt} > ${now} or ${isBetween(crossings)})`;

/**
 * The blocks of a range, and their columns that are needed, up to 8 MB: `known` is how many blocks there are. Those that
 * answer by their sums have only these.
 */
export const selectBlocks = statement((params: BlocksParams) => {
  const { pageId: ofPage, start, end, needed, after } = params;
  const bytes = sql.join(
    columnNames
      .filter((name) => name !== 'activeMs')
      .map((name) => sql`${needed[name]} * octet_length(${table[name]})`),
    sql` + `,
  );
  // The last block that begins before the range may reach into it.
  const from = sql`coalesce((select max(${firstAt}) from ${table} where ${pageId} = ${ofPage}
    and ${isRemoved} = kind.value and ${firstAt} <= ${start}), 0)`;
  const inRange = and(
    eq(pageId, ofPage),
    sql`${isRemoved} = kind.value and ${firstAt} >= kind.first and ${firstAt} < ${end} and ${lastAt} >= ${start}`,
    sql`(${isRemoved}, ${firstAt}, ${part}) > (${after.isRemoved}, ${after.firstAt}, ${after.part})`,
  );
  const kinds = sql`(select kind.value, ${from} as first from json_each(${params.kinds}) as kind) as kind`;
  const found = sql`(select ${isRemoved}, ${firstAt}, ${part}, ${isOpened(params)} as is_opened, ${bytes} as bytes,
    octet_length(${sums}) as bytes_of_sums from ${kinds} cross join ${table} where ${inRange})`;
  const order = sql`order by is_removed, first_at, part`;
  const chosen = sql`(select is_removed, first_at, part, is_opened, count(*) over () as known,
    row_number() over (${order}) as place,
    sum(iif(is_opened, bytes, bytes_of_sums)) over (${order} rows unbounded preceding) as bytes
    from ${found}) as chosen`;
  const also: Partial<Record<ColumnName, SQL>> = {
    startedAt: hasStarts(params),
    // Only a session that may be pending has a status that depends on its last activity.
    activeMs: sql`${endsAt} > ${params.now}`,
  };
  const column = (name: ColumnName) =>
    sql<
      string | null
    >`iif(chosen.is_opened and ${needed[name]} and ${also[name] ?? sql`true`}, ${table[name]}, null)`;
  return build
    .select({
      known: sql<number>`chosen.known`,
      ...{ isRemoved, firstAt, part, lastAt, endsAt, count },
      sums: sql<string | null>`iif(chosen.is_opened, null, ${sums})`,
      ...(Object.fromEntries(columnNames.map((name) => [name, column(name)])) as {
        [K in ColumnName]: ReturnType<typeof column>;
      }),
    })
    .from(chosen)
    .crossJoin(table)
    .where(
      and(
        eq(pageId, ofPage),
        sql`${isRemoved} = chosen.is_removed and ${firstAt} = chosen.first_at and ${part} = chosen.part`,
        sql`(chosen.place = 1 or chosen.bytes <= ${sql.raw(String(mostBytes))})`,
      ),
    );
});
