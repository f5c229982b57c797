import { and, gte, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { audienceSessions, sessionCorrections } from '../../../analytics/tables/sessions.ts';
import type { Database } from '../../../db/client.ts';
import { counter } from '../../../db/counters.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { counters } from '../../../db/tables/service.ts';

const { sessionStartedAt: at, recipientPersonId, recipientAccountId } = audienceSessions;
const forgotten = 'recipients_forgotten_before';
/** Sessions before it have been looked at. No index has the recipients: it would cost a row for each visit. */
const place = sql`coalesce((${counter(forgotten)}), 0)`;

const isOld = (before: Param<number>) => and(gte(at, place), lt(at, before));

/** The condition that there are sessions from before a time that nobody has looked at. */
export const areRecipientsOld = (before: Param<number>): SQL => existsIn(audienceSessions, isOld(before));

/**
 * When the last of the next sessions began that may have a recipient, `take` of those that began before a time. Null if
 * there are none, or as many corrections wait: each makes answers slower.
 */
const selectLastOld = statement(({ before, take }: Record<'before' | 'take', Param<number>>) => {
  const waiting = sql`(select count(*) from (select 1 from ${sessionCorrections} limit ${take}))`;
  const old = sql`select ${at} as started_at from ${audienceSessions}
    where ${isOld(before)} and ${waiting} < ${take} order by ${at} limit ${take}`;
  return build.select({ last: sql<number | null>`max(started_at)` }).from(sql`(${old})`);
});

/** The start of the last of the next sessions. */
type Last = { last: Param<number> };

const clearRecipients = statement(({ last }: Last) =>
  build
    .update(audienceSessions)
    .set({ recipientPersonId: null, recipientAccountId: null })
    .where(
      and(gte(at, place), lte(at, last), or(isNotNull(recipientPersonId), isNotNull(recipientAccountId))),
    ),
);

const noteForgotten = statement(({ last }: Last) =>
  build
    .insert(counters)
    .values({ name: forgotten, value: sql`${last} + 1` })
    .onConflictDoUpdate({
      target: counters.name,
      set: { value: sql`max(value, excluded.value)` },
    }),
);

/** The most sessions that a run looks at. Those that had a recipient are corrected in their blocks afterwards. */
const most = 2000;

/** Clears the recipients of 2,000 sessions at most, of before a time; 0 for none. Returns 1 if there were some. */
export async function forgetRecipients(db: Database, before: number): Promise<number> {
  if (before <= 0) return 0;
  const [[old]] = await db.batch([selectLastOld({ before, take: most })]);
  const last = old?.last ?? null;
  if (last === null) return 0;
  await db.batch([clearRecipients({ last }), noteForgotten({ last })]);
  return 1;
}
