import { lt, lte, sql } from 'drizzle-orm';
import { dayMs, heldByQueues } from '../lib/durations.ts';
import { serviceJobs } from '../vocabulary/stalls.ts';
import type { Database } from './client.ts';
import { existsIn } from './sql.ts';
import { build, type Param, statement } from './statement.ts';
import { givenUp, serviceDays, serviceNotes } from './tables/system.ts';

/** How often the cron notes that it runs, if nothing fails, in milliseconds: a run with nothing to do writes nothing. */
export const notedEvery: number = serviceJobs.cron.patience / 2;

/** How many days the estimates of rows are kept. */
const keptDays = 40;

/** How long what was given up is kept. The hashes of erased identifiers are kept longer: no form of them is written. */
const keptGivenUp: number = heldByQueues - dayMs;

/** A run of a task, of which the last is kept. */
export interface TaskRun {
  at: number;
  ms: number;
  /** When it failed last, and with what. Kept until another failure. */
  failedAt?: number;
  failedWith?: string;
  isFailing: boolean;
}

/** What the cron notes: its tasks by their names, since they have something to do. */
export interface CronNote {
  tasks: Record<string, TaskRun>;
}

/** The condition that the cron has not noted for a while that it runs. */
export const isNoteDue = (now: Param<number>) =>
  sql`not ${existsIn(serviceNotes, sql`${serviceNotes.name} = 'cron' and ${serviceNotes.at} > ${now} - ${sql.raw(String(notedEvery))}`)}`;

/** The runs of a note that are later than those that are noted: it may be sent again after a newer one. */
const newer = sql`(select json_object('tasks', json_group_object(run.key, json(run.value)))
  from json_each(excluded.value, '$.tasks') as run
  left join json_each(${serviceNotes.value}, '$.tasks') as noted on noted.key = run.key
  where noted.key is null or run.value ->> 'at' >= noted.value ->> 'at')`;

const noteRuns = statement(({ now, note }: { now: Param<number>; note: Param<string> }) =>
  build
    .insert(serviceNotes)
    .values({ name: 'cron', at: sql`${now}`, value: sql`${note}` })
    .onConflictDoUpdate({
      target: serviceNotes.name,
      set: {
        at: sql`max(${serviceNotes.at}, excluded.at)`,
        value: sql`json_patch(${serviceNotes.value}, ${newer})`,
      },
    }),
);
const forgetDays = statement(({ before }: { before: Param<number> }) =>
  build.delete(serviceDays).where(lt(serviceDays.day, before)),
);
const forgetGivenUp = statement(({ before }: { before: Param<number> }) =>
  build.delete(givenUp).where(lte(givenUp.receivedAt, before)),
);

/** Notes that the cron runs, and how its tasks did since the last note, and removes what is old of its notes. */
export async function noteCron(db: Database, note: CronNote, now: number): Promise<void> {
  await db.batchUntold([
    noteRuns({ now, note: JSON.stringify(note) }),
    forgetDays({ before: Math.floor(now / dayMs) - keptDays }),
    forgetGivenUp({ before: now - keptGivenUp }),
  ]);
}
