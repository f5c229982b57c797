import { type SQL, sql } from 'drizzle-orm';
import { audienceSessions as sessions } from '../../../analytics/tables/sessions.ts';
import { experiments, experimentUnits as units } from '../../../content/tables/experiments.ts';
import { type Bound, type Param, statement } from '../../../db/statement.ts';
import type { Goal } from '../../../vocabulary/experiments.ts';
import { bucketOf, pointOf, unitOfSession } from '../unit.ts';
import { isClaimed } from './claim.ts';
import { selectCounted } from './look.ts';
import { knownFor } from './stop.ts';

// Who took part in a test. `units` has `,` + the hash of a visitor (11 characters) + the number of their arm; `addresses`
// has `,` + a hash of their address (4 characters); `reached` has `,` + the hash of a visitor + `~` + that of their address +
// `.` + the end of the id of a person, for each who reached the goal.

/**
 * How many visitors count of one address, unless the deployment says otherwise: colleagues and households share one. Of IPv6
 * it is the first 48 bits, because who has one address of 64 bits often has more.
 */
export const usualVisitors = 10;
/** How many visitors count of one address in a test, for each who reaches the goal. */
const visitorsByHit = 5;
/**
 * How long the list of the visitors of a bucket may be, in characters. A row of D1 may have 2 MB, and each visitor who
 * reaches the goal takes 46 characters in three lists.
 */
const longestList = 560_000;
/** How long it may be for a visit without a version to be noted in it: anyone can send as many, and visitors need the rest. */
const mostOthers = longestList / 5;

type VisitParams = {
  [K in 'experimentId' | 'versionId' | 'sessionId' | 'unit' | 'address']: Param<string>;
} & { [K in 'bucket' | 'bySession' | 'receivedAt' | Goal | 'mostOfAddress']: Param<number> } & {
  point: Param<number | null>;
};

const raw = (value: number) => sql.raw(String(value));

const weight = sql`(of_test.value ->> 'weight')`;
/**
 * How many visitors count of one address in a test: fewer where an arm has a small share, in which few visitors are already
 * evidence. So no address alone decides a test without other visitors, nor breaks its split.
 */
const mostOf = (most: Param<number>) =>
  sql`(select max(cast(${most} * 2 * min(${weight}) / sum(${weight}) as integer), 1) from json_each(${experiments.arms}) as of_test)`;

/** How often a text has another one, which has `length` characters. */
const timesIn = (text: SQL, part: SQL, length: number) =>
  sql`(length(${text}) - length(replace(${text}, ${part}, ''))) / ${raw(length)}`;
/** When a test has ended or will: it may have been stopped before the cron saw that its time had come. */
const end = sql`min(coalesce(${experiments.endedAt}, 9e15), coalesce(${experiments.endsAt}, 9e15))`;

/** A sum over all visitors of the test. */
const overAll = (what: SQL, experimentId: SQL) =>
  sql`(select coalesce(sum(${what}), 0) from ${units} where ${units.experimentId} = ${experimentId})`;

/** The beginning of an INSERT, with the columns in the order of their values. */
const insertUnits = sql`insert into ${units} (experiment_id, bucket, seen_0, seen_1, seen_2, seen_3, hits_0, hits_1, hits_2, hits_3,
      by_session, others, is_limited, addresses, reached, units)`;

/**
 * Counts the visitor of a visit in the arm that they saw first, and once if they have reached the goal. A visit that is
 * noted again changes nothing. What it claims is only taken if a test of its audience has such an arm, and its unit is of
 * that arm: who guesses a unit cannot claim it in another. Nobody is new in a visit that arrives after the end, because
 * anyone can say that it began before.
 */
const noteVisit = statement((visit: VisitParams) => {
  const { experimentId, versionId, sessionId, unit, address, bucket, receivedAt } = visit;
  const ofUnit = sql`(',' || ${unit})`;
  const ofAddress = sql`('~' || ${address})`;
  const found = sql`select arm.key as claimed, coalesce(${units.units}, '') as units, coalesce(${units.reached}, '') as reached,
      coalesce(${units.isLimited}, 0) as was_limited, coalesce('.' || substr(${sessions.personId}, -10), '') as person,
      instr(coalesce(${units.units}, ''), ${ofUnit}) as place,
      case ${experiments.goal} when 'conversion' then ${visit.conversion} when 'formSubmit' then ${visit.formSubmit}
        else ${visit.actionClick} end as is_goal, ${mostOf(visit.mostOfAddress)} as most, ${receivedAt} <= ${end} as is_in_time
    from ${experiments} join json_each(${experiments.arms}) as arm on ${isClaimed(versionId, visit.point)}
      join ${sessions} on ${sessions.analyticsSessionId} = ${sessionId} and ${sessions.audienceId} = ${experiments.audienceId}
      left join ${units} on ${units.experimentId} = ${experiments.experimentId} and ${units.bucket} = ${bucket}
    where ${experiments.experimentId} = ${experimentId} and ${experiments.startedAt} <= ${sessions.sessionStartedAt} + 60000
      and ${experiments.counts} is null and ${sessions.sessionStartedAt} < ${end} and ${receivedAt} <= ${end} + ${raw(knownFor)}`;
  const isRoom = sql`length(units) < ${raw(longestList)}
    and ${overAll(timesIn(sql`${units.addresses}`, sql`(',' || ${address})`, 5), experimentId)} < most`;
  const known = sql`select *, case when place > 0 then 0 else ${isRoom} end as is_new from found
    where place > 0 or is_in_time`;
  const isWithin = sql`${overAll(timesIn(sql`${units.reached}`, ofAddress, 5), experimentId)} * ${raw(visitorsByHit)} < most`;
  const isFirst = sql`person = '' or ${overAll(sql`instr(${units.reached}, person) > 0`, experimentId)} = 0`;
  const judged = sql`select *, cast(iif(place > 0, substr(units, place + 12, 1), claimed) as integer) as arm,
      case when is_goal and (place > 0 or is_new) and instr(reached, ${ofUnit}) = 0
        then case when ${isFirst} then iif(${isWithin}, 'counts', 'limited') end end as hit
    from known where place = 0 or substr(units, place + 12, 1) <> '-'`;
  const isHit = sql`(hit is 'counts')`;
  const isLimited = sql`(was_limited = 0 and (place = 0 and not is_new or hit is 'limited'))`;
  const each = (of: SQL) =>
    sql.join(
      [0, 1, 2, 3].map((arm) => sql`${of} and arm = ${raw(arm)}`),
      sql`, `,
    );
  const added = (column: string) => sql.raw(`${column} = experiment_units.${column} + excluded.${column}`);
  const appended = (column: string) =>
    sql.raw(`${column} = experiment_units.${column} || excluded.${column}`);
  // Materialized: SQLite would search the lists again for each place that a value has in the row.
  return sql`${insertUnits}
    with found as materialized (${found}), known as materialized (${known}), judged as materialized (${judged})
    select ${experimentId}, ${bucket}, ${each(sql`is_new`)}, ${each(isHit)}, is_new and ${visit.bySession}, 0, ${isLimited},
      iif(is_new, ',' || ${address}, ''), iif(${isHit}, ${ofUnit} || ${ofAddress} || person, ''), iif(is_new, ${ofUnit} || arm, '')
    from judged where is_new or ${isHit} or ${isLimited}
    on conflict do update set ${sql.join(
      [
        ...['seen_0', 'seen_1', 'seen_2', 'seen_3', 'hits_0', 'hits_1', 'hits_2', 'hits_3'].map(added),
        ...['by_session', 'others', 'is_limited'].map(added),
        ...['addresses', 'reached', 'units'].map(appended),
      ],
      sql`, `,
    )}`;
});

/**
 * Counts visits of the audiences of running tests that claim no arm, or none truly, unless their session has named the
 * version of one. Each is a session that is there.
 */
const noteOthers = statement(({ visits }: { visits: Param<string> }) => {
  const field = (name: keyof Other) => sql`(item.value ->> ${sql.raw(`'${name}'`)})`;
  const unit = sql`(',' || ${field('unit')})`;
  return sql`${insertUnits}
    select distinct ${experiments.experimentId}, ${field('bucket')}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, '', '', ${unit} || '-'
    from json_each(${visits}) as item
      cross join ${experiments} indexed by experiments_running on ${experiments.audienceId} = ${field('audienceId')}
      cross join ${sessions} on ${sessions.analyticsSessionId} = ${field('sessionId')}
      left join ${units} on ${units.experimentId} = ${experiments.experimentId} and ${units.bucket} = ${field('bucket')}
    where ${experiments.status} = 'running' and ${sessions.audienceId} = ${experiments.audienceId}
      and ${experiments.startedAt} <= ${sessions.sessionStartedAt} and ${sessions.sessionStartedAt} < ${end}
      and ${field('receivedAt')} <= ${end}
      and not (${experiments.experimentId} = coalesce(${field('experimentId')}, '') 
        and exists (select 1 from json_each(${experiments.arms}) as arm where ${isClaimed(field('versionId'), field('point'))}))
      and not (${field('versionId')} is null and coalesce(instr(${experiments.arms}, ${sessions.versionId}), 0) > 0)
      and instr(coalesce(${units.units}, ''), ${unit}) = 0 and length(coalesce(${units.units}, '')) < ${raw(mostOthers)}
    on conflict do update set others = experiment_units.others + 1, units = experiment_units.units || excluded.units`;
});
/** A visit that may be of an audience with a running test. */
interface Other {
  receivedAt: number;
  audienceId: string;
  sessionId: string;
  experimentId: string | null | undefined;
  versionId: string | null | undefined;
  /** Of the visitor that it claims. */
  point: number | null;
  /** Of the session, among all of the audience. */
  unit: string;
  bucket: number;
}

/** What a visit says of the test that it is part of. */
export interface Claim {
  analyticsSessionId: string;
  audienceId?: string | null | undefined;
  versionId?: string | null | undefined;
  experimentId?: string | null | undefined;
  unit?: string | null | undefined;
  hasConversion: boolean;
  hasActionClick?: boolean | undefined;
  formSubmit?: object | undefined;
}
/** A visit in the queue, as a test needs it. */
interface Message {
  receivedAt: number;
  /** Stands for the address that has sent it: see `addressIn`. */
  address?: string;
  visit: Claim;
}

/**
 * The statements that count visits in the tests of their audiences, behind those that merge them, and then what these tests
 * have counted. `mostOfAddress`: as many visitors of one address count in a test.
 */
export function unitStatements(messages: Message[], mostOfAddress: number) {
  const others: Other[] = [];
  const notes = messages.flatMap(({ receivedAt, address = '----', visit }): Bound[] => {
    const { analyticsSessionId: sessionId, audienceId, experimentId, versionId } = visit;
    if (!audienceId) return [];
    const unit = unitOfSession(audienceId, sessionId);
    const point = visit.unit ? pointOf(visit.unit) : null;
    const bucket = bucketOf(unit);
    others.push({ receivedAt, audienceId, sessionId, experimentId, versionId, point, unit, bucket });
    if (!experimentId || !versionId) return [];
    const own = visit.unit ?? unitOfSession(experimentId, sessionId);
    return [
      noteVisit({
        experimentId,
        versionId,
        sessionId,
        receivedAt,
        mostOfAddress,
        point,
        unit: own,
        bucket: bucketOf(own),
        address,
        bySession: visit.unit ? 0 : 1,
        conversion: Number(visit.hasConversion),
        formSubmit: Number(visit.formSubmit !== undefined),
        actionClick: Number(visit.hasActionClick ?? false),
      }),
    ];
  });
  const ids = [...new Set(messages.flatMap(({ visit }) => visit.experimentId ?? []))];
  return {
    notes: others.length > 0 ? [...notes, noteOthers({ visits: JSON.stringify(others) })] : [],
    counted: notes.length > 0 ? selectCounted({ ids: JSON.stringify(ids) }) : undefined,
  };
}
