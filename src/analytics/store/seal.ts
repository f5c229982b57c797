import { and, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { insertEach } from '../../db/sql.ts';
import { type Bound, build, type Param, statement } from '../../db/statement.ts';
import { factsSql } from '../../vocabulary/facts.ts';
import type { BlockKey, StoredBlock } from '../block.ts';
import { audienceSessions, sessionBlocks, sessionCorrections, sessionSeal } from '../tables/sessions.ts';
import { sealedAt, sealedId } from './unsealed.ts';

// What a write of blocks reads, and what it writes.

const sessions = audienceSessions;
const corrections = sessionCorrections;
const blocks = sessionBlocks;
const { sessionStartedAt: at, analyticsSessionId: id } = sessions;

/** The facts of a session, as JSON text. */
const facts = sql<string>`${sql.raw(factsSql('audience_sessions.'))}`;

const revisionNow = sql`coalesce((select ${sessionSeal.revision} from ${sessionSeal} where ${sessionSeal.id} = 1), 0)`;

/** The condition that no blocks have been written since they were read: the last statement of a write counts it. */
export const isCurrent = ({ revision }: { revision: Param<number> }): SQL =>
  sql`${revisionNow} = ${revision}`;

/** The condition that a session waits to be sealed. */
export const waits = sql`${at} >= ${sealedAt} and (${at}, ${id}) > (${sealedAt}, ${sealedId})`;

/** Whether as many sessions wait. */
const isWaiting = (many: SQL) =>
  sql`exists (select 1 from ${sessions} where ${waits} order by ${at}, ${id} limit 1 offset ${many} - 1)`;

interface WaitingParams {
  least: Param<number>;
  most: Param<number>;
  take: Param<number>;
}

/** The first sessions that wait, in order, and whether `most` wait; none if fewer than `least`. It reads an index. */
export const selectWaiting = statement(({ least, most, take }: WaitingParams) =>
  build
    .select({ facts, areTooMany: sql<number>`${isWaiting(most)}` })
    .from(sessions)
    .where(and(isWaiting(least), waits))
    .orderBy(at, id)
    .limit(take),
);

/** The corrections of which the earliest are chosen: corrections of a flood are all over its blocks, in the order of their ids. */
const mostLookedAt = 5000;

/** Corrections with their sessions, of those whose last activity was before a time. */
const quiet = (before: Param<number>) => sql`${corrections} cross join ${sessions}
  where ${id} = ${corrections.analyticsSessionId} and ${at} + ${sessions.activeMs} < ${before}`;

/** The condition that so many sessions wait, or a correction of a session whose last activity was before a time. */
export const isWorthSealing = ({ before, least }: { before: Param<number>; least: number }): SQL =>
  sql`(${isWaiting(sql.raw(String(least)))} or exists (select 1 from ${quiet(before)}))`;

/** Corrections of sessions whose last activity was before a time: of some, the earliest. */
export const selectQuietCorrections = statement(
  ({ before, take }: { before: Param<number>; take: Param<number> }) => {
    const some = sql`(select ${corrections.counted}, ${facts} as facts, ${at} as at
      from ${quiet(before)} limit ${sql.raw(String(mostLookedAt))}) as some`;
    return build
      .select({ counted: sql<string | null>`counted`, facts: sql<string>`facts` })
      .from(some)
      .orderBy(sql`at`)
      .limit(take);
  },
);

/** A part of an item of a JSON array. */
export const ofItem = (place: number) => sql`(item.value ->> ${sql.raw(String(place))})`;

interface WriteParams {
  revision: Param<number>;
}

const { pageId: _, isRemoved: __, firstAt: ___, part: ____, ...contents } = getTableColumns(blocks);

/** Writes blocks, a JSON array of rows. */
const upsertBlocks = statement(({ rows, ...write }: WriteParams & { rows: Param<string> }) =>
  insertEach(blocks, rows, isCurrent(write)).onConflictDoUpdate({
    target: [blocks.pageId, blocks.isRemoved, blocks.firstAt, blocks.part],
    set: Object.fromEntries(
      Object.entries(contents).map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
    ),
  }),
);

/** Deletes blocks, a JSON array of [pageId, isRemoved, firstAt, part]. */
const deleteBlocks = statement(({ keys, ...write }: WriteParams & { keys: Param<string> }) =>
  build.delete(blocks).where(
    and(
      sql`(${blocks.pageId}, ${blocks.isRemoved}, ${blocks.firstAt}, ${blocks.part}) in (
        select ${sql.join([0, 1, 2, 3].map(ofItem), sql`, `)} from json_each(${keys}) as item)`,
      isCurrent(write),
    ),
  ),
);

/** The session of an item of the texts that a write has read. */
const ofText = sql`${id} = item.value ->> 0`;

/** Notes what blocks have of sessions that changed since a write read them: no trigger does before they are sealed. */
export const noteChanged = statement(({ texts, ...write }: WriteParams & { texts: Param<string> }) =>
  build
    .insert(corrections)
    .select(
      sql`select ${sessions.pageId}, ${id}, item.value from json_each(${texts}) as item cross join ${sessions}
      where ${ofText} and ${facts} is not item.value and ${isCurrent(write)}`,
    )
    .onConflictDoUpdate({
      target: [corrections.pageId, corrections.analyticsSessionId],
      set: { counted: sql`excluded.counted` },
    }),
);

interface PlaceParams extends WriteParams {
  /** The last session that the write seals. */
  at: Param<number>;
  id: Param<string>;
}

/** Notes the sessions that have come among those that a write seals since it read them. */
export const noteNew = statement(({ texts, ...place }: PlaceParams & { texts: Param<string> }) =>
  build
    .insert(corrections)
    .select(
      sql`select ${sessions.pageId}, ${id}, null from ${sessions}
      where ${waits}
        and (${at}, ${id}) <= (${place.at}, ${place.id})
        and ${id} not in (select item.value ->> 0 from json_each(${texts}) as item) and ${isCurrent(place)}`,
    )
    .onConflictDoNothing(),
);

/** Deletes the corrections of sessions that are still as they were read, a JSON array of their texts. */
export const deleteCorrected = statement(({ texts, ...write }: WriteParams & { texts: Param<string> }) =>
  build.delete(corrections).where(
    and(
      sql`(${corrections.pageId}, ${corrections.analyticsSessionId}) in (
          select ${sessions.pageId}, ${id} from json_each(${texts}) as item cross join ${sessions}
          where ${ofText} and ${facts} = item.value)`,
      isCurrent(write),
    ),
  ),
);

/** Ends a write: counts it, and says which session is the last that is sealed, if one is. In a removal: negative. */
export const endWrite = statement(
  ({ revision, last }: WriteParams & { last: { at: Param<number>; id: Param<string> } | undefined }) =>
    sql`insert into ${sessionSeal} (id, sealed_at, sealed_id, revision)
      select 1, ${last?.at ?? sealedAt}, ${last?.id ?? sealedId}, abs(${revision}) + 1 where ${isCurrent({ revision })}
      on conflict (id) do update set sealed_at = excluded.sealed_at, sealed_id = excluded.sealed_id,
        revision = excluded.revision`,
);

/** Characters of JSON in one bound value: D1 takes 2 MB, and a character may be three bytes. */
const mostCharacters = 600_000;

/** JSON arrays of items, each short enough to bind. */
export function boundLists(items: readonly unknown[]): string[] {
  const lists: string[] = [];
  let list: string[] = [];
  let size = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    if (size > 0 && size + text.length > mostCharacters) {
      lists.push(`[${list}]`);
      [list, size] = [[], 0];
    }
    list.push(text);
    size += text.length;
  }
  if (size > 0) lists.push(`[${list}]`);
  return lists;
}

/** Statements that write blocks and delete others. */
export function writeStatements(
  revision: number,
  { written, deleted }: { written: StoredBlock[]; deleted: BlockKey[] },
): Bound[] {
  const keys = deleted.map(({ pageId, isRemoved, firstAt, part }) => [pageId, isRemoved, firstAt, part]);
  return [
    ...(keys.length > 0 ? [deleteBlocks({ keys: JSON.stringify(keys), revision })] : []),
    ...boundLists(written).map((rows) => upsertBlocks({ rows, revision })),
  ];
}
