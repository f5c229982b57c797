import { sql } from 'drizzle-orm';
import { failUnless } from '../../db/client.ts';
import { existsIn } from '../../db/sql.ts';
import { type Bound, once, type Param, statement } from '../../db/statement.ts';
import { exports } from '../../db/tables/backup.ts';
import { hourMs } from '../../lib/durations.ts';
import { type Batches, keyOf, literal, quoted, type Table, textOf } from './internal.ts';

// What changes while an export runs is noted by triggers, which exist only then: D1 has no snapshot that outlasts a batch.

/** How their names begin: schema/check.ts does not count them as a part of the schema. */
export const noteStart = 'export_note_';

/** How long an export may rest between two of its parts. */
export const longestRest = hourMs;

/** The most statements of a batch that changes the schema. */
export const chunk = 40;

const events = ['insert', 'update', 'delete'] as const;

/** SQL of the triggers that note the changes of tables. */
export const noteTriggers = (tables: readonly Table[]): string[] =>
  tables.flatMap((table) =>
    events.map((event) => {
      const keys = (event === 'update' ? ['old', 'new'] : [event === 'delete' ? 'old' : 'new'])
        .map((row) => `select ${literal(table.name)}, ${keyOf(table, row)}`)
        .join(' union ');
      return `create trigger if not exists ${quoted(`${noteStart}${table.name}_${event}`)} after ${event} on ${quoted(table.name)} begin insert into export_changes (name, key) ${keys}; end`;
    }),
  );

/** The condition that an export runs. */
const isLive = (before: Param<number>) => existsIn(exports, sql`${exports.readAt} >= ${before}`);

const unlessLive = (before: number): Bound => once(failUnless(sql`not ${isLive(sql`${before}` as never)}`));

const selectState = statement(
  ({ before }: { before: Param<number> }) => sql<{ live: number; dead: number }>`select
    ${isLive(before)} as live, exists (select 1 from exports where read_at < ${before}) as dead`,
);

/** The condition that there is an export to end: for the look of the cron. */
export const areExportsDue = (before: Param<number>) => existsIn(exports, sql`${exports.readAt} < ${before}`);

const selectTriggers = textOf(
  `select name from sqlite_schema where type = 'trigger' and name glob '${noteStart}*'`,
);
const removeDead = statement(
  ({ before }: { before: Param<number> }) => sql`delete from exports where read_at < ${before}`,
);
/** The most notes of changes that are removed at once. */
const mostNotes = 5000;
const removeNotes = textOf(
  `delete from export_changes where sequence in (select sequence from export_changes limit ${mostNotes}) returning 1 as n`,
);

/**
 * Ends the exports that nobody has read since a time. With the last one go the triggers and what they have noted: some of
 * them each time, so that it fits into an invocation on Workers Free. Returns whether all are gone. Each of its batches
 * fails if another export has begun meanwhile, which needs them.
 */
export async function endExports(db: Batches, before: number): Promise<boolean> {
  const read = async () => (await db.batch([selectState({ before })]))[0]?.[0];
  const state = await read();
  if (state?.dead !== 1) return true;
  if (state.live === 1) {
    await db.batch([removeDead({ before })]);
    return true;
  }
  try {
    const [triggers = []] = await db.batch([selectTriggers]);
    const some = triggers.slice(0, chunk).map(({ name }) => `drop trigger if exists ${quoted(String(name))}`);
    if (some.length > 0) await db.batch([unlessLive(before), ...some.map((text) => textOf(text))]);
    if (triggers.length > some.length) return false;
    const [, removed = []] = await db.batch([unlessLive(before), removeNotes]);
    if (removed.length === mostNotes) return false;
    await db.batch([unlessLive(before), removeDead({ before })]);
  } catch (error) {
    const { dead, live } = (await read()) ?? {};
    if (dead === 1 && live !== 1) throw error;
  }
  return true;
}

/** Ends an export that has been read, or that nobody goes on with. Returns whether all of it is gone. */
export async function endExport(db: Batches, exportId: string): Promise<boolean> {
  await db.batch([once(sql`update exports set read_at = 0 where export_id = ${exportId}`)]);
  return endExports(db, Date.now() - longestRest);
}
