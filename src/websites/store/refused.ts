import { and, desc, eq, gte, isNull, lt, not, or, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { isUnwritten, withWrite } from '../../db/conditional-write.ts';
import { insertEach } from '../../db/insert.ts';
import { existsIn, itemField } from '../../db/sql.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { refusedOrigins, websites } from '../../db/tables/websites.ts';
import { dayMs } from '../../lib/durations.ts';
import { newId } from '../../lib/ids.ts';
import { toTimestamp } from '../../lib/time.ts';
import { mostRefused, refusedDays, refusedOfDay } from '../limits.ts';
import type { RefusedOrigin } from '../schemas.ts';

const { day, origin, requestsCount, lastRefusedAt, writeIds } = refusedOrigins;
const dayOf = (now: number) => Math.floor(now / dayMs);
const firstDay = (now: number) => dayOf(now) - refusedDays + 1;

interface NoteParams {
  /** The origins and their numbers of requests, as a JSON array. */
  rows: Param<string>;
  today: Param<number>;
  now: Param<number>;
  write: { writeId: Param<string> };
}

const upsertRefused = statement(({ rows, today, now, write }: NoteParams) => {
  const named = itemField<RefusedOrigin>('origin');
  const known = existsIn(refusedOrigins, and(eq(day, today), eq(origin, named)));
  // `item.key` is the place in the array: the rows before it may be new, too.
  const hasRoom = sql`(select count(*) from ${refusedOrigins} where ${eq(day, today)}) + item.key < ${sql.raw(String(refusedOfDay))}`;
  return insertEach(refusedOrigins, rows, or(known, hasRoom), {
    day: today,
    lastRefusedAt: now,
    writeIds: write.writeId,
  }).onConflictDoUpdate({
    target: [day, origin],
    set: {
      requestsCount: sql`${requestsCount} + excluded.requests_count`,
      lastRefusedAt: sql`max(${lastRefusedAt}, excluded.last_refused_at)`,
      writeIds: withWrite(writeIds, write),
    },
    setWhere: isUnwritten(writeIds, write),
  });
});

const deleteBefore = statement(({ first }: { first: Param<number> }) =>
  build.delete(refusedOrigins).where(lt(day, first)),
);

/** Adds to the numbers of refused requests by origin; `now` in milliseconds since 1970. Also removes old ones. */
export async function noteRefused(
  db: Database,
  counts: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const rows = JSON.stringify(Array.from(counts, ([origin, requestsCount]) => ({ origin, requestsCount })));
  await db.batch([
    deleteBefore({ first: firstDay(now) }),
    upsertRefused({ rows, today: dayOf(now), now, write: { writeId: newId('write') } }),
  ]);
}

const selectRefused = statement(({ first }: { first: Param<number> }) => {
  const latest = sql<number>`max(${lastRefusedAt})`;
  return build
    .select({ origin, requestsCount: sql<number>`sum(${requestsCount})`, lastRefusedAt: latest })
    .from(refusedOrigins)
    .where(
      and(
        gte(day, first),
        not(existsIn(websites, and(eq(websites.origin, origin), isNull(websites.deletedAt)))),
      ),
    )
    .groupBy(origin)
    .orderBy(desc(latest), origin)
    .limit(mostRefused);
});

/** The origins that were refused in the last days and are not those of websites by `now`, latest first. */
export async function listRefusedOrigins(db: Database, now: number): Promise<RefusedOrigin[]> {
  const [rows] = await db.batch([selectRefused({ first: firstDay(now) })]);
  return rows.map((row) => ({ ...row, lastRefusedAt: toTimestamp(row.lastRefusedAt) }));
}
