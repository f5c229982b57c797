import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { idTime } from '../../../db/id-time.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { serviceNotes } from '../../../db/tables/system.ts';
import { logIdStart } from '../../tables/logs.ts';
import { kinds, type Resource } from '../store/read.ts';

// The times of logs have no index, which would cost a row for each log. But the id of a log begins with its time, so the first
// log of an owner is the oldest: a round looks at it for each owner, a part of them in each run of the cron.

/** The most owners that a run looks at, the most logs that a statement removes, and the most such statements of a run. */
const most = { owners: 2000, logs: 1000, chunks: 10 };

/** How far a round has come: `before` was the time when it began. */
interface Place {
  before: number;
  resource: Resource;
  /** The last owner that it has done. */
  after: string;
}

const { name, at, value } = serviceNotes;
const isNote = sql`${name} = 'logs'`;

/** The condition that a time is set, and that no round has removed what is older yet. */
export const areLogsOld = (before: Param<number>): SQL =>
  sql`(${before} > 0 and not ${existsIn(serviceNotes, sql`${isNote} and ${at} >= ${before}`)})`;

const selectPlace = statement((_: object) => build.select({ at, value }).from(serviceNotes).where(isNote));

/** Notes how far a round has come, or that the one of a time is over. */
const notePlace = statement((note: { at: Param<number>; value: Param<string> }) =>
  build
    .insert(serviceNotes)
    .values({ name: 'logs', at: sql`${note.at}`, value: sql`${note.value}` })
    .onConflictDoUpdate({
      target: name,
      set: { at: sql`max(${at}, excluded.at)`, value: sql`excluded.value` },
    }),
);

/**
 * The next owners that have logs: how many, the last of them, and a JSON array of those whose first log is older than an id.
 * It seeks to the first log of each.
 */
const selectOwners = statement(
  ({ after, take, end }: { after: Param<string>; take: Param<number>; end: Param<string> }, of: Resource) => {
    const { logs } = kinds[of];
    const owner = sql`substr(place, 1, instr(place, ' ') - 1)`;
    const next = (owner: SQL) => sql`(select ${logs.ownerId} || ' ' || ${logs.logId} from ${logs}
      where ${logs.ownerId} > ${owner} order by ${logs.ownerId}, ${logs.logId} limit 1)`;
    return sql<{ count: number; last: string | null; owners: string }>`with recursive walk (place, nth) as (
      select ${next(after)}, 1
      union all select ${next(owner)}, nth + 1 from walk where place is not null and nth < ${take})
      select count(place) as count, max(${owner}) as last,
        json_group_array(${owner}) filter (where substr(place, instr(place, ' ') + 1) < ${end}) as owners from walk`;
  },
);

interface Old {
  /** A JSON array. */
  owners: Param<string>;
  end: Param<string>;
}
/** FROM and WHERE of the logs of owners before an id. */
const oldOf = ({ owners, end }: Old, of: Resource) => {
  const { logs } = kinds[of];
  // CROSS JOIN keeps SQLite from changing the order: first the owners.
  return sql`json_each(${owners}) as owner cross join ${logs}
    where ${eq(logs.ownerId, sql`owner.value`)} and ${logs.logId} < ${end}`;
};

const removeOld = statement((old: Old, of: Resource) => {
  const { logs } = kinds[of];
  return sql`insert into ${sql.raw(`${of}_removals`)}
    select ${logs.ownerId}, ${logs.logId} from ${oldOf(old, of)} limit ${sql.raw(String(most.logs))}`;
});
const selectOld = statement(
  (old: Old, of: Resource) =>
    sql<{ isLeft: number }>`select exists (select 1 from ${oldOf(old, of)}) as "isLeft"`,
);

/** What a run may still do. */
interface Room {
  owners: number;
  chunks: number;
}

/** Removes old logs of owners. Returns whether none is left. */
async function removeLogs(db: Database, old: { owners: string; end: string }, of: Resource, room: Room) {
  if (old.owners === '[]') return true;
  for (; room.chunks > 0; room.chunks--) {
    const [, [row]] = await db.batchUntold([removeOld(old, of), selectOld(old, of)]);
    if (!row?.isLeft) return true;
  }
  return false;
}

/** The place behind the next owners and their old logs. The same one if they have too many, and null at the end. */
async function goOn(db: Database, place: Place, before: number, room: Room): Promise<Place | null> {
  const { resource, after } = place;
  const end = `${logIdStart(kinds[resource].owner)}${idTime(before)}`;
  const take = room.owners;
  const [[walked]] = await db.batch([selectOwners({ after, take, end }, resource)]);
  const { count = 0, last = null, owners = '[]' } = walked ?? {};
  room.owners -= count;
  if (!(await removeLogs(db, { owners, end }, resource, room))) return place;
  if (count === take && last !== null) return { ...place, after: last };
  return resource === 'person_log' ? { ...place, resource: 'account_log', after: '' } : null;
}

/**
 * Removes logs that were received before a time: of the next 2,000 owners, and 10,000 logs at most. Their idempotency keys stay.
 * When all owners are done, there is nothing to do until the time is a later one.
 */
export async function forgetLogs(db: Database, before: number): Promise<void> {
  if (before <= 0) return;
  const [[note]] = await db.batch([selectPlace({})]);
  if (note && note.at >= before) return;
  const begun = (note ? JSON.parse(note.value) : null) as Place | null;
  const first: Place = begun ?? { before, resource: 'person_log', after: '' };
  const room: Room = { owners: most.owners, chunks: most.chunks };
  let place: Place | null = first;
  while (place && room.owners > 0 && room.chunks > 0) place = await goOn(db, place, before, room);
  // A round that is over was of the time when it began: what became old meanwhile is of the next one.
  await db.batchUntold([notePlace({ at: place ? 0 : first.before, value: JSON.stringify(place) })]);
}
