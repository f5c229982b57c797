import { and, eq, type SQL, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import { type ColumnName, columnNames, isText, type TextName } from '../../vocabulary/facts.ts';
import { measuredNames } from '../../vocabulary/measures.ts';
import {
  asksForStarts,
  columnsFor,
  crossingsOf,
  cutsOf,
  endsOf,
  needsSessions,
  type Question,
  summedBy,
} from '../question.ts';
import { sessionBlocks } from '../tables/sessions.ts';
import { visitorNumbers } from '../tables/visitors.ts';
import { sumsPrefixes } from '../totals.ts';
import { bytesOfIdsOrNumbers, idsOrNumbers, joinNumbers, type ListsParam } from './numbered.ts';

/** The most bytes of blocks that one round trip reads. A Worker has 128 MB, and answers of D1 take several times it. */
export const mostBytes = 8_000_000;

/** The names of the columns that an answer needs, which select the text of a statement: it reads no others. */
export type Needed = string;

/** The columns that a question needs, in the order of all columns. */
export function neededBy(question: Question): Needed {
  const columns = columnsFor(question);
  return columnNames.filter((name) => columns.has(name)).join();
}

/** The columns that are needed. */
export const namesIn = (needed: Needed): ColumnName[] => needed.split(',') as ColumnName[];

/** So many of the blocks that began before a time. */
interface Newest {
  before: Param<number>;
  count: Param<number>;
}

interface BlocksParams {
  /** An empty text for the whole workspace. */
  pageId: Param<string>;
  start: Param<number>;
  end: Param<number>;
  now: Param<number>;
  /** A JSON array of times. A block that may have one of them between its sessions is opened: these are read. */
  cuts: Param<string>;
  /** As `cuts`: a block with none of them between its sessions is in one piece. Undefined if all blocks may have one. */
  crossings: Param<string> | undefined;
  /** The starts in the newest blocks are needed too. */
  newest: Newest | undefined;
  /** A JSON array of the times at which the only blocks begin that are read. Undefined for all. */
  only: Param<string> | undefined;
  /** The most bytes to read. */
  bytes: Param<number>;
  /** A JSON array of the values of `isRemoved` that count. */
  kinds: Param<string>;
  /** Undefined if ids are read: no numbers in their place. */
  lists: ListsParam | undefined;
  /** The block after which to go on. */
  after: { isRemoved: Param<number>; firstAt: Param<number>; part: Param<number> };
}

const table = sessionBlocks;
const { pageId, isRemoved, firstAt, part, lastAt, endsAt, count, sums } = table;
const rowid = sql.raw('"session_blocks".rowid');

/**
 * The condition that a block may have one of some times between its sessions: it is the last that begins before it, or
 * one of removed sessions of several days. SQLite looks for the block of each time once. Without a null in the list it
 * reads a row less for each block.
 */
const mayHave = (times: Param<string>, { pageId: ofPage }: BlocksParams): SQL =>
  sql`((${isRemoved} and ${firstAt} <> ${lastAt}) or ${rowid} in (select coalesce((select b.rowid from ${table} as b where b.page_id = ${ofPage}
    and b.is_removed = 0 and b.first_at < time.value order by b.first_at desc, b.part desc limit 1), 0)
    from json_each(${times}) as time)) is true`;

const { withoutTexts, withTexts, withTheseTexts } = sumsPrefixes;
const hasPrefix = (prefix: string) =>
  sql.raw(`substr("session_blocks"."sums", 1, ${prefix.length}) = '${prefix}'`);
const hasSums = sql`(${hasPrefix(withTexts)} or ${hasPrefix(withoutTexts)})`;

/** The condition that the sums of quarters of a block do not answer: its sessions do. */
const isOpened = (params: BlocksParams): SQL =>
  sql`(${hasSums} is not 1 or ${endsAt} > ${params.now}
    or (${params.cuts} <> '[]' and ${mayHave(params.cuts, params)}))`;

/** The condition that a block is one of the newest before a time. */
const isNewest = ({ before, count: many }: Newest, { pageId: ofPage }: BlocksParams): SQL =>
  sql`(${firstAt} < ${before} and ${firstAt} >= coalesce((select b.first_at from ${table} as b
    where b.page_id = ${ofPage} and b.is_removed = 0 and b.first_at < ${before}
    order by b.first_at desc limit 1 offset ${many} - 1), 0)) is true`;

/** The condition that the starts of the sessions of a block are needed: for its pieces, what is pending, or a list. */
function isCrossed(params: BlocksParams): SQL {
  const { now, start, end, crossings, newest } = params;
  if (!crossings) return sql`true`;
  return sql`(${endsAt} > ${now} or ${firstAt} < ${start} or ${lastAt} >= ${end}
    or (${crossings} <> '[]' and ${mayHave(crossings, params)})
    or ${newest ? isNewest(newest, params) : sql`false`})`;
}

/** The condition that the sums of quarters say precisely enough when the sessions of a block began, in fewer bytes. */
const isByQuarters = (params: BlocksParams): SQL =>
  sql`(${hasSums} and octet_length(${sums}) < octet_length(${table.startedAt}) and ${endsAt} <= ${params.now}
    and not (${params.cuts} <> '[]' and ${mayHave(params.cuts, params)})) is true`;

const ofTable = (name: ColumnName): SQL => sql`${table[name]}`;
/** The bytes of columns. */
const bytesIn = (name: ColumnName): SQL => sql`octet_length(${table[name]})`;
const bytesOf = (names: readonly ColumnName[], bytes = bytesIn): SQL =>
  sql.join([sql`0`, ...names.map(bytes)], sql` + `);

const measured: ReadonlySet<ColumnName> = new Set(measuredNames);

/** What a question reads of blocks. */
type Plan = {
  needed: Needed;
  /** Whether the sums of quarters do not answer it. */
  needsSessions: boolean;
  /** Whether it asks for more than the number of sessions. */
  needsSums: boolean;
  /** Whether it asks for the starts themselves: quarters of an hour are not enough. */
  needsAllStarts: boolean;
  /** The column whose sums of texts answer it for a block in one piece. */
  summedBy: TextName | undefined;
};

/** The blocks of a range: what is read of them, and their bytes. */
function foundBlocks(params: BlocksParams, { needed, needsSessions, needsAllStarts, summedBy }: Plan): SQL {
  const names = namesIn(needed);
  const { pageId: ofPage, start, end, after, only, lists } = params;
  // The last block that begins before the range may reach into it.
  const from = sql`coalesce((select max(${firstAt}) from ${table} where ${pageId} = ${ofPage}
    and ${isRemoved} = kind.value and ${firstAt} <= ${start}), 0)`;
  // So that SQLite does not look again at those that have been read.
  const first = sql`iif(kind.value = ${after.isRemoved}, max(kind.first, ${after.firstAt}), kind.first)`;
  const inRange = and(
    eq(pageId, ofPage),
    sql`${isRemoved} = kind.value and ${firstAt} >= ${first} and ${firstAt} < ${end} and ${lastAt} >= ${start}`,
    sql`(${isRemoved}, ${firstAt}, ${part}) > (${after.isRemoved}, ${after.firstAt}, ${after.part})`,
    only && sql`${firstAt} in (select value from json_each(${only}))`,
  );
  const kinds = sql`(select kind.value, ${from} as first from json_each(${params.kinds}) as kind) as kind`;
  const ofTextSums =
    summedBy && sql`iif(${hasPrefix(withTheseTexts)}, octet_length(${table[`${summedBy}Sums`]}), null)`;
  return sql`(select ${rowid} as id, ${isRemoved}, ${firstAt}, ${part}, ${lastAt}, ${endsAt}, ${count},
    ${needsSessions ? sql`true` : isOpened(params)} as is_opened, ${isCrossed(params)} as is_crossed,
    ${needsAllStarts ? sql`false` : isByQuarters(params)} as is_by_quarters,
    ${bytesOf(names.filter((name) => measured.has(name)))} as bytes_of_numbers,
    ${bytesOf(names.filter(isText), lists && bytesOfIdsOrNumbers)} as bytes_of_texts,
    ${bytesOf(['startedAt'])} as bytes_of_starts, coalesce(octet_length(${sums}), 0) as bytes_of_sums,
    ${ofTextSums ?? sql`null`} as bytes_of_text_sums${lists && sql`, ${visitorNumbers.generation}`}
    from ${kinds} cross join ${table}${lists && joinNumbers({ start, end, lists }, { isRemoved, firstAt, part })} where ${inRange})`;
}

/** A text, or null if a condition does not hold. */
const textIf = (condition: SQL, text: SQL) => sql<string | null>`iif(${condition}, ${text}, null)`;

/** The sums of the texts of a column; of a count only the first, which are the numbers of sessions. */
function textSumsOf(name: TextName, needsSums: boolean): SQL {
  const textSums = sql`${table[`${name}Sums`]}`;
  return needsSums ? textSums : sql`substr(${textSums}, 1, instr(${textSums}, '|') - 1)`;
}

const ofChosen = (column: string) => sql<number>`${sql.raw(`chosen.${column}`)}`;
/** What is known of a block of a range before its columns are read. */
const chosen = {
  isRemoved: ofChosen('is_removed'),
  firstAt: ofChosen('first_at'),
  part: ofChosen('part'),
  lastAt: ofChosen('last_at'),
  endsAt: ofChosen('ends_at'),
  count: ofChosen('count'),
};

/**
 * The blocks of a range, and their columns that are needed, up to a number of bytes. If there are more, the next one
 * follows without its sessions (`isRead` is 0). Those that answer by their sums, or by the number of their sessions, have
 * only these.
 */
const selectBlocks = statement((params: BlocksParams, plan: Plan) => {
  const { needsSessions, needsSums, needsAllStarts, summedBy } = plan;
  const names = namesIn(plan.needed);
  const found = foundBlocks(params, plan);
  const isSummed = sql`(bytes_of_text_sums is not null and not is_crossed)`;
  const needsTheseSums = needsSums ? sql`true` : sql`is_crossed`;
  const own = sql`case when ${isSummed} then bytes_of_texts + bytes_of_text_sums
      when is_opened then bytes_of_numbers + bytes_of_texts
        + iif(is_crossed, iif(is_by_quarters, bytes_of_sums, bytes_of_starts), 0)
      else iif(${needsTheseSums}, bytes_of_sums, 0) end`;
  const chosenBlocks = sql`(select *, ${isSummed} as is_summed, ${own} as own,
      sum(${own}) over (order by is_removed, first_at, part rows unbounded preceding) as total from ${found}) as chosen`;
  // Blocks are far below the share of one question: the first is read.
  const isRead = sql<number>`(chosen.total <= ${params.bytes})`;
  const isOfSessions = sql`chosen.is_opened and ${isRead}`;

  const isSent: Partial<Record<ColumnName, SQL>> = {
    startedAt: sql`chosen.is_crossed and not chosen.is_by_quarters`,
    // Only a session that may be pending has a status that depends on its last activity.
    activeMs: sql`${chosen.endsAt} > ${params.now}`,
  };
  const { lists } = params;
  const column = (name: ColumnName): SQL<string | null | undefined> => {
    const whole = (lists ? idsOrNumbers : ofTable)(name);
    if (!isText(name))
      return textIf(sql`${isOfSessions} and ${isSent[name] ?? sql`not chosen.is_summed`}`, whole);
    // If the sums of its texts are enough, without the codes of the sessions.
    const texts = sql`substr(${whole}, instr(${whole}, char(10)) + 1)`;
    return textIf(isOfSessions, summedBy ? sql`iif(chosen.is_summed, ${texts}, ${whole})` : whole);
  };
  // A column that is null in each row costs some time in each.
  const sometimes = {
    /** Null if the sessions are read; an empty text if their number is enough. */
    ...(!needsSessions && {
      sums: sql`case when chosen.is_opened then null when ${needsTheseSums} then ${sums} else '' end`,
    }),
    /** Sums of quarters that say when the sessions began. Null if the starts are read, or nothing of them. */
    ...(!needsAllStarts && {
      quarters: textIf(sql`${isOfSessions} and chosen.is_crossed and chosen.is_by_quarters`, sql`${sums}`),
    }),
    /** Null unless the sums of texts are enough. */
    ...(summedBy && {
      textSums: textIf(sql`chosen.is_summed and ${isRead}`, textSumsOf(summedBy, needsSums)),
    }),
    ...Object.fromEntries(names.map((name) => [name, column(name)])),
  };
  const isNeeded = sql`(chosen.is_opened or ${needsTheseSums})`;
  return build
    .select({
      isRead,
      ...chosen,
      /** The lists that its numbers are of, if it has them in place of ids. */
      ...(lists && { generation: sql<number | null>`${visitorNumbers.generation}` }),
      ...(sometimes as Record<ColumnName | 'sums' | 'quarters' | 'textSums', SQL<string | null | undefined>>),
    })
    .from(
      sql`${chosenBlocks} left join ${table} on ${rowid} = iif(${isNeeded}, chosen.id, null)${
        lists &&
        sql` left join ${visitorNumbers} on chosen.generation is not null
        and ${visitorNumbers.firstAt} = chosen.first_at and ${visitorNumbers.part} = chosen.part`
      }`,
    )
    .where(sql`chosen.total - chosen.own <= ${params.bytes}`);
});

/** A block, after which a round trip goes on. */
export interface BlockPlace {
  isRemoved: number;
  firstAt: number;
  part: number;
}

/** How many of the newest blocks send their starts to a list: up to 60,000 sessions, of which it shows some. */
const newestBlocks = (take: number) => Math.min(30, 4 + take);

/** Reads blocks of a question, at most so many bytes. `lists`: see `ListsParam`. */
export function blocksAfter(
  question: Question,
  { after, bytes, lists }: { after: BlockPlace; bytes: number; lists: number | null | undefined },
) {
  const crossings = crossingsOf(question);
  const { before = 0, take = 0, blocks } = question.find ?? {};
  const values = {
    pageId: question.pageId ?? '',
    ...endsOf(question),
    now: question.now,
    after,
    bytes,
    lists,
    cuts: JSON.stringify(cutsOf(question)),
    crossings: crossings && JSON.stringify(crossings),
    newest: blocks === 'newest' ? { before, count: newestBlocks(take) } : undefined,
    only: Array.isArray(blocks) ? JSON.stringify(blocks) : undefined,
    kinds: (question.hasRemoved ?? true) ? '[0,1]' : '[0]',
  };
  return selectBlocks(values, {
    needed: neededBy(question),
    needsSessions: needsSessions(question),
    needsSums: !question.isCount,
    needsAllStarts: asksForStarts(question),
    summedBy: summedBy(question),
  });
}
