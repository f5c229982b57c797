import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { existsIn } from '../../db/sql.ts';
import { build, named, type Param, statement } from '../../db/statement.ts';
import { counters } from '../../db/tables/service.ts';
import { audienceSessions, sessionCorrections, sessionSeal } from '../tables/sessions.ts';
import { isCurrent, waits } from './seal.ts';

const sessions = audienceSessions;
const { sessionStartedAt: at, analyticsSessionId: id } = sessions;

interface BeforeParams {
  before: Param<number>;
}

/** The condition that a session began before a time. */
export const areSessionsOld = (before: Param<number>): SQL => existsIn(sessions, lt(at, before));

/** A session that began before a time, as one row, or none. */
export const selectOld = statement(({ before }: BeforeParams) =>
  build.select({ at }).from(sessions).where(lt(at, before)).limit(1),
);

interface RemoveParams extends BeforeParams {
  revision: Param<number>;
}

/**
 * Begins a removal if the blocks have all sessions that began before a time, as they are: none waits or is corrected.
 * It sets the revision that the following writes of the batch expect.
 */
export const beginRemoval = statement(
  ({ before, revision, next }: RemoveParams & { next: Param<number> }) => {
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
  },
);

/** Records the time before which sessions are removed: from then on, none that began before it is accepted. */
export const recordRemoval = statement(({ before, revision }: RemoveParams) =>
  build
    .update(counters)
    .set({ value: before })
    .where(
      and(eq(counters.name, 'sessions_removed_before'), lt(counters.value, before), isCurrent({ revision })),
    ),
);

/** Deletes the sessions that began before a time. */
export const deleteSessions = statement(({ before, revision }: RemoveParams) =>
  build.delete(sessions).where(and(lt(at, before), isCurrent({ revision }))),
);
