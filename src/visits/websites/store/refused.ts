import { and, desc, eq, gte, isNull, lt, not, or, sql } from 'drizzle-orm';
import { missedPaths, refusedOrigins, unknownPages, websites } from '../../../access/tables/websites.ts';
import { pages } from '../../../content/tables/pages.ts';
import type { Database } from '../../../db/client.ts';
import { isUnwritten, withWrite } from '../../../db/conditional-write.ts';
import { existsIn, insertEach, itemField } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { dayMs } from '../../../lib/durations.ts';
import { newId } from '../../../lib/ids.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { mostRefused, refusedDays, refusedOfDay } from '../limits.ts';
import type { RefusedOriginList } from '../schemas.ts';

/** What visits cannot count for, their origin or a page that does not exist; and what became of guessed paths. */
const tables = { origins: refusedOrigins, pages: unknownPages, paths: missedPaths };
export type Kind = keyof typeof tables;
/** Numbers of requests, by what they said. */
export type Counts = ReadonlyMap<string, number>;

const dayOf = (now: number) => Math.floor(now / dayMs);
const firstDay = (now: number) => dayOf(now) - refusedDays + 1;

interface NoteParams {
  /** What was said, and the numbers of requests, as a JSON array. */
  rows: Param<string>;
  today: Param<number>;
  now: Param<number>;
  write: { writeId: Param<string> };
}

const upsertRefused = statement(({ rows, today, now, write }: NoteParams, kind: Kind) => {
  const table = tables[kind];
  const { day, said, requestsCount, lastRefusedAt, writeIds } = table;
  const known = existsIn(table, and(eq(day, today), eq(said, itemField<{ said: string }>('said'))));
  // `item.key` is the place in the array: the rows before it may be new, too.
  const hasRoom = sql`(select count(*) from ${table} where ${eq(day, today)}) + item.key < ${sql.raw(String(refusedOfDay))}`;
  return insertEach(table, rows, or(known, hasRoom), {
    day: today,
    lastRefusedAt: now,
    writeIds: write.writeId,
  }).onConflictDoUpdate({
    target: [day, said],
    set: {
      requestsCount: sql`${requestsCount} + excluded.requests_count`,
      lastRefusedAt: sql`max(${lastRefusedAt}, excluded.last_refused_at)`,
      writeIds: withWrite(writeIds, write),
    },
    setWhere: isUnwritten(writeIds, write),
  });
});

const deleteBefore = statement(({ first }: { first: Param<number> }, kind: Kind) =>
  build.delete(tables[kind]).where(lt(tables[kind].day, first)),
);

/** Adds to the numbers of refused requests. Also removes old ones. */
export async function noteRefused(db: Database, kind: Kind, counts: Counts, now: number): Promise<void> {
  const rows = JSON.stringify(Array.from(counts, ([said, requestsCount]) => ({ said, requestsCount })));
  await db.batch([
    deleteBefore({ first: firstDay(now) }, kind),
    upsertRefused({ rows, today: dayOf(now), now, write: { writeId: newId('write') } }, kind),
  ]);
}

const selectRefused = statement(({ first }: { first: Param<number> }, kind: Kind) => {
  const table = tables[kind];
  const { day, said, requestsCount, lastRefusedAt } = table;
  const latest = sql<number>`max(${lastRefusedAt})`;
  // What is right by now is not shown.
  const isRight = {
    origins: existsIn(websites, and(eq(websites.origin, said), isNull(websites.deletedAt))),
    pages: existsIn(pages, eq(pages.pageId, said)),
    paths: sql`0`,
  };
  return build
    .select({ said, requestsCount: sql<number>`sum(${requestsCount})`, lastRefusedAt: latest })
    .from(table)
    .where(and(gte(day, first), not(isRight[kind])))
    .groupBy(said)
    .orderBy(desc(latest), said)
    .limit(mostRefused);
});

/** The origins that were refused in the last days, and the pages that did not exist, and do not by `now`, latest first. */
export async function listRefused(db: Database, now: number): Promise<RefusedOriginList> {
  const first = firstDay(now);
  const [origins, unknown, missed] = await db.batch([
    selectRefused({ first }, 'origins'),
    selectRefused({ first }, 'pages'),
    selectRefused({ first }, 'paths'),
  ]);
  const outcome = (name: string) => missed.find(({ said }) => said === name)?.requestsCount ?? 0;
  const latest = Math.max(...missed.map(({ lastRefusedAt }) => lastRefusedAt));
  return {
    items: origins.map(({ said, lastRefusedAt, ...row }) => ({
      origin: said,
      ...row,
      lastRefusedAt: toTimestamp(lastRefusedAt),
    })),
    unknownPages: unknown.map(({ said, requestsCount, lastRefusedAt }) => ({
      pageId: said,
      requestsCount,
      lastSentAt: toTimestamp(lastRefusedAt),
    })),
    missedPaths: {
      missedCount: outcome('missed'),
      slowedCount: outcome('slowed'),
      latestAt: missed.length === 0 ? null : toTimestamp(latest),
    },
  };
}
