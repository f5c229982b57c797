import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { idTime } from '../../../db/id-time.ts';
import { mergedBy, type Place } from '../../../db/merged.ts';
import { type Bound, build, type Param, statement } from '../../../db/statement.ts';
import { type PeopleOf, peopleOf } from '../../accounts/store/internal.ts';
import { logIdStart } from '../../tables/logs.ts';
import { columnsOf, kinds, type Resource } from './read.ts';

// Most logs happened when they were received: the time is in their ids, so the order of ids is that of time. The others
// have a time of their own. Times are compared as ids have them (db/id-time.ts), and a place is such a time with an id.

interface HappenedParams {
  /** The owner, or the account of the owners. */
  id: Param<string>;
  source: Param<string> | undefined;
  type: Param<string> | undefined;
  start: Param<string>;
  before: Place<Param<string>, Param<string>>;
  take: Param<number>;
}

const place: Place = { at: sql`substr(merged.place, 1, 10)`, id: sql`substr(merged.place, 11)` };

/** SQL of the next log of a kind behind a place: of those with the time of their ids, or with their own. */
function nextLog(resource: Resource, start: SQL) {
  const { owner, logs } = kinds[resource];
  const entry = alias(logs, 'entry');
  const { logId, ownTime } = entry;
  const first = sql.raw(`'${logIdStart(owner)}'`);
  const idTimeIn = sql`substr(${logId}, ${sql.raw(`${logIdStart(owner).length + 1}, 10`)})`;
  // SQLite would take the primary key: it does not know that an owner has more logs than a kind.
  const next = (list: Record<string, SQL>, at: SQL, isBehind: SQL, order: SQL) => sql`(
      select ${at} || ${logId} from ${logs} as ${entry} indexed by ${sql.raw(`${resource}s_times`)}
      where ${entry.ownerId} = ${list.ofOwner} and ${entry.source} = ${list.ofSource}
        and ${entry.type} = ${list.ofType} and ${isBehind}
      order by ${order} limit 1)`;
  return {
    byId(list: Record<string, SQL>, { at, id }: Place): SQL {
      // Of the time of the place, ids up to its own are behind it. Its own may be of another time.
      const end = sql`min(max(${id}, ${first} || ${at}), ${first} || ${at} || '~')`;
      const isBehind = sql`${ownTime} is null and ${logId} >= ${first} || ${start} and ${logId} < ${end}`;
      return next(list, idTimeIn, isBehind, sql`${logId} desc`);
    },
    byTime(list: Record<string, SQL>, { at, id }: Place): SQL {
      const isBehind = sql`${ownTime} >= ${start} and (${ownTime}, ${logId}) < (${at}, ${id})`;
      return next(list, sql`${ownTime}`, isBehind, sql`${ownTime} desc, ${logId} desc`);
    },
  };
}

/**
 * Selects logs of an owner, or of the persons of an account, by when they happened, latest first. It reads an entry of
 * an index for each kind (source and type) of each owner, and for each log that it finds. A kind that has logs of either
 * sort reads an entry of both.
 */
const selectMerged = statement(
  ({ id, source, type, start, ...range }: HappenedParams, resource: Resource, of: PeopleOf) => {
    const { logs, counts } = kinds[resource];
    const { byId, byTime } = nextLog(resource, sql`${start}`);
    const merged = mergedBy({
      ...range,
      place,
      // CROSS JOIN keeps SQLite from changing the order: first the owners.
      from: sql`${peopleOf(of, id)} as owner cross join ${counts} where ${and(
        sql`${counts.ownerId} = owner.id`,
        source && eq(counts.source, source),
        type && eq(counts.type, type),
      )}`,
      names: {
        ofOwner: sql`${counts.ownerId}`,
        ofSource: sql`${counts.source}`,
        ofType: sql`${counts.type}`,
        withOwn: sql`${counts.ownTimes} > 0`,
        withOther: sql`${counts.logs} > ${counts.ownTimes}`,
      },
      next: (list, before) => sql`nullif(max(
        iif(${list.withOther}, coalesce(${byId(list, before)}, ''), ''),
        iif(${list.withOwn}, coalesce(${byTime(list, before)}, ''), '')), '')`,
    });
    return build
      .select({ ...columnsOf(kinds[resource]), happenedAt: sql<number>`${logs.happenedAt}` })
      .from(merged)
      .crossJoin(logs)
      .where(and(sql`${logs.ownerId} = merged.ofOwner`, sql`${logs.logId} = ${place.id}`))
      .orderBy(sql`merged.place desc`);
  },
);

interface Happened {
  id: string;
  source: string | undefined;
  type: string | undefined;
  /** The first time, and the place behind which the logs are. */
  start: number;
  before: Place<number, string>;
  take: number;
}

/** Selects logs by when they happened, latest first. */
export const selectHappened = ({ start, before, ...rest }: Happened, resource: Resource, of: PeopleOf) =>
  selectMerged(
    { ...rest, start: idTime(start), before: { at: idTime(before.at), id: before.id } },
    resource,
    of,
  );
export type HappenedRow = ReturnType<typeof selectHappened> extends Bound<infer Row> ? Row : never;
