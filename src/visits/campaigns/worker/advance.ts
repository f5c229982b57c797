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
import { type OpenCampaign, openCampaign } from '../store/row-fields.ts';
import { archiveRows } from './archive.ts';
import { type Done, type Step, whyFailed } from './internal.ts';
import { publishRows } from './publish.ts';
import { selectPart, writePart } from './write.ts';

/** The most rows of a step. */
const stepSize = 100;

// A job that writes begins without a row, too.
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
          sql`coalesce((select ${campaigns.job} ->> 'after' from ${campaigns}
            where ${eq(campaigns.campaignId, campaignId)} and ${campaigns.job} ->> 'kind' <> 'write'), '~')`,
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

/** Changes the next rows of a campaign. */
async function changeRows(
  { db, at, job, now }: Pick<Step, 'db' | 'at' | 'job' | 'now'>,
  campaign: OpenCampaign,
  rows: Step['rows'],
): Promise<Done> {
  const last = rows.at(-1)?.personId ?? job.after;
  const step: Step = { db, at, rows, job, last, isLast: rows.length < stepSize, now };
  if (job.kind === 'publish') return { queued: await publishRows(step, campaign), isLast: step.isLast };
  await archiveRows(step, campaign);
  return { queued: [], isLast: step.isLast };
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
  const [[row], [page], rows, [part]] = await db.batch([
    campaignRecord.select({ campaignId }),
    selectPageOf({ campaignId }),
    selectNext({ campaignId }),
    selectPart({ campaignId }),
  ]);
  const job = row?.job;
  if (!row || !page || job?.jobId !== jobId || job.state !== 'running') return;
  const campaign = openCampaign(row, page);
  const { revision, pageRevision } = campaign;
  const ofPart = { partId: job.kind === 'write' ? part?.partId : undefined, length: part?.length };
  const at = { campaignId, revision, pageRevision, jobId, after: job.after, ...ofPart };
  const step = { db, at, job, now: Date.now() };
  const { queued, isLast } =
    job.kind === 'write' ? await writePart(step, campaign, part) : await changeRows(step, campaign, rows);
  await sendPublishesRequested(
    env.JOBS,
    queued.map((version) => ({ kind: 'publish', workspace, ...version, campaignId })),
  );
  if (!isLast) await sendJobRequested(env.JOBS, request);
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
