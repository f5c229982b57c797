import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { insertEach } from '../../db/insert.ts';
import { existsIn, itemField } from '../../db/sql.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { counters } from '../../db/tables/counters.ts';
import {
  audienceSessions,
  removedSessions,
  sessionCorrections,
  sessionTails,
} from '../../db/tables/sessions.ts';
import { newId } from '../../lib/ids.ts';
import { valuesText } from '../dimensions.ts';
import { type Contribution, contributionOf, parseFacts } from '../facts.ts';
import { keptIndex } from '../measures.ts';
import { endOfTime } from '../spans.ts';
import { fitting, isOurs, isUnchanged, linesOf, selectRevision, writeRollups } from '../store/rollups.ts';
import { facts, isRolled } from '../store/tail.ts';
import { type Budget, forEachPage, mostPages, newBudget, whileFound, writeFitting } from './due-pages.ts';
import { rollUpPage } from './roll-up.ts';

const sessions = audienceSessions;
const chunk = 500;
/** How long a session may stay that is too old, in milliseconds: each removal writes the rollups of its page. */
const hour = 3_600_000;

const selectDue = statement(({ before }: { before: Param<number> }) =>
  build
    .select({ pageId: sessionTails.pageId })
    .from(sessionTails)
    .where(lt(sessionTails.oldestAt, before))
    .orderBy(asc(sessionTails.oldestAt))
    .limit(mostPages),
);

/** The oldest sessions of a page. */
const selectOldest = statement(({ pageId }: { pageId: Param<string> }) =>
  build
    .select({ facts })
    .from(sessions)
    .where(eq(sessions.pageId, pageId))
    .orderBy(sessions.sessionStartedAt, sessions.analyticsSessionId)
    .limit(chunk),
);

interface WriteParams {
  pageId: Param<string>;
  writeId: Param<string>;
  revision: Param<number>;
}
interface IdsParams extends WriteParams {
  /** The ids of the sessions, as a JSON array. */
  ids: Param<string>;
}

/** Begins the removal of sessions that are still as they were read, and are rolled up so. */
const begin = statement(({ ids, read, ...write }: IdsParams & { read: Param<string> }) => {
  // Not as it was read: an older session may have come since.
  const next = sql`coalesce((select ${sessions.sessionStartedAt} from ${sessions}
      where ${sessions.pageId} = ${write.pageId}
        and ${sessions.analyticsSessionId} not in (select value from json_each(${ids}))
      order by ${sessions.sessionStartedAt}, ${sessions.analyticsSessionId} limit 1), ${endOfTime})`;
  const present = linesOf(
    facts,
    sql`from json_each(${ids}) as item cross join ${sessions}
      where ${sessions.analyticsSessionId} = item.value order by item.key`,
  );
  const corrected = existsIn(
    sql`json_each(${ids}) as item cross join ${sessionCorrections}`,
    and(
      eq(sessionCorrections.pageId, write.pageId),
      sql`${sessionCorrections.analyticsSessionId} = item.value`,
    ),
  );
  const waits = existsIn(
    sql`json_each(${ids}) as item cross join ${sessions}`,
    sql`${sessions.analyticsSessionId} = item.value and not ${isRolled}`,
  );
  return build
    .update(sessionTails)
    .set({ oldestAt: next, writeId: write.writeId })
    .where(
      and(
        eq(sessionTails.pageId, write.pageId),
        isUnchanged(write),
        sql`${present} = ${read} and not ${corrected} and not ${waits}`,
      ),
    );
});

type Removed = typeof removedSessions.$inferInsert;
const removedField = itemField<Removed>;

const insertRemoved = statement(({ rows, ...write }: WriteParams & { rows: Param<string> }) => {
  const { pageId, startedAt, number } = removedSessions;
  const known = sql`(select coalesce(max(${number}), -1) from ${removedSessions}
    where ${pageId} = ${write.pageId} and ${startedAt} = ${removedField('startedAt')})`;
  return insertEach(removedSessions, rows, isOurs(write), { number: sql`${known} + 1 + item.key` });
});

const deleteSessions = statement(({ ids, ...write }: IdsParams) =>
  build.delete(sessions).where(
    and(
      sql`${sessions.analyticsSessionId} in (select value from json_each(${ids}))`,
      // The unary plus keeps SQLite from reading the index of the page.
      sql`+${sessions.pageId} = ${write.pageId}`,
      isOurs(write),
    ),
  ),
);

/** Records the time before which sessions are removed. */
const recordRemoval = statement(({ oldest, ...write }: WriteParams & { oldest: Param<number> }) =>
  build
    .update(counters)
    .set({ value: oldest })
    .where(and(eq(counters.name, 'sessions_removed_before'), lt(counters.value, oldest), isOurs(write))),
);

/** What stays of a session: its numbers and its values, without its id. */
const toRemoved = (pageId: string, { at, audienceId, sums, values }: Contribution) => ({
  pageId,
  startedAt: at,
  audienceId,
  sums: JSON.stringify(sums.map((sum, index) => (index === keptIndex ? 0 : sum))),
  values: valuesText(values),
});

/** Removes the oldest sessions of a page. Returns how many. */
async function removeChunk(db: Database, pageId: string, oldest: number, now: number): Promise<number> {
  const [[counted], found] = await db.batch([selectRevision({}), selectOldest({ pageId })]);
  const all = found.map((row) => ({ text: row.facts, facts: parseFacts(row.facts) }));
  const old = all.filter((one) => one.facts.sessionStartedAt < oldest);
  if (old.length === 0) return 0;
  const write = { pageId, writeId: newId('write'), revision: counted?.revision ?? 0 };
  let taken = 0;
  const isWritten = await writeFitting((most, largest) => {
    const some = fitting(old.slice(0, most), ({ text }) => text);
    taken = some.length;
    const contributions = some.map((one) => contributionOf(one.facts, now));
    const changes = contributions.map((one) => ({
      ...one,
      sums: one.sums.map((_, index) => (index === keptIndex ? -1 : 0)),
    }));
    const ids = JSON.stringify(some.map((one) => one.facts.id));
    const rows = JSON.stringify(contributions.map((one) => toRemoved(pageId, one)));
    const read = some.map(({ text }) => text).join('\n');
    return writeRollups(db, write, largest, changes, begin({ ...write, ids, read }), [
      recordRemoval({ ...write, oldest }),
      insertRemoved({ ...write, rows }),
      deleteSessions({ ...write, ids }),
    ]);
  });
  return isWritten ? taken : 0;
}

/**
 * Removes the sessions that began before `oldest`, of pages whose oldest session began `tolerance` milliseconds
 * earlier still. The analytics keep their numbers. From then on, no session that began before `oldest` is accepted.
 * Times are milliseconds since 1970. Returns the number of sessions removed.
 */
export async function removeSessions(
  db: Database,
  oldest: number,
  now: number,
  { tolerance = hour, budget = newBudget() }: { tolerance?: number; budget?: Budget } = {},
): Promise<number> {
  const [due] = await db.batch([selectDue({ before: oldest - tolerance })]);
  let total = 0;
  await forEachPage('remove sessions of a page', due, async (pageId) => {
    // A session is removed only when the rollups count it as it is.
    await whileFound(budget, () => rollUpPage(db, pageId, now, true));
    total += await whileFound(budget, () => removeChunk(db, pageId, oldest, now));
  });
  return total;
}
