import { and, eq, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import {
  audienceSessions,
  removedSessions,
  sessionCorrections,
  sessionTails,
} from '../../db/tables/sessions.ts';
import { isPendingAt } from './status.ts';
import { facts, isRolled } from './tail.ts';

// What waits to be rolled up.

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

/** Corrections whose sessions have ended. Those of others must not take their place. */
export const selectEndedCorrections = statement(({ pageId, now }: CorrectionParams) =>
  build
    .select({ id: corrections.analyticsSessionId, counted: corrections.counted, facts })
    .from(corrections)
    .crossJoin(sessions)
    .where(
      and(
        eq(corrections.pageId, pageId),
        eq(sessions.analyticsSessionId, corrections.analyticsSessionId),
        sql`not ${isPendingAt(now)}`,
      ),
    )
    .limit(correctionChunk),
);

/** Where the rollups of a page end, and when the cron looks at it. */
export const selectPlace = statement(({ pageId }: { pageId: Param<string> }) =>
  build
    .select({
      rolledAt: sessionTails.rolledAt,
      rolledId: sessionTails.rolledId,
      checkAt: sessionTails.checkAt,
    })
    .from(sessionTails)
    .where(eq(sessionTails.pageId, pageId)),
);
