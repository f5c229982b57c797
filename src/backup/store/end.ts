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
const removeNotes = textOf(
  'delete from export_changes where sequence in (select sequence from export_changes limit 5000) returning 1 as n',
);

/**
 * Ends the exports that nobody has read since a time. With the last one go the triggers and what they have noted. Each of
 * its batches fails if another export has begun meanwhile, which needs them.
 */
export async function endExports(db: Batches, before: number): Promise<void> {
  const isInUse = async () => {
    const [[state] = []] = await db.batch([selectState({ before })]);
    return state?.dead !== 1 || state.live === 1;
  };
  const [[state] = []] = await db.batch([selectState({ before })]);
  if (state?.dead !== 1) return;
  if (state.live === 1) {
    await db.batch([removeDead({ before })]);
    return;
  }
  try {
    const [triggers = []] = await db.batch([selectTriggers]);
    for (let at = 0; at < triggers.length; at += chunk)
      await db.batch([
        unlessLive(before),
        ...triggers
          .slice(at, at + chunk)
          .map(({ name }) => textOf(`drop trigger if exists ${quoted(String(name))}`)),
      ]);
    for (let removed = 5000; removed === 5000; )
      removed = ((await db.batch([unlessLive(before), removeNotes]))[1] ?? []).length;
    await db.batch([unlessLive(before), removeDead({ before })]);
  } catch (error) {
    if (!(await isInUse())) throw error;
  }
}

/** Ends an export that has been read, or that nobody goes on with. */
export async function endExport(db: Batches, exportId: string): Promise<void> {
  await db.batch([once(sql`update exports set read_at = 0 where export_id = ${exportId}`)]);
  await endExports(db, Date.now() - longestRest);
}
