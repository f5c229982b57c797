import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { existsIn } from '../../db/sql.ts';
import { build, named, type Param, statement } from '../../db/statement.ts';
import { counters } from '../../db/tables/service.ts';
import { dayMs } from '../../lib/durations.ts';
import { startOfDay } from '../../lib/range.ts';
import { isSample } from '../../lib/sample.ts';
import { type Facts, placeOf, startOf, visitorPlaces } from '../../vocabulary/facts.ts';
import { blockOf, factsOf } from '../block.ts';
import { selectBlocksAt } from '../store/blocks-at.ts';
import { endWrite, isCurrent, waits, writeStatements } from '../store/seal.ts';
import { selectRevision } from '../store/unsealed.ts';
import { audienceSessions, sessionCorrections, sessionSeal } from '../tables/sessions.ts';
import { type Budget, newBudget, whileFound } from './budget.ts';
import { inBoth, most, pageOf, placesOf } from './chunk.ts';
import { few, roomFor } from './room.ts';
import { rewriteAll, sealSessions } from './seal.ts';

const sessions = audienceSessions;
const { sessionStartedAt: at, analyticsSessionId: id } = sessions;

interface BeforeParams {
  before: Param<number>;
}

/** The condition that a session began before a time. */
export const areSessionsOld = (before: Param<number>): SQL => existsIn(sessions, lt(at, before));

/** A session that began before a time, as one row, or none. */
const selectOld = statement(({ before }: BeforeParams) =>
  build.select({ at }).from(sessions).where(lt(at, before)).limit(1),
);

interface RemoveParams extends BeforeParams {
  revision: Param<number>;
}

/**
 * Begins a removal if the blocks have all sessions that began before a time, as they are: none waits or is corrected.
 * It sets the revision that the following writes of the batch expect.
 */
const beginRemoval = statement(({ before, revision, next }: RemoveParams & { next: Param<number> }) => {
  // In this order it reads the sessions that are removed, and not all corrections.
  const corrected = sql`exists (select 1 from ${sessions} cross join ${sessionCorrections} where ${at} < ${before}
    and ${eq(sessionCorrections.pageId, sessions.pageId)} and ${eq(sessionCorrections.analyticsSessionId, id)})`;
  const isSealed = sql`not exists (select 1 from ${sessions} where ${at} < ${before}
    and ${waits})`;
  return build
    .update(sessionSeal)
    .set({ revision: sql`${next}` })
    .where(and(eq(sessionSeal.id, 1), isCurrent({ revision }), sql`not ${corrected}`, isSealed))
    .returning(named({ revision: sessionSeal.revision }));
});

/** Records the time before which sessions are removed: from then on, none that began before it is accepted. */
const recordRemoval = statement(({ before, revision }: RemoveParams) =>
  build
    .update(counters)
    .set({ value: before })
    .where(
      and(eq(counters.name, 'sessions_removed_before'), lt(counters.value, before), isCurrent({ revision })),
    ),
);

/** Deletes the sessions that began before a time. */
const deleteSessions = statement(({ before, revision }: RemoveParams) =>
  build.delete(sessions).where(and(lt(at, before), isCurrent({ revision }))),
);

const startPlace = placeOf('startedAt');

/** The first sessions, up to the one at an index, and all that began in the same millisecond as one of them. */
function firstOf(sessions: Facts[], end: number): Facts[] {
  const next = sessions[end];
  if (!next) return sessions;
  const before = sessions.filter((facts) => startOf(facts) < startOf(next));
  return before.length > 0 ? before : sessions.filter((facts) => startOf(facts) === startOf(next));
}

/** What stays of a session: its start is noon of its day (UTC), and nobody knows who came. */
const byTheDay = (facts: Facts): Facts =>
  facts
    .with(startPlace, startOfDay(startOf(facts)) + dayMs / 2)
    .map((value, place) => (visitorPlaces.includes(place) ? null : value));

const taken = (facts: Facts) => inBoth(facts, { before: facts, after: undefined });
const kept = (facts: Facts) => inBoth(facts, { before: undefined, after: byTheDay(facts) });

/** The sessions that one write removes, of a block's sessions: the first, of not too many pages and blocks. */
async function withRoom(db: Database, old: Facts[]): Promise<Facts[]> {
  const pages = new Set<string>();
  const some = old.filter((facts) => pages.add(pageOf(facts)).size <= most.pages);
  // Each is taken from two blocks, and added to two.
  if (4 * some.length <= few) return firstOf(old, some.length);
  const takeTaken = await roomFor(db, some.flatMap(taken), { isRemoved: 0, parts: 2 });
  const takeKept = await roomFor(db, some.flatMap(kept), { isRemoved: 1, parts: 2 });
  const end = some.findIndex((facts) => !(takeTaken(taken(facts)) && takeKept(kept(facts))));
  return firstOf(old, end < 0 ? some.length : end);
}

/** Removes the first sessions that began before `oldest`. Returns how many. */
async function removeSome(db: Database, oldest: number): Promise<number> {
  const [[state], first] = await db.batch([
    selectRevision({}),
    selectBlocksAt({ places: JSON.stringify([['', 0, 1]]), isRemoved: 0 }),
  ]);
  const sealed = first.flatMap((row) => factsOf(blockOf(row)));
  const old = sealed.filter((facts) => startOf(facts) < oldest);
  if (old.length === 0) return 0;
  const removed = await withRoom(db, old);
  const next = sealed.find((facts) => startOf(facts) > startOf(removed.at(-1) ?? []));
  const before = Math.min(oldest, next ? startOf(next) : startOf(removed.at(-1) ?? []) + 1);

  // Of sample data nothing stays: it could not be taken out again.
  const keeps = removed.filter((facts) => !isSample(pageOf(facts))).flatMap(kept);
  const changes = removed.flatMap(taken);
  const [[latest], blocks, removedBlocks] = await db.batch([
    selectRevision({}),
    selectBlocksAt({ places: placesOf(changes), isRemoved: 0 }),
    selectBlocksAt({ places: placesOf(keeps), isRemoved: 1 }),
  ]);
  // Another write came first: these blocks may lack the sessions.
  if (latest?.revision !== state?.revision) return 0;
  const read = state?.revision ?? 0;
  // No other write has this revision, so what follows is written only if the removal has begun.
  const revision = -1 - read;
  const [[begun]] = await db.batch([
    beginRemoval({ before, revision: read, next: revision }),
    recordRemoval({ before: oldest, revision }),
    ...writeStatements(revision, rewriteAll(blocks, 0, changes)),
    ...writeStatements(revision, rewriteAll(removedBlocks, 1, keeps)),
    deleteSessions({ before, revision }),
    endWrite({ revision, last: undefined }),
  ]);
  return begun ? removed.length : 0;
}

/**
 * Removes the sessions of the days (UTC) that ended by `oldest`. The analytics keep their numbers, by the day and
 * without ids. From then on, no session of these days is accepted. Returns the number of sessions removed.
 */
export async function removeSessions(
  db: Database,
  oldest: number,
  now: number,
  { budget = newBudget() }: { budget?: Budget } = {},
): Promise<number> {
  const before = startOfDay(oldest);
  const [[old]] = await db.batch([selectOld({ before })]);
  if (!old) return 0;
  const remove = () => whileFound('remove sessions', budget, () => removeSome(db, before));
  const total = await remove();
  if (total > 0) return total;
  // Only what blocks have is removed: an old session waits, or is corrected.
  await sealSessions(db, now, { isForced: true, budget });
  return remove();
}
