import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import type { Bindings } from '../../../config/bindings.ts';
import { transitions } from '../../../content/audiences/lifecycle.ts';
import { pageColumns } from '../../../content/pages/store/internal.ts';
import { audiences, audienceVersions, pages } from '../../../content/tables/pages.ts';
import { sendPublishesRequested } from '../../../content/versions/messages.ts';
import { type Database, openWorkspace } from '../../../db/client.ts';
import { withWrite } from '../../../db/conditional-write.ts';
import { existsIn, oneRow } from '../../../db/sql.ts';
import { build, type Param, statement, type ValuesOf } from '../../../db/statement.ts';
import type { FootfallError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { campaignRows, campaigns } from '../../tables/campaigns.ts';
import { filledRow } from '../filled-schemas.ts';
import { mostProblems } from '../limits.ts';
import { JobRequested, nextStepAfter, sendJobRequested } from '../messages.ts';
import type { CampaignRowWrite } from '../schemas.ts';
import { campaignRecord } from '../store/internal.ts';
import { type Fields, type OpenCampaign, openCampaign, rowFields } from '../store/row-fields.ts';
import { type Queued, queuedOf, type Returned } from '../store/row-outcomes.ts';
import { arraysOf, type FilledParams, insertRows, isAsFilled } from '../store/write.ts';
import type { Job } from '../words.ts';

/** The most rows of a step. */
const stepSize = 100;

/** The condition that the job runs, is as far as the step takes it to be, and that nothing else has changed. */
const isAt = (at: FilledParams) =>
  and(eq(campaigns.campaignId, at.campaignId), existsIn(oneRow, isAsFilled(at)));

const selectNext = statement(({ campaignId }: Pick<FilledParams, 'campaignId'>) =>
  build
    .select({
      personId: campaignRows.personId,
      audienceId: campaignRows.audienceId,
      sent: campaignRows.sent,
      archivedAt: sql<number | null>`(select ${audiences.archivedAt} from ${audiences}
        where ${audiences.audienceId} = ${campaignRows.audienceId})`,
    })
    .from(campaignRows)
    .where(
      and(
        eq(campaignRows.campaignId, campaignId),
        gt(
          campaignRows.personId,
          sql`coalesce((select ${campaigns.job} ->> 'after' from ${campaigns} where ${eq(campaigns.campaignId, campaignId)}), '~')`,
        ),
      ),
    )
    .orderBy(asc(campaignRows.personId))
    .limit(stepSize),
);
const selectPageOf = statement(({ campaignId }: Pick<FilledParams, 'campaignId'>) =>
  build
    .select(pageColumns)
    .from(pages)
    .where(
      eq(
        pages.pageId,
        sql`(select ${campaigns.pageId} from ${campaigns} where ${eq(campaigns.campaignId, campaignId)})`,
      ),
    ),
);
type Next = NonNullable<ReturnType<typeof selectNext>['row']>;

interface AdvanceParams {
  at: FilledParams;
  /** The person of the last row of the step. */
  last: Param<string>;
  done: Param<number>;
  now: Param<number>;
}

/** Says how far the job is. `found` is SQL of a row: how many rows of the step are \`changed\` and \`refused\`, and the \`problems\` so far. */
const advanceTo = ({ at, last, done, now }: AdvanceParams, found: SQL, isLast: boolean) => {
  const { job } = campaigns;
  const end = isLast ? sql`, '$.state', 'done', '$.endedAt', ${now}` : sql``;
  return build
    .update(campaigns)
    .set({
      job: sql`(select json_set(${job}, '$.after', ${last}, '$.done', ${job} ->> 'done' + ${done},
        '$.changed', ${job} ->> 'changed' + changed, '$.refused', ${job} ->> 'refused' + refused,
        '$.problems', json(problems)${end}) from (${found}))`,
      dueAt: isLast ? null : sql`${now} + ${nextStepAfter}`,
    })
    .where(isAt(at));
};

interface WordsParams extends AdvanceParams {
  /** JSON: the rows that were written, by their persons. */
  writes: Param<string>;
  refused: Param<number>;
  /** JSON: those that are named. */
  problems: Param<string>;
}
const advanceWords = statement(({ writes, refused, problems, ...params }: WordsParams, isLast: boolean) => {
  const isWritten = sql`instr(${campaignRows.writeIds}, item.value ->> 'writeId') > 0`;
  // The triggers refuse what nobody could see before.
  const isLate = sql`not ${isWritten} and ${campaignRows.wordsHash} <> item.value ->> 'wordsHash'`;
  const why = sql`iif((select ${audiences.archivedAt} from ${audiences}
      where ${audiences.audienceId} = ${campaignRows.audienceId}) is null,
    'words.fieldOverrides is too long with what their audience says already',
    'Their audience ' || ${campaignRows.audienceId} || ' is archived.')`;
  return advanceTo(
    params,
    sql`select changed, ${refused} + late as refused, (select json_group_array(json(value)) from (
        select value from json_each(${problems}) union all select value from json_each(lates)
        limit ${sql.raw(String(mostProblems))})) as problems
      from (select count(*) filter (where ${isWritten}) as changed, count(*) filter (where ${isLate}) as late,
          json_group_array(json_object('personId', ${campaignRows.personId}, 'detail', ${why})) filter (where ${isLate}) as lates
        from json_each(${writes}) as item cross join ${campaignRows}
        where ${campaignRows.campaignId} = ${params.at.campaignId}
          and ${campaignRows.personId} = item.value ->> 'personId')`,
    isLast,
  );
});

interface ArchiveParams {
  at: FilledParams;
  audienceIds: Param<string>;
  write: { writeId: Param<string>; now: Param<number> };
}
const named = (audienceIds: Param<string>) => sql`(select value from json_each(${audienceIds}))`;

const archive = statement(({ at, audienceIds, write }: ArchiveParams) =>
  build
    .update(audiences)
    .set({
      archivedAt: write.now,
      revision: sql`${audiences.revision} + 1`,
      writeIds: withWrite(audiences.writeIds, write),
    })
    .where(
      and(
        sql`${audiences.audienceId} in ${named(audienceIds)}`,
        isNull(audiences.archivedAt),
        isAsFilled(at),
      ),
    ),
);
const cancelVersions = statement(({ audienceIds, write }: Omit<ArchiveParams, 'at'>) =>
  build
    .update(audienceVersions)
    .set({
      status: transitions.fail.to,
      cancelledAt: write.now,
      cancelReason: 'The audience was archived.',
      transitionId: write.writeId,
      publishAt: null,
      resendAt: null,
      frozen: null,
    })
    .where(
      and(
        sql`${audienceVersions.versionId} in (select versions.version_id
          from ${named(audienceIds)} as item cross join ${audiences} on ${audiences.audienceId} = item.value
            and instr(${audiences.writeIds}, ${write.writeId}) > 0
          cross join audience_versions as versions indexed by audience_versions_in_flight
            on versions.audience_id = item.value and versions.sweep_at is not null)`,
        inArray(audienceVersions.status, [...transitions.fail.from]),
      ),
    ),
);
const advanceArchive = statement(
  (params: AdvanceParams & Pick<ArchiveParams, 'audienceIds' | 'write'>, isLast: boolean) =>
    advanceTo(
      params,
      sql`select count(*) as changed, 0 as refused, '[]' as problems from ${audiences}
        where ${audiences.audienceId} in ${named(params.audienceIds)}
          and instr(${audiences.writeIds}, ${params.write.writeId}) > 0`,
      isLast,
    ),
);

/** Why a row cannot be changed, in words for the users of the workspace. */
function whyOf({ message, members }: FootfallError): string {
  const errors = (members.errors ?? []) as { path: string; message: string }[];
  const first = errors.map(({ path, message: says }) => `${path.replace(/^\./, '')} ${says}`);
  return [first[0] ?? message, ...(first.length > 1 ? [`and ${first.length - 1} more`] : [])]
    .join(', ')
    .slice(0, 500)
    .toWellFormed();
}

interface Step {
  db: Database;
  at: ValuesOf<FilledParams>;
  rows: Next[];
  job: Job;
  last: string;
  isLast: boolean;
  now: number;
}

/** Archives the audiences of the rows of a step. */
async function archiveRows({ db, at, rows, last, isLast, now }: Step): Promise<void> {
  const audienceIds = JSON.stringify(rows.map(({ audienceId }) => audienceId));
  const write = { writeId: newId('write'), now };
  await db.batch([
    archive({ at, audienceIds, write }),
    cancelVersions({ audienceIds, write }),
    advanceArchive({ at, audienceIds, write, last, done: rows.length, now }, isLast),
  ]);
}

/** Publishes the words of now for the rows of a step. Returns the versions that it has queued. */
async function publishRows(
  { db, at, rows, job, last, isLast, now }: Step,
  campaign: OpenCampaign,
): Promise<Queued[]> {
  const problems = [...job.problems];
  let refused = 0;
  const refuse = (personId: string, detail: string) => {
    refused += 1;
    if (problems.length < mostProblems) problems.push({ personId, detail });
  };
  const fields: Fields[] = [];
  for (const { personId, audienceId, archivedAt, sent } of rows) {
    if (archivedAt !== null) {
      refuse(personId, `Their audience ${audienceId} is archived.`);
      continue;
    }
    const filled = filledRow(campaign, JSON.parse(sent) as CampaignRowWrite, '');
    if (filled.ok) {
      // The person of the row, whoever has their identifiers now.
      const row = { ...filled.value, sent, person: undefined, personId };
      fields.push(rowFields(campaign, row, fields.length, job.author, now));
    } else refuse(personId, whyOf(filled.error));
  }
  const writes = JSON.stringify(fields.map((one) => pick(one, ['personId', 'writeId', 'wordsHash'])));
  const step = { at, writes, last, done: rows.length, refused, problems: JSON.stringify(problems), now };
  const inserts = arraysOf(fields.map((one) => JSON.stringify(one))).map((texts) =>
    insertRows({ rows: texts, at }),
  );
  const written = await db.batch([...inserts, advanceWords(step, isLast)]);
  return queuedOf(fields, written.flat() as Returned[]);
}

/**
 * Does a step of a job: up to 100 rows, all or nothing, with how far the job is. A message that is late or doubled does nothing.
 * Throws when D1 does not answer: the queue, or the cron, sends the message again.
 */
export async function advance(
  db: Database,
  env: Pick<Bindings, 'JOBS'>,
  request: JobRequested,
): Promise<void> {
  const { workspace, campaignId, jobId } = request;
  const [[row], [page], rows] = await db.batch([
    campaignRecord.select({ campaignId }),
    selectPageOf({ campaignId }),
    selectNext({ campaignId }),
  ]);
  const job = row?.job;
  if (!row || !page || job?.jobId !== jobId || job.state !== 'running') return;
  const campaign = openCampaign(row, page);
  const { revision, pageRevision } = campaign;
  const at = { campaignId, revision, pageRevision, jobId, after: job.after };
  const last = rows.at(-1)?.personId ?? job.after;
  const step: Step = { db, at, rows, job, last, isLast: rows.length < stepSize, now: Date.now() };
  const queued = job.kind === 'archive' ? await archiveRows(step) : await publishRows(step, campaign);
  await sendPublishesRequested(
    env.JOBS,
    (queued ?? []).map((version) => ({ kind: 'publish', workspace, ...version })),
  );
  if (!step.isLast) await sendJobRequested(env.JOBS, request);
}

/** Does the step of a message. */
export const jobRequested = ({ body }: Message<unknown>, env: Bindings): Promise<void> => {
  const request = JobRequested.parse(body);
  return advance(openWorkspace(env, request.workspace), env, request);
};
