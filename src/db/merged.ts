import { type SQL, sql } from 'drizzle-orm';

// Timelines are merged from many short lists, each in the order of an index. Sorting all of them would read all of them.

/** The digits of a time in a place, so that places sort as text. */
const timeDigits = 15;

/** A place in time: everything in order before it is later, or has a greater id at the same time. */
export interface Place<Time = SQL, Id = SQL> {
  at: Time;
  id: Id;
}

/** The place of an entry as one text. */
const placeText = ({ at, id }: Place): SQL =>
  sql`printf('%0${sql.raw(String(timeDigits))}d', ${at}) || ${id}`;

/** The place in the column `place` of `merged`. */
export const mergedPlace: Place = {
  at: sql`cast(substr(merged.place, 1, ${sql.raw(String(timeDigits))}) as integer)`,
  id: sql`substr(merged.place, ${sql.raw(String(timeDigits + 1))})`,
};

type List = Record<string, SQL>;

interface Lists {
  /** FROM and WHERE that select the lists. */
  from: SQL;
  /** The columns that name a list. */
  names: List;
  /** The table of the entries, and the condition that an entry is of a list. */
  entries: { table: SQL; entry: Place; isOf: (list: List) => SQL | undefined };
  /** The first time, and the place behind which the entries are. */
  start: SQL;
  before: Place;
  take: SQL;
}

/** As `Lists`, but `next` selects the place of the next entry of a list as text, or null. */
interface Merged extends Pick<Lists, 'from' | 'names' | 'before' | 'take'> {
  next: (list: List, before: Place) => SQL;
  /** The place in the column `place`. */
  place: Place;
}

/**
 * SQL for the table `merged`: the first entries of many lists together, latest first, with the names of their lists and
 * their `place`. It reads one entry of each list, and one more for each entry that it finds: SQLite takes the rows of
 * a recursive query in the order of its ORDER BY.
 */
export function mergedFrom({ entries, start, ...lists }: Lists): SQL {
  const { table, entry, isOf } = entries;
  const next = (list: List, place: Place) => sql`(select ${placeText(entry)} from ${table}
    where ${isOf(list)} and ${entry.at} >= ${start} and (${entry.at}, ${entry.id}) < (${place.at}, ${place.id})
    order by ${entry.at} desc, ${entry.id} desc limit 1)`;
  return mergedBy({ ...lists, next, place: mergedPlace });
}

/** As `mergedFrom`, for lists whose entries are in more than one index. */
export function mergedBy({ from, names, next, before, place, take }: Merged): SQL {
  const columns = Object.keys(names);
  const known = Object.fromEntries(columns.map((name) => [name, sql.raw(`merged.${name}`)]));
  const list = sql.raw(columns.join(', '));
  return sql`(with recursive merged (${list}, place) as (
    select ${sql.join(Object.values(names), sql`, `)}, ${next(names, before)} from ${from}
    union all
    select ${list}, ${next(known, place)} from merged where place is not null
    order by ${sql.raw(String(columns.length + 1))} desc limit ${take}
  ) select * from merged where place is not null) as merged`;
}
