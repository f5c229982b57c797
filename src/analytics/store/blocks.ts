import { and, eq, type SQL, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import { sessionBlocks } from '../../db/tables/sessions.ts';
import { type ColumnName, columnNames } from '../facts.ts';
import { sumsPrefix } from '../totals.ts';

/** The most bytes of blocks that one round trip reads. A Worker has 128 MB, and answers of D1 take several times it. */
export const mostBytes = 8_000_000;

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
  /** 1 if the number of sessions does not answer the question for a block that is in one piece. */
  needsSums: Param<number>;
  /** A JSON array of times. A block that may have one of them between its sessions is opened: these are read. */
  cuts: Param<string>;
  /** As `cuts`: a block with none of them between its sessions is in one piece. Null if all blocks may have one. */
  crossings: Param<string | null>;
  needed: Needed<Param<number>>;
  /** The most bytes to read. */
  bytes: Param<number>;
  /** A JSON array of the values of `isRemoved` that count. */
  kinds: Param<string>;
  /** The block after which to go on. */
  after: { isRemoved: Param<number>; firstAt: Param<number>; part: Param<number> };
}

const table = sessionBlocks;
const { pageId, isRemoved, firstAt, part, lastAt, endsAt, count, sums } = table;
const rowid = sql.raw('"session_blocks".rowid');

/**
 * The condition that a block may have one of some times between its sessions: it is the last that begins before it, or
 * one of removed sessions. SQLite looks for the block of each time once.
 */
const mayHave = (times: Param<string> | Param<string | null>, { pageId: ofPage }: BlocksParams): SQL =>
  sql`(${isRemoved} or ${rowid} in (select (select b.rowid from ${table} as b where b.page_id = ${ofPage}
    and b.is_removed = 0 and b.first_at < time.value order by b.first_at desc, b.part desc limit 1)
    from json_each(${times}) as time)) is true`;

const hasSums = sql.raw(`substr("session_blocks"."sums", 1, ${sumsPrefix.length}) = '${sumsPrefix}'`);

/** The condition that the sessions of a block are needed, not only their sums. */
const isOpened = (params: BlocksParams): SQL =>
  sql`(${params.needsSessions} or ${hasSums} is not 1 or ${endsAt} > ${params.now}
    or (${params.cuts} <> '[]' and ${mayHave(params.cuts, params)}))`;

/** The condition that the starts of the sessions of a block are needed: for its pieces, or for what is pending. */
const isCrossed = (params: BlocksParams): SQL =>
  sql`(${params.crossings} is null or ${endsAt} > ${params.now} or ${mayHave(params.crossings, params)})`;

/**
 * The blocks of a range, and their columns that are needed, up to a number of bytes. If there are more, the next one
 * follows without its sessions (`isRead` is 0). Those that answer by their sums, or by the number of their sessions, have
 * only these.
 */
export const selectBlocks = statement((params: BlocksParams) => {
  const { pageId: ofPage, start, end, needed, after } = params;
  const bytes = sql.join(
    columnNames
      .filter((name) => name !== 'activeMs' && name !== 'startedAt')
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
  const found = sql`(select ${rowid} as id, ${isRemoved}, ${firstAt}, ${part}, ${isOpened(params)} as is_opened,
    ${isCrossed(params)} as is_crossed, ${bytes} as bytes,
    ${needed.startedAt} * octet_length(${table.startedAt}) as bytes_of_starts, octet_length(${sums}) as bytes_of_sums
    from ${kinds} cross join ${table} where ${inRange})`;
  const own = sql`iif(is_opened, bytes + is_crossed * bytes_of_starts, bytes_of_sums)`;
  const chosen = sql`(select id, is_opened, is_crossed, ${own} as own,
    sum(${own}) over (order by is_removed, first_at, part rows unbounded preceding) as total from ${found}) as chosen`;
  // No row has more than 2 MB: the first block is read.
  const isRead = sql<number>`(chosen.total <= ${params.bytes})`;
  const also: Partial<Record<ColumnName, SQL>> = {
    startedAt: sql`chosen.is_crossed`,
    // Only a session that may be pending has a status that depends on its last activity.
    activeMs: sql`${endsAt} > ${params.now}`,
  };
  const column = (name: ColumnName) =>
    sql<
      string | null
    >`iif(chosen.is_opened and ${needed[name]} and ${isRead} and ${also[name] ?? sql`true`}, ${table[name]}, null)`;
  return build
    .select({
      isRead,
      ...{ isRemoved, firstAt, part, lastAt, endsAt, count },
      /** Null if the sessions are read; an empty text if their number is enough. */
      sums: sql<
        string | null
      >`iif(chosen.is_opened, null, iif(${params.needsSums} or chosen.is_crossed, ${sums}, ''))`,
      ...(Object.fromEntries(columnNames.map((name) => [name, column(name)])) as {
        [K in ColumnName]: ReturnType<typeof column>;
      }),
    })
    .from(chosen)
    .crossJoin(table)
    .where(sql`${rowid} = chosen.id and chosen.total - chosen.own <= ${params.bytes}`);
});
