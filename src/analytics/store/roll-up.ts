import { and, eq, sql } from 'drizzle-orm';
import { insertEach } from '../../db/insert.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { audienceSessions, sessionCorrections, sessionTails } from '../../db/tables/sessions.ts';
import { nextCheck } from './next-check.ts';
import { isOurs, isUnchanged, linesOf } from './rollups.ts';
import { isPendingAt } from './status.ts';
import { facts, isRolled } from './tail.ts';

// The write that rolls up.

const sessions = audienceSessions;
const corrections = sessionCorrections;

interface BeginParams {
  pageId: Param<string>;
  writeId: Param<string>;
  revision: Param<number>;
  /** Where the sessions of the write end. */
  rolledAt: Param<number>;
  rolledId: Param<string>;
  /** When the cron looks at the page again at the latest. */
  atLatest: Param<number>;
  now: Param<number>;
  /** The sessions as they were read: their facts, or the id of one that is pending. */
  sessionsRead: Param<string>;
  correctionsRead: Param<string>;
  correctionIds: Param<string>;
}

/** Begins the write if sessions and corrections are still as they were read. */
export const beginRollUp = statement((params: BeginParams) => {
  const { pageId, writeId, revision, rolledAt, rolledId, correctionIds, now } = params;
  const isRead = sql`(${sessions.sessionStartedAt} < ${rolledAt}
    or ${sessions.sessionStartedAt} = ${rolledAt} and ${sessions.analyticsSessionId} <= ${rolledId})`;
  const sessionsNow = linesOf(
    sql`iif(${isPendingAt(now)}, ${sessions.analyticsSessionId}, ${facts})`,
    sql`from ${sessions} where ${sessions.pageId} = ${pageId}
      and ${sessions.sessionStartedAt} >= ${sessionTails.rolledAt} and ${sessions.sessionStartedAt} <= ${rolledAt}
      and not ${isRolled} and ${isRead}
      order by ${sessions.sessionStartedAt}, ${sessions.analyticsSessionId}`,
  );
  const correctionsNow = linesOf(
    sql`coalesce(${corrections.counted}, '') || ${facts}`,
    sql`from json_each(${correctionIds}) as item cross join ${corrections} cross join ${sessions}
      where ${corrections.pageId} = ${pageId} and ${corrections.analyticsSessionId} = item.value
        and ${sessions.analyticsSessionId} = item.value order by item.key`,
  );
  const checkAt = nextCheck({ ...params, at: rolledAt, id: rolledId, taken: correctionIds });
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
