import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { insertEach } from '../../db/sql.ts';
import { type Bound, build, type Param, statement } from '../../db/statement.ts';
import type { StoredPart } from '../counted-ids.ts';
import { sessionBlocks, sessionSeal } from '../tables/sessions.ts';
import { visitorIds, visitorNumbers } from '../tables/visitors.ts';
import type { VisitorKind } from '../visitors.ts';
import { boundLists, isCurrent, ofItem } from './seal.ts';

// What numbers who came in the blocks of the workspace: tables/visitors.ts.

const blocks = sessionBlocks;
const numbers = visitorNumbers;
const ofWorkspace = sql`${blocks.pageId} = '' and ${blocks.isRemoved} = 0`;
const numberedAt = sql`coalesce((select ${sessionSeal.numberedAt} from ${sessionSeal} where ${sessionSeal.id} = 1), -1)`;

/** So many blocks are numbered together, with one write of their lists. It begins when there are many blocks: few need no numbers. */
const [together, many] = [16, 200];

/** The condition that so many blocks have no numbers yet, all of whose sessions began before a time. It reads few rows. */
const areMany = (before: Param<number>): SQL =>
  sql`iif(${numberedAt} >= 0 or (select max(rowid) from ${blocks}) > ${sql.raw(String(many))},
    coalesce((select ${blocks.lastAt} from ${blocks} where ${ofWorkspace} and ${blocks.firstAt} > ${numberedAt}
    order by ${blocks.firstAt} limit 1 offset ${sql.raw(String(together))}), ${before}) < ${before}, false)`;

/** The condition that numbers are to be given back, or blocks to be numbered. `isAsked`: 0 reads no row. */
export const haveBlocksToNumber = ({
  before,
  isAsked,
}: {
  before: Param<number>;
  isAsked: Param<number>;
}): SQL =>
  sql`iif(${isAsked}, exists (select 1 from ${numbers} where is_stale = 1) or ${areMany(before)}, false)`;

/** The revision of the blocks, and the last generation of lists. */
export const selectNumbering = statement((_: object) =>
  build
    .select({
      revision: sessionSeal.revision,
      generation: sql<number | null>`(select max(${visitorIds.generation}) from ${visitorIds})`,
    })
    .from(sessionSeal)
    .where(eq(sessionSeal.id, 1)),
);

/** Numbers to give back, of one generation. */
export const selectStale = statement(({ take }: { take: Param<number> }) =>
  build
    .select(getTableColumns(numbers))
    .from(numbers)
    .where(
      sql`${numbers.isStale} = 1 and ${numbers.generation} = (select min(generation) from ${numbers} where is_stale = 1)`,
    )
    .limit(take),
);

interface NextParams {
  before: Param<number>;
  /** 1 if any number of blocks are numbered, of any age. */
  isForced: Param<number>;
  /** The most bytes of ids of a block that needs no numbers. */
  bytes: Param<number>;
  take: Param<number>;
}

/** The next blocks, of which some need no numbers: they have them, or few bytes of ids. None if they are few. */
export const selectNext = statement(({ before, isForced, bytes, take }: NextParams) =>
  build
    .select({
      firstAt: blocks.firstAt,
      part: blocks.part,
      lastAt: blocks.lastAt,
      needsNumbers: sql<number>`(octet_length(${blocks.recipientAccountId}) + octet_length(${blocks.recipientPersonId}) > ${bytes}
        and not exists (select 1 from ${numbers} as n where n.first_at = ${blocks.firstAt} and n.part = ${blocks.part}))`,
      isLast: sql<number>`(${blocks.firstAt} = (select max(first_at) from ${blocks} where page_id = '' and is_removed = 0))`,
    })
    .from(blocks)
    .where(and(ofWorkspace, sql`${blocks.firstAt} > ${numberedAt} and (${isForced} or ${areMany(before)})`))
    .orderBy(blocks.firstAt, blocks.part)
    .limit(take),
);

/** Blocks, by a JSON array of [firstAt, part], with the ids of their recipients. */
export const selectRecipients = statement(({ keys }: { keys: Param<string> }) =>
  build
    .select({
      firstAt: blocks.firstAt,
      part: blocks.part,
      count: blocks.count,
      endsAt: blocks.endsAt,
      recipientAccountId: blocks.recipientAccountId,
      recipientPersonId: blocks.recipientPersonId,
    })
    .from(sql`json_each(${keys}) as item`)
    .crossJoin(blocks)
    .where(and(ofWorkspace, sql`${blocks.firstAt} = ${ofItem(0)} and ${blocks.part} = ${ofItem(1)}`)),
);

/** The lists of a generation. */
export const selectListsOf = statement(({ generation }: { generation: Param<number> }) =>
  build
    .select({
      kind: visitorIds.kind,
      part: visitorIds.part,
      ids: visitorIds.ids,
      counts: visitorIds.counts,
    })
    .from(visitorIds)
    .where(sql`${visitorIds.generation} = ${generation}`),
);

interface WriteParams {
  revision: Param<number>;
}

const upsertParts = statement(({ rows, ...write }: WriteParams & { rows: Param<string> }) =>
  insertEach(visitorIds, rows, isCurrent(write)).onConflictDoUpdate({
    target: [visitorIds.generation, visitorIds.kind, visitorIds.part],
    set: { ids: sql`excluded.ids`, counts: sql`excluded.counts` },
  }),
);

const deleteLists = statement(({ generation, ...write }: WriteParams & { generation: Param<number> }) =>
  build.delete(visitorIds).where(and(sql`${visitorIds.generation} = ${generation}`, isCurrent(write))),
);

const upsertNumbers = statement(({ rows, ...write }: WriteParams & { rows: Param<string> }) =>
  insertEach(numbers, rows, isCurrent(write)).onConflictDoUpdate({
    target: [numbers.firstAt, numbers.part],
    set: {
      count: sql`excluded.count`,
      generation: sql`excluded.generation`,
      isStale: sql`0`,
      recipientAccountId: sql`excluded.recipient_account_id`,
      recipientPersonId: sql`excluded.recipient_person_id`,
    },
  }),
);

/** Deletes numbers, by a JSON array of [firstAt, part]. */
const deleteNumbers = statement(({ keys, ...write }: WriteParams & { keys: Param<string> }) =>
  build
    .delete(numbers)
    .where(
      and(
        sql`(${numbers.firstAt}, ${numbers.part}) in (select ${ofItem(0)}, ${ofItem(1)} from json_each(${keys}) as item)`,
        isCurrent(write),
      ),
    ),
);

/** Notes how far it has come where no block needs numbers: answers of several round trips go on. */
export const moveNumbering = statement(({ until, ...write }: WriteParams & { until: Param<number> }) =>
  build
    .update(sessionSeal)
    .set({ numberedAt: sql`${until}` })
    .where(and(eq(sessionSeal.id, 1), isCurrent(write))),
);

/** Counts the write as one of blocks, so that answers of several round trips begin again, and notes how far it has come. */
const endNumbering = statement(({ revision, until }: WriteParams & { until: Param<number> | undefined }) =>
  build
    .update(sessionSeal)
    .set({ revision: sql`${revision} + 1`, ...(until && { numberedAt: sql`${until}` }) })
    .where(and(eq(sessionSeal.id, 1), isCurrent({ revision }))),
);

/** What a write of numbers changes. */
export interface Numbering {
  revision: number;
  generation: number;
  /** The parts of lists that have changed. Undefined if no block has any id of the generation any more. */
  parts: (StoredPart & { kind: VisitorKind })[] | undefined;
  numbered: (typeof visitorNumbers.$inferInsert)[];
  deleted: { firstAt: number; part: number }[];
  /** The start of the last block that needs no numbers any more. Undefined if it stays. */
  until: number | undefined;
}

/** The statements of a write of numbers. They change nothing if blocks have been written since the revision. */
export const numberingStatements = ({
  revision,
  generation,
  parts,
  numbered,
  deleted,
  until,
}: Numbering): Bound[] => [
  ...(parts === undefined ? [deleteLists({ generation, revision })] : []),
  ...boundLists((parts ?? []).map((part) => ({ generation, ...part }))).map((rows) =>
    upsertParts({ rows, revision }),
  ),
  ...(deleted.length > 0
    ? [deleteNumbers({ keys: JSON.stringify(deleted.map(({ firstAt, part }) => [firstAt, part])), revision })]
    : []),
  ...boundLists(numbered).map((rows) => upsertNumbers({ rows, revision })),
  endNumbering({ revision, until }),
];
