import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { runningTest } from '../../../content/audiences/store/internal.ts';
import { isLatest, isLive, latestOf } from '../../../content/audiences/store/versions.ts';
import { type Arm, experiments } from '../../../content/tables/experiments.ts';
import { frozenContent } from '../../../content/tables/frozen.ts';
import { audiences, audienceVersions as versions } from '../../../content/tables/pages.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { mostArms } from '../limits.ts';

// Which versions a test can have, and how they are frozen.

/** The arms that a request names: `versionId` and `weight` of each, as a JSON array. */
type Given = SQL;
type AudienceId = SQLiteColumn | SQL;

const given = alias(versions, 'given');
const field = (name: keyof Arm) => sql`(arm.value ->> ${sql.raw(`'${name}'`)})`;

/** The condition that a version can be an arm: it is live, or its words are frozen or can be. */
const isUsable = (
  audienceId: AudienceId,
) => sql`(${given.status} = 'published' or ${given.status} in ('draft', 'cancelled')
  and (${given.frozen} is not null or ${given.versionNumber} = (select ${versions.versionNumber} from ${versions} where ${latestOf(audienceId)})))`;

const asJson = (of: SQL) =>
  sql`json_object('versionId', ${of}.version_id, 'versionNumber', ${of}.version_number, 'weight', ${of}.weight)`;

/** JSON of the arms of a test: the live version, then the others that are named, in their order. */
export function armsOf(audienceId: AudienceId, arms: Given): SQL<string> {
  const live = sql`select ${versions.versionId} as version_id, ${versions.versionNumber} as version_number, -1 as place,
    coalesce((select ${field('weight')} from json_each(${arms}) as arm where ${field('versionId')} = ${versions.versionId}), 1) as weight
    from ${versions} where ${isLive(audienceId)}`;
  const others = sql`select ${given.versionId}, ${given.versionNumber}, arm.key, ${field('weight')}
    from json_each(${arms}) as arm cross join ${versions} as ${given} on ${given.versionId} = ${field('versionId')}
    where ${given.audienceId} = ${audienceId} and ${given.status} <> 'published'`;
  return sql<string>`(select json_group_array(${asJson(sql.raw('test_arm'))})
    from (${live} union all ${others} order by place) as test_arm)`;
}

/** The condition that an audience can have a test with these arms. */
export const canHave = (audienceId: AudienceId, arms: Given): SQL | undefined =>
  and(
    sql`(select count(*) from json_each(${arms}) as arm cross join ${versions} as ${given} on ${given.versionId} = ${field('versionId')}
      where ${given.audienceId} = ${audienceId} and ${isUsable(audienceId)}) = json_array_length(${arms})`,
    existsIn(versions, isLive(audienceId)),
    sql`json_array_length(${armsOf(audienceId, arms)}) between 2 and ${sql.raw(String(mostArms))}`,
  );

const inFlight = (
  audienceId: AudienceId,
) => sql`exists (select 1 from ${versions} indexed by audience_versions_in_flight
  where ${versions.audienceId} = ${audienceId} and ${versions.resendAt} is not null)`;

/** The condition that a test has no end, or one that is ahead. `refuseTest` takes the end for the same. */
export const endsLater = (
  endsAt: Param<number | null> | SQLiteColumn | SQL | null | undefined,
  { now }: { now: Param<number> },
): SQL => sql`coalesce(${endsAt}, ${now} + 1) > ${now}`;

/** The condition that a test of an audience can start: nothing else is about to change what its visitors get. */
export const canStart = (audienceId: AudienceId): SQL | undefined =>
  and(isNull(runningTest(audienceId)), sql`not ${inFlight(audienceId)}`);

/**
 * Freezes the words of the arms of a test that are not frozen yet, unless it has ended or is deleted. Only those of the latest
 * version are the ones of now.
 */
export const freezeArms = statement(({ experimentId }: { experimentId: Param<string> }) => {
  const isOpen = and(
    eq(experiments.experimentId, experimentId),
    isNull(experiments.endedAt),
    isNull(experiments.deletedAt),
  );
  return build
    .update(versions)
    .set({ frozen: frozenContent(eq(audiences.audienceId, versions.audienceId)) })
    .where(
      and(
        inArray(
          versions.versionId,
          sql`(select ${field('versionId')} from ${experiments}, json_each(${experiments.arms}) as arm where ${isOpen})`,
        ),
        isLatest(audienceOf(experimentId)),
        inArray(versions.status, ['draft', 'cancelled']),
        isNull(versions.frozen),
      ),
    );
});

/** The audience of a test. */
export const audienceOf = (experimentId: Param<string>): SQL =>
  sql`(select ${experiments.audienceId} from ${experiments} where ${experiments.experimentId} = ${experimentId})`;

/** What may stand in the way of a test. */
const obstacles = (audienceId: SQL, arms: Given) =>
  build
    .select({
      archivedAt: audiences.archivedAt,
      personId: audiences.personId,
      runningTest: runningTest(audiences.audienceId),
      inFlight: sql<number>`${inFlight(audienceId)}`,
      liveVersionId: sql<
        string | null
      >`(select ${versions.versionId} from ${versions} where ${isLive(audienceId)})`,
      unusable: sql<
        string | null
      >`(select ${field('versionId')} from json_each(${arms}) as arm where not exists (
        select 1 from ${versions} as ${given} where ${given.versionId} = ${field('versionId')}
        and ${given.audienceId} = ${audienceId} and ${isUsable(audienceId)}) limit 1)`,
    })
    .from(audiences)
    .where(eq(audiences.audienceId, audienceId));

/** Selects what may stand in the way of a new test. */
export const selectObstacles = statement(
  ({ audienceId, arms }: { audienceId: Param<string>; arms: Param<string> }) => obstacles(audienceId, arms),
);
/** Selects what may stand in the way of a test, with other arms if some are given. */
export const selectObstaclesOf = statement(
  ({ key, arms }: { key: Param<string>; arms: Param<string> | undefined }) => {
    const of = (column: SQLiteColumn) =>
      sql`(select ${column} from ${experiments} where ${experiments.experimentId} = ${key})`;
    return obstacles(of(experiments.audienceId), arms ?? of(experiments.arms));
  },
);
type Obstacles = NonNullable<ReturnType<typeof selectObstacles>['row']>;

const impossible = (detail: string, members: Record<string, unknown> = {}) =>
  new FootfallError('experiment_impossible', detail, members);

/** The 409 for a test on an audience where one runs. */
export const testRuns = (experimentId: string): FootfallError =>
  new FootfallError('experiment_running', `${experimentId} runs on this audience. Stop it first.`, {
    field: 'experimentId',
    conflictingId: experimentId,
  });

/** Throws why there cannot be such a test, with this end. */
export function refuseTest(
  found: Obstacles | undefined,
  isStart: boolean,
  endsAt: number | null = null,
): never {
  if (!found) throw new FootfallError('audience_not_found', 'There is no audience with this id.');
  if (endsAt !== null && endsAt <= Date.now())
    throw impossible('The end of the test has passed.', { field: 'endsAt' });
  if (found.archivedAt !== null) throw new FootfallError('audience_archived', 'The audience is archived.');
  if (found.personId !== null)
    throw impossible('The audience is for one person: one reader decides nothing.', { field: 'audienceId' });
  if (found.liveVersionId === null)
    throw impossible('The audience has no live version to test against. Publish one first.', {
      field: 'audienceId',
    });
  if (found.unusable !== null)
    throw impossible(
      'A version of a test is live, or the latest one of its audience while it is a draft or cancelled, or one that a test has frozen before.',
      { field: 'arms', conflictingId: found.unusable },
    );
  if (isStart && found.runningTest !== null) throw testRuns(found.runningTest);
  if (isStart && found.inFlight)
    throw impossible('A version is about to be published. Wait until it is live, or cancel it.', {
      field: 'audienceId',
    });
  throw impossible(`A test has 2 to ${mostArms} versions, of which one is live.`, { field: 'arms' });
}
