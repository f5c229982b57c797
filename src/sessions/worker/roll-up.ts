import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { insertEach } from '../../db/insert.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import {
  audienceSessions,
  removedSessions,
  sessionCorrections,
  sessionTails,
} from '../../db/tables/sessions.ts';
import { newId } from '../../lib/ids.ts';
import { inChunks } from '../../worker/chunks.ts';
import { contributionOf, type Facts, negated, parseFacts } from '../facts.ts';
import { statusOf } from '../lifetime.ts';
import { Rollups } from '../rollup-rows.ts';
import { dayMs } from '../spans.ts';
import { isOurs, isUnchanged, type RollupWrite, selectRevision, writeRollups } from '../store/rollups.ts';
import { facts, isRolled, removedValues } from '../store/tail.ts';

const sessions = audienceSessions;
const corrections = sessionCorrections;
const hour = 3_600_000;

/** How old a session is when it is rolled up, in milliseconds: by then nearly all have ended. */
const settled = hour;
/** A page is rolled up when this many sessions wait, or one for a day. */
const enough = 500;
const longestWait = dayMs;
/** The most sessions, corrections and days in one write. */
const chunk = 1000;
const correctionChunk = 500;
const dayChunk = 40;
/** Few corrections wait for the next roll-up of their page. */
const manyCorrections = 50;
/** Pages per run of the cron, and writes per page. The next run, a minute later, continues. */
const pages = 50;
const writesPerPage = 200;

interface ChunkParams {
  pageId: Param<string>;
  /** Milliseconds since 1970. */
  before: Param<number>;
}

/** Sessions that wait, earliest first. */
const selectChunk = statement(({ pageId, before }: ChunkParams) =>
  build
    .select({ facts })
    .from(sessionTails)
    .crossJoin(sessions)
    .where(
      and(
        eq(sessionTails.pageId, pageId),
        eq(sessions.pageId, pageId),
        sql`${sessions.sessionStartedAt} >= ${sessionTails.rolledAt} and ${sessions.sessionStartedAt} < ${before}`,
        sql`not ${isRolled}`,
      ),
    )
    .orderBy(sessions.sessionStartedAt, sessions.analyticsSessionId)
    .limit(chunk),
);

/** Removed sessions that wait, because an upgrade begins the rollups anew. */
const selectRemovedChunk = statement(({ pageId, before }: ChunkParams) => {
  const { startedAt, audienceId, sums, values } = removedSessions;
  return build
    .select({ at: startedAt, audienceId, sums, values })
    .from(sessionTails)
    .crossJoin(removedSessions)
    .where(
      and(
        eq(sessionTails.pageId, pageId),
        eq(removedSessions.pageId, pageId),
        sql`${startedAt} > ${sessionTails.rolledAt} and ${startedAt} < ${before}`,
      ),
    )
    .orderBy(startedAt, removedSessions.number)
    .limit(chunk);
});

const selectCorrections = statement(({ pageId }: { pageId: Param<string> }) =>
  build
    .select({ id: corrections.analyticsSessionId, counted: corrections.counted, facts })
    .from(corrections)
    .crossJoin(sessions)
    .where(
      and(eq(corrections.pageId, pageId), eq(sessions.analyticsSessionId, corrections.analyticsSessionId)),
    )
    .limit(correctionChunk),
);

const selectTail = statement(({ pageId }: { pageId: Param<string> }) =>
  build
    .select({ rolledAt: sessionTails.rolledAt, rolledId: sessionTails.rolledId })
    .from(sessionTails)
    .where(eq(sessionTails.pageId, pageId)),
);

interface BeginParams {
  pageId: Param<string>;
  writeId: Param<string>;
  revision: Param<number>;
  /** Where the sessions of the write end. */
  rolledAt: Param<number>;
  rolledId: Param<string>;
  checkAt: Param<number>;
  /** The sessions and corrections as they were read. */
  sessionsRead: Param<string>;
  correctionsRead: Param<string>;
  correctionIds: Param<string>;
}

/** The lines of a query, joined with line feeds. */
const lines = (line: SQL, query: SQL) =>
  sql`(select coalesce(group_concat(line, char(10)), '') from (select ${line} as line ${query}))`;

/** Begins the write if sessions and corrections are still as they were read. */
const begin = statement((params: BeginParams) => {
  const { pageId, writeId, revision, rolledAt, rolledId, checkAt } = params;
  const isRead = sql`(${sessions.sessionStartedAt} < ${rolledAt}
    or ${sessions.sessionStartedAt} = ${rolledAt} and ${sessions.analyticsSessionId} <= ${rolledId})`;
  const sessionsNow = lines(
    facts,
    sql`from ${sessions} where ${sessions.pageId} = ${pageId}
      and ${sessions.sessionStartedAt} >= ${sessionTails.rolledAt} and ${sessions.sessionStartedAt} <= ${rolledAt}
      and not ${isRolled} and ${isRead}
      order by ${sessions.sessionStartedAt}, ${sessions.analyticsSessionId}`,
  );
  const correctionsNow = lines(
    sql`coalesce(${corrections.counted}, '') || ${facts}`,
    sql`from json_each(${params.correctionIds}) as item cross join ${corrections} cross join ${sessions}
      where ${corrections.pageId} = ${pageId} and ${corrections.analyticsSessionId} = item.value
        and ${sessions.analyticsSessionId} = item.value order by item.key`,
  );
  return build
    .update(sessionTails)
    .set({ rolledAt, rolledId, checkAt, writeId })
    .where(
      and(
        eq(sessionTails.pageId, pageId),
        isUnchanged({ revision }),
        sql`${sessionsNow} = ${params.sessionsRead} and ${correctionsNow} = ${params.correctionsRead}`,
      ),
    );
});

interface IdsParams {
  pageId: Param<string>;
  writeId: Param<string>;
  revision: Param<number>;
  ids: Param<string>;
}

const deleteCorrections = statement(({ ids, ...write }: IdsParams) =>
  build
    .delete(corrections)
    .where(
      and(
        eq(corrections.pageId, write.pageId),
        sql`${corrections.analyticsSessionId} in (select value from json_each(${ids}))`,
        isOurs(write),
      ),
    ),
);

/** Notes sessions behind the end of the rollups that these do not count, because they have not ended. */
const insertCorrections = statement(({ ids, ...write }: IdsParams) =>
  insertEach(corrections, ids, isOurs(write), {
    pageId: write.pageId,
    analyticsSessionId: sql`item.value`,
    counted: sql`null`,
  }),
);

interface CheckParams {
  pageId: Param<string>;
  checkAt: Param<number> | undefined;
}
const setCheck = statement(({ pageId, checkAt }: CheckParams) =>
  build
    .update(sessionTails)
    .set({ checkAt: checkAt ?? null })
    .where(eq(sessionTails.pageId, pageId)),
);

const selectDue = statement(({ now }: { now: Param<number> }) =>
  build
    .select({ pageId: sessionTails.pageId })
    .from(sessionTails)
    .where(lte(sessionTails.checkAt, now))
    .orderBy(asc(sessionTails.checkAt))
    .limit(pages),
);

/** The end of a chunk: sessions up to this one, by start and id, are in it. */
interface End {
  at: number;
  id: string;
}
const isUpTo = (end: End, at: number, id: string) => at < end.at || (at === end.at && id <= end.id);

/** Where a chunk ends that has not too many sessions or days. */
function endOf(known: Facts[], removed: { at: number }[]): End | undefined {
  const all = [
    ...known.map(({ sessionStartedAt: at, id }) => ({ at, id })),
    ...removed.map(({ at }) => ({ at, id: '' })),
  ].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  // Behind the last of a full list there may be others, of the other kind too.
  const lastKnown = known.length < chunk ? undefined : known.at(-1)?.sessionStartedAt;
  const lastRemoved = removed.length < chunk ? undefined : removed.at(-1)?.at;
  const limit = Math.min(
    lastKnown ?? Number.POSITIVE_INFINITY,
    (lastRemoved ?? Number.POSITIVE_INFINITY) - 1,
  );
  const days = new Set<number>();
  let end: End | undefined;
  for (const one of all) {
    days.add(Math.floor(one.at / dayMs));
    if (one.at > limit || days.size > dayChunk) break;
    end = one;
  }
  return end;
}

/**
 * Rolls up sessions of a page that began an hour ago or earlier, if enough wait, or if `isForced`. Returns how many
 * sessions and corrections it took; 0 when there is nothing to do, or when a visit came at the same moment.
 */
export async function rollUpPage(
  db: Database,
  pageId: string,
  now: number,
  isForced = false,
): Promise<number> {
  const scope = { pageId, before: now - settled };
  const [[state], [counted], chunkRows, removedRows, correctionRows] = await db.batch([
    selectTail({ pageId }),
    selectRevision({}),
    selectChunk(scope),
    selectRemovedChunk(scope),
    selectCorrections({ pageId }),
  ]);
  if (!state) return 0;
  const all = chunkRows.map((row) => ({ text: row.facts, facts: parseFacts(row.facts) }));
  const ended = correctionRows.filter((row) => statusOf(parseFacts(row.facts), now) !== 'pending');
  const oldest = Math.min(
    all[0]?.facts.sessionStartedAt ?? Number.POSITIVE_INFINITY,
    removedRows[0]?.at ?? Number.POSITIVE_INFINITY,
  );
  const isDue =
    all.length >= enough ||
    oldest <= now - longestWait ||
    ended.length >= manyCorrections ||
    (isForced && (all.length > 0 || ended.length > 0));
  if (!isDue) {
    const next = Math.min(
      oldest + longestWait,
      correctionRows.length > 0 ? now + longestWait : Number.POSITIVE_INFINITY,
    );
    if (!isForced) await db.batch([setCheck({ pageId, checkAt: Number.isFinite(next) ? next : undefined })]);
    return 0;
  }

  const end = endOf(
    all.map((one) => one.facts),
    removedRows,
  );
  const taken = end
    ? all.filter(({ facts: { sessionStartedAt, id } }) => isUpTo(end, sessionStartedAt, id))
    : [];
  const changes = new Rollups();
  const pending: string[] = [];
  for (const { facts: one } of taken) {
    if (statusOf(one, now) === 'pending') pending.push(one.id);
    else changes.add(pageId, contributionOf(one, now));
  }
  const removed = end ? removedRows.filter(({ at }) => at <= end.at) : [];
  for (const { sums, values, ...row } of removed)
    changes.add(pageId, { ...row, sums: JSON.parse(sums), values: removedValues(values) });
  for (const row of ended) {
    changes.add(pageId, contributionOf(parseFacts(row.facts), now));
    if (row.counted !== null)
      changes.add(pageId, negated(contributionOf(parseFacts(row.counted), Number.POSITIVE_INFINITY)));
  }

  const write: RollupWrite = { pageId, writeId: newId('write'), revision: counted?.revision ?? 0 };
  const ids = JSON.stringify(ended.map(({ id }) => id));
  const isWritten = await writeRollups(
    db,
    write,
    changes,
    begin({
      ...write,
      rolledAt: end?.at ?? state.rolledAt,
      rolledId: end ? end.id : state.rolledId,
      checkAt: all.length > taken.length || all.length === chunk ? now : now + longestWait,
      sessionsRead: taken.map(({ text }) => text).join('\n'),
      correctionsRead: ended.map((row) => (row.counted ?? '') + row.facts).join('\n'),
      correctionIds: ids,
    }),
    [
      ...(ended.length > 0 ? [deleteCorrections({ ...write, ids })] : []),
      ...(pending.length > 0 ? [insertCorrections({ ...write, ids: JSON.stringify(pending) })] : []),
    ],
  );
  return isWritten ? taken.length + removed.length + ended.length : 0;
}

/**
 * Rolls up the sessions of pages that are due. A visit that comes at the same moment makes its page wait for the next
 * run. `now` in milliseconds since 1970. Returns the number of pages.
 */
export async function rollUpSessions(db: Database, now: number): Promise<number> {
  const [due] = await db.batch([selectDue({ now })]);
  for (const { pageId } of due) await inChunks(1, writesPerPage, () => rollUpPage(db, pageId, now));
  return due.length;
}
