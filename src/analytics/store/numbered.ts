import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import type { ColumnName } from '../../vocabulary/facts.ts';
import { endsOf, type Question } from '../question.ts';
import { sessionBlocks } from '../tables/sessions.ts';
import { visitorIds, visitorNumbers } from '../tables/visitors.ts';
import { isNumbered } from '../visitor-lists.ts';

// What an answer reads of who came as numbers: analytics/visitor-lists.ts.

const numbers = visitorNumbers;

/** How many bytes of ids a block has, at least, that an answer does not read if it reads numbers. */
const saved = 20_000;
/** The most bytes of lists that an answer reads: more visitors than these it refuses anyway. */
const mostBytes = 6_000_000;

interface RangeParams {
  start: Param<number>;
  end: Param<number>;
}

/** The generations of lists that blocks of a range have numbers in. The first block may begin before the range. */
const generationsIn = ({ start, end }: RangeParams): SQL =>
  sql`(select known.generation from (select distinct generation from ${visitorIds}) as known
    where exists (select 1 from ${numbers} as n where n.generation = known.generation and n.first_at < ${end}
      and n.first_at >= coalesce((select max(first_at) from ${numbers} where first_at <= ${start}), 0)))`;

/** The condition that the lists of a range have fewer bytes than the ids of its blocks: else these are read. */
const areShorter = (range: RangeParams): SQL =>
  sql`exists (select 1 from (select sum(octet_length(ids)) as bytes from ${visitorIds} where generation in ${generationsIn(range)}) as lists
    where lists.bytes <= ${sql.raw(String(mostBytes))} and lists.bytes < ${sql.raw(String(saved))} * (select count(*)
      from (select 1 from ${numbers} where first_at >= ${range.start} and first_at < ${range.end} limit ${sql.raw(String(mostBytes / saved))})))`;

/** What a question reads of numbers: 1 if lists have been read, 0 if none are, null if the first round trip decides. */
export type ListsParam = Param<number | null>;

/** The numbers of a block: none unless the lists of their generation are read, by the same condition. */
export const joinNumbers = (
  range: RangeParams & { lists: ListsParam },
  { isRemoved, firstAt, part }: Record<'isRemoved' | 'firstAt' | 'part', SQLWrapper>,
): SQL =>
  sql` left join ${numbers} on coalesce(${range.lists}, ${areShorter(range)}) and ${isRemoved} = 0
    and ${numbers.firstAt} = ${firstAt} and ${numbers.part} = ${part} and ${numbers.isStale} = 0
    and ${numbers.generation} in ${generationsIn(range)}`;

/** A column of a block, or its numbers if these are read. */
export const idsOrNumbers = (name: ColumnName): SQL =>
  isNumbered(name)
    ? sql`iif(${numbers.generation} is null, ${sessionBlocks[name]}, ${numbers[name]})`
    : sql`${sessionBlocks[name]}`;

/** The bytes of `idsOrNumbers`. SQLite reads a column to know its length if it is not alone in the function. */
export const bytesOfIdsOrNumbers = (name: ColumnName): SQL => {
  const ids = sql`octet_length(${sessionBlocks[name]})`;
  return isNumbered(name) ? sql`coalesce(octet_length(${numbers[name]}), ${ids})` : ids;
};

const selectLists = statement(({ kinds, ...range }: RangeParams & { kinds: Param<string> }) => {
  const { generation, kind, part, ids } = visitorIds;
  return build
    .select({
      generation,
      kind,
      part,
      /** Empty for lists that are not needed. */
      ids: sql<string>`iif(${kind} in (select value from json_each(${kinds})), ${ids}, '')`,
    })
    .from(visitorIds)
    .where(sql`${areShorter(range)} and ${generation} in ${generationsIn(range)}`);
});

/** Reads the lists that a question about the workspace needs. None if its blocks are read with their ids. */
export const listsFor = (question: Question) =>
  selectLists({
    ...endsOf(question),
    kinds: question.visitors === 'account' ? '["account","person"]' : '["person"]',
  });
