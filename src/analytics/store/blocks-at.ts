import { and, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import { columnNames, textNames } from '../../vocabulary/facts.ts';
import type { WholeBlock } from '../block.ts';
import { sessionBlocks } from '../tables/sessions.ts';
import { ofItem } from './seal.ts';

// The blocks that a write changes.

const blocks = sessionBlocks;

interface PlacesParams {
  /**
   * A JSON array of [pageId, start, isTaken], with an empty pageId for the workspace. Sessions are added to the last of
   * several blocks that begin in the same millisecond; all are searched for one that is taken away.
   */
  places: Param<string>;
  isRemoved: Param<number>;
}

/** The first sessions of the blocks that have, or would have, the sessions of pages with certain starts. */
function foundAt({ places, isRemoved }: PlacesParams): SQL {
  const of = sql`${blocks.pageId} = ${ofItem(0)} and ${blocks.isRemoved} = ${isRemoved}`;
  const first = sql`coalesce(
    (select max(${blocks.firstAt}) from ${blocks} where ${of} and ${blocks.firstAt} <= ${ofItem(1)}),
    (select min(${blocks.firstAt}) from ${blocks} where ${of}))`;
  return sql`(select ${ofItem(0)} as page_id, ${first} as first_at, max(${ofItem(2)}) as is_taken
    from json_each(${places}) as item group by 1, 2) as found`;
}

const isFound = ({ isRemoved }: PlacesParams) =>
  and(
    sql`${blocks.pageId} = found.page_id and ${blocks.isRemoved} = ${isRemoved}`,
    sql`${blocks.firstAt} = found.first_at`,
    sql`(found.is_taken or ${blocks.part} = (select max(part) from ${blocks} as other where
      other.page_id = found.page_id and other.is_removed = ${isRemoved} and other.first_at = found.first_at))`,
  );

/** The columns of blocks without sums, which a write makes anew. */
export const wholeColumns = Object.fromEntries(
  Object.entries(getTableColumns(blocks)).filter(([name]) => !/sums$/i.test(name)),
) as Pick<ReturnType<typeof getTableColumns<typeof blocks>>, keyof WholeBlock>;

/** The blocks that have, or would have, the sessions of pages with certain starts. */
export const selectBlocksAt = statement((params: PlacesParams) =>
  build.select(wholeColumns).from(foundAt(params)).crossJoin(blocks).where(isFound(params)),
);

/** How large these blocks are, all that begin at the same time together: their bytes and the number of their sessions. */
export const selectSizesAt = statement((params: PlacesParams) => {
  const bytes = sql.join(
    [
      ...columnNames.map((name) => sql`octet_length(${blocks[name]})`),
      ...textNames.map((name) => sql`coalesce(octet_length(${blocks[`${name}Sums`]}), 0)`),
    ],
    sql` + `,
  );
  return build
    .select({
      pageId: blocks.pageId,
      firstAt: blocks.firstAt,
      bytes: sql<number>`sum(${bytes})`,
      count: sql<number>`sum(${blocks.count})`,
    })
    .from(foundAt(params))
    .crossJoin(blocks)
    .where(isFound(params))
    .groupBy(blocks.pageId, blocks.firstAt);
});
