import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { insertEach } from '../../db/insert.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import {
  audienceSessions,
  removedSessions,
  sessionCorrections,
  sessionTails,
} from '../../db/tables/sessions.ts';
import { idleTime } from '../lifetime.ts';
import { dayMs, endOfTime } from '../spans.ts';
import { isOurs, isUnchanged } from './rollups.ts';
import { facts, isRolled } from './tail.ts';

const sessions = audienceSessions;
const corrections = sessionCorrections;

/** The most sessions, removed sessions and corrections that a write of rollups takes. */
export const chunk = 1000;
export const correctionChunk = 500;

interface ChunkParams {
  pageId: Param<string>;
  /** Milliseconds since 1970. */
  before: Param<number>;
}

/** Sessions that wait, earliest first. */
export const selectChunk = statement(({ pageId, before }: ChunkParams) =>
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

/**
 * Removed sessions that wait, because an upgrade begins the rollups anew. All of the last millisecond are among them:
 * they have no id with which a write could end between them.
 */
export const selectRemovedChunk = statement(({ pageId, before }: ChunkParams) => {
  const { startedAt, audienceId, number, sums, values } = removedSessions;
  const waits = sql`${removedSessions.pageId} = ${pageId} and ${startedAt} > ${sessionTails.rolledAt}`;
  const last = sql`(select ${startedAt} from ${removedSessions} where ${waits} and ${startedAt} < ${before}
    order by ${startedAt}, ${number} limit 1 offset ${chunk - 1})`;
  return build
    .select({ at: startedAt, audienceId, sums, values })
    .from(sessionTails)
    .crossJoin(removedSessions)
    .where(
      and(
        eq(sessionTails.pageId, pageId),
        waits,
        // One upper bound, which SQLite computes once.
        sql`${startedAt} <= coalesce(${last}, ${before} - 1)`,
      ),
    )
    .orderBy(startedAt, number);
});

interface CorrectionParams {
  pageId: Param<string>;
  /** Milliseconds since 1970. */
  now: Param<number>;
}
const isPending = ({ now }: CorrectionParams) => sql`(${sessions.computationStatus} = 'pending'
  and ${sessions.sessionStartedAt} + ${sessions.activeMs} + ${idleTime} > ${now})`;

/** Corrections whose sessions have ended. Those of others must not take their place. */
export const selectCorrections = statement((params: CorrectionParams) =>
  build
    .select({ id: corrections.analyticsSessionId, counted: corrections.counted, facts })
    .from(corrections)
    .crossJoin(sessions)
    .where(
      and(
        eq(corrections.pageId, params.pageId),
        eq(sessions.analyticsSessionId, corrections.analyticsSessionId),
        sql`not ${isPending(params)}`,
      ),
    )
    .limit(correctionChunk),
);

/** Whether a session of a correction has not ended. */
export const selectPendingCorrection = statement((params: CorrectionParams) =>
  build
    .select({ id: corrections.analyticsSessionId })
    .from(corrections)
    .crossJoin(sessions)
    .where(
      and(
        eq(corrections.pageId, params.pageId),
        eq(sessions.analyticsSessionId, corrections.analyticsSessionId),
        isPending(params),
      ),
    )
    .limit(1),
);

export const selectTail = statement(({ pageId }: { pageId: Param<string> }) =>
  build
    .select({
      rolledAt: sessionTails.rolledAt,
      rolledId: sessionTails.rolledId,
      checkAt: sessionTails.checkAt,
    })
    .from(sessionTails)
    .where(eq(sessionTails.pageId, pageId)),
);

/** How old a session is when it is rolled up, in milliseconds: by then nearly all have ended. */
export const settled = 3_600_000;
/** How long a session that is settled waits for others, in milliseconds. */
export const longestWait = dayMs;

/**
 * When the cron looks at a page next: when the first session after a place in its log has waited longest, or at
 * `known`, whichever is earlier; null if there is neither. Visits that have come since the page was read count too.
 */
function nextCheck(pageId: SQL, at: SQL, id: SQL, known: SQL): SQL<number | null> {
  const first = sql`(select ${sessions.sessionStartedAt} + ${settled + longestWait} from ${sessions}
    where ${sessions.pageId} = ${pageId}
      and (${sessions.sessionStartedAt}, ${sessions.analyticsSessionId}) > (${at}, ${id})
    order by ${sessions.sessionStartedAt}, ${sessions.analyticsSessionId} limit 1)`;
  return sql`nullif(min(coalesce(${first}, ${endOfTime}), ${known}), ${endOfTime})`;
}

interface CheckParams {
  pageId: Param<string>;
  /** Milliseconds since 1970: `endOfTime` if only sessions that wait count. */
  known: Param<number>;
}
export const setCheck = statement(({ pageId, known }: CheckParams) =>
  build
    .update(sessionTails)
    .set({ checkAt: nextCheck(pageId, sql`${sessionTails.rolledAt}`, sql`${sessionTails.rolledId}`, known) })
    .where(eq(sessionTails.pageId, pageId)),
);

/** Makes the cron look at a page that failed an hour later, so that it does not hold up the others. */
export const postpone = statement(({ pageId, checkAt }: { pageId: Param<string>; checkAt: Param<number> }) =>
  build.update(sessionTails).set({ checkAt }).where(eq(sessionTails.pageId, pageId)),
);

interface DueParams {
  now: Param<number>;
  pages: Param<number>;
}
export const selectDue = statement(({ now, pages }: DueParams) =>
  build
    .select({ pageId: sessionTails.pageId })
    .from(sessionTails)
    .where(lte(sessionTails.checkAt, now))
    .orderBy(asc(sessionTails.checkAt))
    .limit(pages),
);

interface BeginParams {
  pageId: Param<string>;
  writeId: Param<string>;
  revision: Param<number>;
  /** Where the sessions of the write end. */
  rolledAt: Param<number>;
  rolledId: Param<string>;
  /** When the cron looks at the page again at the latest. */
  known: Param<number>;
  /** The sessions and corrections as they were read. */
  sessionsRead: Param<string>;
  correctionsRead: Param<string>;
  correctionIds: Param<string>;
}

/** The lines of a query, joined with line feeds. */
const lines = (line: SQL, query: SQL) =>
  sql`(select coalesce(group_concat(line, char(10)), '') from (select ${line} as line ${query}))`;

/** Begins the write if sessions and corrections are still as they were read. */
export const beginRollUp = statement((params: BeginParams) => {
  const { pageId, writeId, revision, rolledAt, rolledId, known } = params;
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
    .set({ rolledAt, rolledId, checkAt: nextCheck(pageId, rolledAt, rolledId, known), writeId })
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

export const deleteCorrections = statement(({ ids, ...write }: IdsParams) =>
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
export const insertCorrections = statement(({ ids, ...write }: IdsParams) =>
  insertEach(corrections, ids, isOurs(write), {
    pageId: write.pageId,
    analyticsSessionId: sql`item.value`,
    counted: sql`null`,
  }),
);
