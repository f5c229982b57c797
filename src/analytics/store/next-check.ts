import { asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import { audienceSessions, sessionCorrections, sessionTails } from '../../db/tables/sessions.ts';
import { dayMs, endOfTime } from '../spans.ts';

// When the cron looks at a page.

const sessions = audienceSessions;
const corrections = sessionCorrections;

/** How old a session is when it is rolled up, in milliseconds: by then nearly all have ended. */
export const settled = 3_600_000;
/** How long a session that is settled waits for others, in milliseconds. */
export const longestWait = dayMs;

interface NextCheck {
  pageId: Param<string>;
  /** The place in the log of the page after which sessions wait. */
  at: SQL;
  id: SQL;
  /** A JSON array of the corrections that do not wait any longer. */
  taken: SQL;
  /** When the cron looks at the latest. Milliseconds since 1970; `endOfTime` if only what waits counts. */
  atLatest: Param<number>;
  now: Param<number>;
}

/**
 * When the cron looks at a page next: when its first session that waits has waited longest, a day later if corrections
 * wait, or `atLatest`, whichever is earliest; null if there is none of these. What has come since the page was read
 * counts too.
 */
export function nextCheck({ pageId, at, id, taken, atLatest, now }: NextCheck): SQL<number | null> {
  const first = sql`(select ${sessions.sessionStartedAt} + ${settled + longestWait} from ${sessions}
    where ${sessions.pageId} = ${pageId}
      and (${sessions.sessionStartedAt}, ${sessions.analyticsSessionId}) > (${at}, ${id})
    order by ${sessions.sessionStartedAt}, ${sessions.analyticsSessionId} limit 1)`;
  // The taken ones are there: the write compares their text. So others wait if there is one more.
  const most = sql`json_array_length(${taken})`;
  const isCorrected = sql`(select count(*) from (select 1 from ${corrections}
    where ${corrections.pageId} = ${pageId} limit ${most} + 1)) > ${most}`;
  return sql`nullif(min(coalesce(${first}, ${endOfTime}), iif(${isCorrected}, ${now} + ${longestWait}, ${endOfTime}),
    ${atLatest}), ${endOfTime})`;
}

interface CheckParams {
  pageId: Param<string>;
  atLatest: Param<number>;
  now: Param<number>;
}
/** Puts off the next look at a page that has too little to roll up. */
export const setCheck = statement((params: CheckParams) =>
  build
    .update(sessionTails)
    .set({
      checkAt: nextCheck({
        ...params,
        at: sql`${sessionTails.rolledAt}`,
        id: sql`${sessionTails.rolledId}`,
        taken: sql`'[]'`,
      }),
    })
    .where(eq(sessionTails.pageId, params.pageId)),
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
