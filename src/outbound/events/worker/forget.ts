import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, named, type Param, statement } from '../../../db/statement.ts';
import { eventSettings, events } from '../../../db/tables/events.ts';
import { dayMs } from '../../../lib/durations.ts';
import { inChunks } from '../../../lib/in-chunks.ts';
import { isSettings } from '../store/settings.ts';

const { sequence, subject, type, createdAt } = events;
/** The condition that an event names somebody who came, as its index has it. */
const isVisited = sql`${type} in ('account.visited', 'person.visited') and ${subject} is not null`;
const chunk = 1000;
const chunks = 10;

/** The condition that an event names somebody who came before a time. */
const isNamedBefore = (cameFrom: Param<number>) => sql`${isVisited} and ${createdAt} < ${cameFrom}`;

const keptFrom = (now: Param<number>) =>
  sql`(select ${now} - ${eventSettings.retentionDays} * ${sql.raw(String(dayMs))} from ${eventSettings} where ${isSettings})`;
/** Events but the newest, which stays: see events_newest_kept in schema/derived/events.sql.ts. */
const allButNewest = sql`${events} where sequence < (select max(sequence) from ${events}) order by sequence`;
// The times have no index, so the oldest event says whether there is anything to do.
const isOldestOver = (now: Param<number>) =>
  sql`(select created_at from ${allButNewest} limit 1) < ${keptFrom(now)}`;

/** The condition that there are events to remove, or names in them. */
export const areEventsOld = ({ now, cameFrom }: Record<'now' | 'cameFrom', Param<number>>): SQL =>
  sql`(${isOldestOver(now)} or ${existsIn(events, isNamedBefore(cameFrom))})`;

// A LIMIT is computed once.
const deleteChunk = statement(({ now }: { now: Param<number> }) => {
  const first = sql`(select sequence, created_at from ${allButNewest} limit iif(${isOldestOver(now)}, ${sql.raw(String(chunk))}, 0))`;
  return build
    .delete(events)
    .where(sql`${sequence} in (select sequence from ${first} where created_at < ${keptFrom(now)})`)
    .returning(named({ sequence }));
});

const clearVisited = statement(({ cameFrom }: { cameFrom: Param<number> }) => {
  const old = build
    .select({ sequence })
    .from(events)
    .where(isNamedBefore(cameFrom))
    .orderBy(asc(createdAt))
    .limit(chunk);
  return build
    .update(events)
    .set({ subject: null, related: {} })
    .where(inArray(sequence, old))
    .returning(named({ sequence }));
});

/**
 * Removes events that the settings keep no longer. Those that name who came lose their names when sessions or their
 * recipients are not kept, which are kept from `cameFrom` on. Returns how many events were removed or lost their names.
 */
export async function forgetEvents(db: Database, now: number, cameFrom: number): Promise<number> {
  let count = 0;
  await inChunks(chunk, chunks, async () => {
    const [removed, cleared] = await db.batch([deleteChunk({ now }), clearVisited({ cameFrom })]);
    count += removed.length + cleared.length;
    return Math.max(removed.length, cleared.length);
  });
  return count;
}
