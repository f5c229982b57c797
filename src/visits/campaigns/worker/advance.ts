import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Bindings } from '../../../config/bindings.ts';
import { pageColumns } from '../../../content/pages/store/internal.ts';
import { audiences, pages } from '../../../content/tables/pages.ts';
import { sendPublishesRequested } from '../../../content/versions/messages.ts';
import { type Database, openWorkspace } from '../../../db/client.ts';
import { isOutage } from '../../../db/outage.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { campaignRows, campaigns } from '../../tables/campaigns.ts';
import { JobRequested, sendJobRequested } from '../messages.ts';
import type { FilledParams } from '../store/insert-rows.ts';
import { campaignRecord } from '../store/internal.ts';
import { openCampaign } from '../store/row-fields.ts';
import { archiveRows } from './archive.ts';
import type { Step } from './internal.ts';
import { whyFailed } from './internal.ts';
import { publishRows } from './publish.ts';

/** The most rows of a step. */
const stepSize = 100;

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

const noteError = statement(
  ({
    campaignId,
    jobId,
    error,
  }: Pick<FilledParams, 'campaignId'> & Record<'jobId' | 'error', Param<string>>) =>
    build
      .update(campaigns)
      .set({ job: sql`json_set(${campaigns.job}, '$.lastError', ${error})` })
      .where(
        and(
          eq(campaigns.campaignId, campaignId),
          sql`${campaigns.job} ->> 'jobId' = ${jobId} and ${campaigns.job} ->> 'state' = 'running'`,
        ),
      ),
);

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
  const queued =
    job.kind === 'archive' ? await archiveRows(step, campaign) : await publishRows(step, campaign);
  await sendPublishesRequested(
    env.JOBS,
    (queued ?? []).map((version) => ({ kind: 'publish', workspace, ...version, campaignId })),
  );
  if (!step.isLast) await sendJobRequested(env.JOBS, request);
}

/** Does the step of a message. What it fails for, other than an outage, stands in the job: somebody may stop it. */
export async function jobRequested({ body }: Message<unknown>, env: Bindings): Promise<void> {
  const request = JobRequested.parse(body);
  const { campaignId, jobId, workspace } = request;
  const db = openWorkspace(env, workspace);
  try {
    await db.ofCampaign(campaignId, () => advance(db, env, request));
  } catch (error) {
    // In an outage, the job waits: nothing is wrong with it.
    if (!isOutage(error)) await db.batchUntold([noteError({ campaignId, jobId, error: whyFailed(error) })]);
    throw error;
  }
}
