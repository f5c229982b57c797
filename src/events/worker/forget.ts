import { asc, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { build, named, type Param, statement } from '../../db/statement.ts';
import { eventSettings, events } from '../../db/tables/events.ts';
import { dayMs } from '../../lib/durations.ts';
import { inChunks } from '../../lib/in-chunks.ts';
import { isSettings } from '../store/internal.ts';

const { sequence, createdAt } = events;
const chunk = 1000;
const chunks = 10;

// The condition on the oldest event alone lets a run end after a few rows: the times have no index. The newest event
// stays: see events_newest_kept in db/derived/events.sql.ts.
const deleteChunk = statement(({ now }: { now: Param<number> }) => {
  const oldest = sql`(select ${createdAt} from ${events} order by ${sequence} limit 1)`;
  const from = sql`(select ${now} - ${eventSettings.retentionDays} * ${sql.raw(String(dayMs))} from ${eventSettings} where ${isSettings})`;
  const first = build
    .select({ sequence, createdAt })
    .from(events)
    .where(lt(sequence, sql`(select max(${sequence}) from ${events})`))
    .orderBy(asc(sequence))
    .limit(chunk)
    .as('first');
  const old = build.select({ sequence: first.sequence }).from(first).where(sql`${first.createdAt} < ${from}`);
  return build
    .delete(events)
    .where(sql`${oldest} < ${from} and ${inArray(sequence, old)}`)
    .returning(named({ sequence }));
});

/** Removes events that the settings keep no longer; `now` in milliseconds since 1970. */
export const forgetEvents = (db: Database, now: number): Promise<number> =>
  inChunks(chunk, chunks, async () => {
    const [removed] = await db.batch([deleteChunk({ now })]);
    return removed.length;
  });
