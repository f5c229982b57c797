import { and, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { omit } from 'es-toolkit/object';
import type { Database } from '../../../db/client.ts';
import { build, type ListParams, type Param, statement } from '../../../db/statement.ts';
import { type List, pageAsked } from '../../../lib/cursor.ts';
import { orThrow } from '../../../lib/errors.ts';
import { toTimestamp, toTimestampOrNull } from '../../../lib/time.ts';
import { accountOrThrow, selectAccountExists } from '../../accounts/store/internal.ts';
import { personOrThrow, selectPersonExists } from '../../persons/store/internal.ts';
import { accountLogCounts, accountLogs, personLogCounts, personLogs } from '../../tables/logs.ts';
import type { LogListQuery } from '../body-schemas.ts';

/** Logs of each kind of owner. */
export const kinds = {
  person_log: {
    resource: 'person_log',
    owner: 'person',
    /** The names of the ids of a log in answers: of its owner, and its own. */
    ownerName: 'personId',
    idName: 'personLogId',
    logs: personLogs,
    counts: personLogCounts,
    selectOwner: (personId: string) => selectPersonExists({ personId }),
    ownerOrThrow: personOrThrow,
    logOrThrow: orThrow('person_log_not_found', 'This person has no log with this id.'),
  },
  account_log: {
    resource: 'account_log',
    owner: 'account',
    ownerName: 'accountId',
    idName: 'accountLogId',
    logs: accountLogs as typeof personLogs,
    counts: accountLogCounts as typeof personLogCounts,
    selectOwner: (accountId: string) => selectAccountExists({ accountId }),
    ownerOrThrow: accountOrThrow,
    logOrThrow: orThrow('account_log_not_found', 'This account has no log with this id.'),
  },
} as const;
export type Resource = keyof typeof kinds;
export type LogKind = (typeof kinds)[Resource];

type LogRow = Omit<typeof personLogs.$inferSelect, Hidden>;

/** The columns that answers do not have. */
const hidden = ['fingerprint', 'happenedAt', 'ownTime'] as const;
type Hidden = (typeof hidden)[number];

/** A log for an answer. `updatedAt` and `deletedAt` are null: nothing changes a log, and one that is deleted is gone. */
export const toLog = (resource: Resource, { ownerId, logId, createdAt, occurredAt, ...rest }: LogRow) => ({
  [kinds[resource].ownerName]: ownerId,
  [kinds[resource].idName]: logId,
  ...rest,
  createdAt: toTimestamp(createdAt),
  occurredAt: toTimestampOrNull(occurredAt),
  updatedAt: null,
  deletedAt: null,
});
export type LogText = ReturnType<typeof toLog>;

/** The columns of a log for answers. */
export const columnsOf = ({ logs }: LogKind) => omit(getTableColumns(logs), hidden);

const selectLog = statement(
  ({ ownerId, logId }: { ownerId: Param<string>; logId: Param<string> }, resource: Resource) => {
    const { logs } = kinds[resource];
    return build
      .select(columnsOf(kinds[resource]))
      .from(logs)
      .where(and(eq(logs.ownerId, ownerId), eq(logs.logId, logId)));
  },
);

/** One log of an owner. Reads one row. Throws `…_log_not_found`. */
export async function getLog(
  db: Database,
  resource: Resource,
  ownerId: string,
  logId: string,
): Promise<LogText> {
  const [[row]] = await db.batch([selectLog({ ownerId, logId }, resource)]);
  return toLog(resource, kinds[resource].logOrThrow(row));
}

interface KindParams {
  ownerId: Param<string>;
  source: Param<string> | undefined;
  type: Param<string> | undefined;
}

/** The condition that a kind of logs (source and type) matches the filter. */
const passes = ({ counts }: LogKind, { ownerId, source, type }: KindParams) =>
  and(eq(counts.ownerId, ownerId), source && eq(counts.source, source), type && eq(counts.type, type));

/** The ids of a page of logs of the kind in the current row of `counts`, by their index: of those with a time of their own, too. */
function newestOfKind({ resource, logs, counts }: LogKind, { after, take }: ListParams) {
  const of = alias(logs, 'of_kind');
  const sameKind = [eq(of.ownerId, counts.ownerId), eq(of.source, counts.source), eq(of.type, counts.type)];
  const newest = (index: 'times' | 'ids', where: SQL) => sql`select * from (
      select ${of.logId} from ${logs} as ${of} indexed by ${sql.raw(`${resource}s_${index}`)}
      where ${and(where, ...sameKind, after && lt(of.logId, after))} order by ${of.logId} desc limit ${take})`;
  return sql`(${newest('times', sql`${counts.logs} > ${counts.ownTimes} and ${of.ownTime} is null`)}
    union all ${newest('ids', sql`${counts.ownTimes} > 0 and ${of.ownTime} is not null`)})`;
}

const selectLogs = statement(
  ({ filter, place }: { filter: KindParams; place: ListParams }, resource: Resource) => {
    const kind = kinds[resource];
    const { logs, counts } = kind;
    const { ownerId, source, type } = filter;
    const { after, take } = place;
    const page =
      source || type
        ? build
            .select(columnsOf(kind))
            .from(counts)
            // CROSS JOIN keeps SQLite from changing the order: first the kinds that match, then a page of each from
            // the index.
            .crossJoin(logs)
            .where(
              and(
                passes(kind, filter),
                eq(logs.ownerId, counts.ownerId),
                inArray(logs.logId, newestOfKind(kind, place)),
              ),
            )
        : build
            .select(columnsOf(kind))
            .from(logs)
            .where(and(eq(logs.ownerId, ownerId), after && lt(logs.logId, after)));
    return page.orderBy(desc(logs.logId)).limit(take);
  },
);

const countLogs = statement((filter: KindParams, resource: Resource) =>
  build
    .select({ logs: sql<number>`coalesce(sum(${kinds[resource].counts.logs}), 0)` })
    .from(kinds[resource].counts)
    .where(passes(kinds[resource], filter)),
);

/**
 * A page of an owner's timeline, newest first. With a filter it reads a page of index rows for each kind (source and
 * type) that matches, however long the timeline is. The counts table gives the kinds and the total. Throws
 * `person_not_found` or `account_not_found`.
 */
export async function listLogs(
  db: Database,
  resource: Resource,
  { ownerId, source, type, ...listing }: LogListQuery & { ownerId: string },
): Promise<List<LogText>> {
  const { selectOwner, ownerOrThrow } = kinds[resource];
  const asked = pageAsked([resource, ownerId, source, type], listing);
  const filter = { ownerId, source, type };
  const [[owner], rows, [total]] = await db.batch([
    selectOwner(ownerId),
    selectLogs({ filter, place: asked.place }, resource),
    countLogs(filter, resource),
  ]);
  ownerOrThrow(owner);
  const toItem = (row: LogRow) => toLog(resource, row);
  return asked.list(rows, total?.logs ?? 0, (last) => last.logId, toItem);
}
