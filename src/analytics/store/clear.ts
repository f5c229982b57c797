import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { existsIn } from '../../db/sql.ts';
import { build, named, type Param, statement } from '../../db/statement.ts';
import {
  audienceSessions,
  clearedOfRecipient,
  erasedAudiences,
  mayNameRecipient,
  sessionBlocks,
  sessionCorrections,
} from '../tables/sessions.ts';
import { wholeColumns } from './blocks-at.ts';
import { isCurrent } from './seal.ts';
import { sealedAt } from './unsealed.ts';

// What clears the sessions of an audience whose person has been erased. No index has the audience of a session: it would
// cost a row for each visit. The blocks say where its sessions are.

const sessions = audienceSessions;
const blocks = sessionBlocks;
const erased = erasedAudiences;
const { sessionStartedAt: at, analyticsSessionId: id } = sessions;
const rowid = sql.raw('"session_blocks".rowid');

const isDue = (now: Param<number>) => sql`due_at <= ${now}`;

/** The condition that an erased audience is due. */
export const areErasedDue = (now: Param<number>): SQL => existsIn(erased, isDue(now));

/** Takes the erased audience that has been due longest, and makes it due again later: one that fails waits then. */
export const takeDue = statement(({ now, next }: { now: Param<number>; next: Param<number> }) => {
  const { audienceId, pageId, clearsUntil, step, place, pageLinkIds } = erased;
  return build
    .update(erased)
    .set({ dueAt: sql`${next}` })
    .where(
      sql`${audienceId} = (select audience_id from erased_audiences where ${isDue(now)}
        order by due_at limit 1)`,
    )
    .returning(named({ audienceId, pageId, clearsUntil, step, place, pageLinkIds }));
});

interface AudienceParams {
  audienceId: Param<string>;
  pageId: Param<string>;
  /** JSON arrays: the links that led to the audience, and what a block has of one of them. */
  links: Param<string>;
  traces: Param<string>;
}

/** The condition that a block may have a session of the audience, or through its links. */
const hasAudience = ({ audienceId, traces }: AudienceParams): SQL =>
  sql`(instr(${blocks.audienceId}, json_quote(${audienceId})) > 0
    or exists (select 1 from json_each(${traces}) as trace where instr(${blocks.pageLinkId}, trace.value) > 0))`;

interface RangesParams extends AudienceParams {
  before: Param<number>;
  take: Param<number>;
}

/** When sessions began in the blocks of a page that have one of an audience: of blocks that begin before a time, the last. */
export const selectRanges = statement(({ before, take, ...of }: RangesParams) =>
  build
    .select({ firstAt: blocks.firstAt, lastAt: sql<number>`max(${blocks.lastAt})` })
    .from(blocks)
    .where(
      and(
        eq(blocks.pageId, of.pageId),
        eq(blocks.isRemoved, 0),
        sql`${blocks.firstAt} < ${before}`,
        hasAudience(of),
      ),
    )
    // Several blocks may have sessions of one millisecond.
    .groupBy(blocks.firstAt)
    .orderBy(sql`${blocks.firstAt} desc`)
    .limit(take),
);

/** The condition that a session has what an erasure clears. */
const hasNames = or(...mayNameRecipient.map((name) => isNotNull(sessions[name])));

interface ClearParams extends AudienceParams {
  clearsUntil: Param<number>;
}

/** Clears some sessions of the audience, or through its links, that began before the erasure. */
const clear = ({ audienceId, links, clearsUntil }: ClearParams, ids: SQL) =>
  build
    .update(sessions)
    .set(clearedOfRecipient)
    .where(
      and(
        sql`${id} in (${ids})`,
        sql`(${sessions.audienceId} = ${audienceId} or ${sessions.pageLinkId} in (select value from json_each(${links})))`,
        // The unary plus makes SQLite find them by their ids.
        sql`+${at} <= ${clearsUntil}`,
        hasNames,
      ),
    );

/** Clears sessions that began in ranges: a JSON array of [first, last]. */
export const clearRanges = statement(({ ranges, ...of }: ClearParams & { ranges: Param<string> }) =>
  clear(
    of,
    sql`select s.analytics_session_id from json_each(${ranges}) as item cross join ${sessions} as s
    where s.page_id = ${of.pageId} and s.session_started_at between item.value ->> 0 and item.value ->> 1`,
  ),
);

/** Clears sessions that wait to be sealed, or whose blocks are not correct yet. */
export const clearUnsealed = statement((of: ClearParams) =>
  clear(
    of,
    sql`select s.analytics_session_id from ${sessions} as s
      where s.page_id = ${of.pageId} and s.session_started_at >= ${sealedAt}
    union all select ${sessionCorrections.analyticsSessionId} from ${sessionCorrections}
      where ${eq(sessionCorrections.pageId, of.pageId)}`,
  ),
);

/** Clears sessions that visits have just been merged into, a JSON array of rows: a visit may be older than the erasure. */
export const clearMerged = statement(({ rows }: { rows: Param<string> }) =>
  build
    .update(sessions)
    .set(clearedOfRecipient)
    .where(
      and(
        sql`${id} in (select s.analytics_session_id
          from json_each(${rows}) as item cross join ${sessions} as s cross join ${erased}
          where s.analytics_session_id = item.value ->> 'analyticsSessionId'
            and ${erased.audienceId} = s.audience_id and s.session_started_at <= ${erased.clearsUntil})`,
        hasNames,
      ),
    ),
);

interface RemovedParams extends AudienceParams {
  after: Param<number>;
  take: Param<number>;
}

/** The blocks of removed sessions, of a page and the workspace, with one of the audience: the first after a rowid. */
export const selectRemoved = statement(({ after, take, ...of }: RemovedParams) => {
  // Found first, so that only these rows are read as a whole. The unary plus keeps SQLite from reading all rowids.
  const found = sql`(select ${rowid} as id from ${blocks}
    where ${blocks.pageId} in (${of.pageId}, '') and ${blocks.isRemoved} = 1 and +${rowid} > ${after}
      and ${hasAudience(of)} order by +${rowid} limit ${take}) as found`;
  return build
    .select({ rowid: sql<number>`found.id`, ...wholeColumns })
    .from(found)
    .crossJoin(blocks)
    .where(sql`${rowid} = found.id`)
    .orderBy(sql`found.id`);
});

interface StepParams {
  audienceId: Param<string>;
  /** The step and the place that were read. */
  from: { step: Param<string>; place: Param<number | null> };
  step: Param<string>;
  place: Param<number | null>;
  dueAt: Param<number>;
  /** The revision of blocks that the step has read. */
  revision: Param<number> | undefined;
}

/** Notes where the clearing of an audience goes on, if no blocks and no step have been written since the read. */
export const noteStep = statement(({ audienceId, from, step, place, dueAt, revision }: StepParams) =>
  build
    .update(erased)
    .set({ step: sql`${step}`, place: sql`${place}`, dueAt: sql`${dueAt}` })
    .where(
      and(
        eq(erased.audienceId, audienceId),
        sql`${erased.step} = ${from.step} and ${erased.place} is ${from.place}`,
        revision && isCurrent({ revision }),
      ),
    ),
);

/** Forgets an audience. */
export const forgetAudience = statement(({ audienceId }: Pick<AudienceParams, 'audienceId'>) =>
  build.delete(erased).where(eq(erased.audienceId, audienceId)),
);
