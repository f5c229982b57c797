import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { selectPage } from '../../../content/pages/store/internal.ts';
import type { Database } from '../../../db/client.ts';
import { hasWrite, isUnwritten, withWrite } from '../../../db/conditional-write.ts';
import { existsIn, insertEach } from '../../../db/sql.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { keyOf } from '../../../people/persons/identity.ts';
import { campaigns, waitingRows } from '../../tables/campaigns.ts';
import { mostRows } from '../limits.ts';
import { nextStepAfter } from '../messages.ts';
import type { CampaignJob, CampaignRowWrite } from '../schemas.ts';
import type { Job } from '../words.ts';
import { type CampaignPath, campaignRecord, foundCampaign, refuseArchived, toJob } from './internal.ts';
import { isIdle, newJob, refuseWhileRunning } from './jobs.ts';

const { job } = campaigns;

/** The most rows of a step of the job, and the most characters that they have as JSON. */
const [mostOfPart, longestPart] = [100, 250_000];

/** A row that waits, and by what an erasure finds it. */
export interface WaitingRow {
  /** The identifiers of its person, as they are compared, or the id of the person. */
  of: string[];
  row: CampaignRowWrite;
}

function waiting(row: CampaignRowWrite): WaitingRow {
  const { email, phoneNumber, linkedinProfileUrl: url } = row.person ?? {};
  const profile = url && keyOf('linkedinProfileUrl', url);
  return { of: [row.personId, email, phoneNumber, profile].filter((one) => one != null), row };
}

/** Rows in the parts in which they are written. */
function partsOf(rows: CampaignRowWrite[]): WaitingRow[][] {
  const parts: WaitingRow[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const one = waiting(row);
    const its = JSON.stringify(one).length;
    if (length + its > longestPart || parts.at(-1)?.length === mostOfPart) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(one);
    length += its;
  }
  return parts;
}

interface QueueParams {
  at: ParamsOf<CampaignPath>;
  write: { writeId: Param<string>; now: Param<number> };
  /** The number of the rows. */
  count: Param<number>;
  /** A JSON array of parts. */
  parts: Param<string>;
  /** JSON of a job that begins. */
  started: Param<string>;
}
const isWriting = sql`${job} ->> 'state' = 'running' and ${job} ->> 'kind' = 'write'`;
/** The condition that a campaign takes rows that wait, and has not taken these. */
const takes = ({ at, write, count }: QueueParams) =>
  and(
    eq(campaigns.campaignId, at.campaignId),
    eq(campaigns.pageId, at.pageId),
    isNull(campaigns.archivedAt),
    isUnwritten(campaigns.writeIds, write),
    or(isIdle, sql`${isWriting} and ${job} ->> 'total' - ${job} ->> 'done' + ${count} <= ${mostRows}`),
  );

const insertParts = statement((params: QueueParams) =>
  insertEach(
    waitingRows,
    params.parts as SQL<string>,
    existsIn(campaigns, takes(params)),
  ).onConflictDoNothing(),
);
// More rows for a job are no revision: a step of it may be under way.
const startOrExtend = statement((params: QueueParams) =>
  build
    .update(campaigns)
    .set({
      job: sql`iif(${isWriting}, json_set(${job}, '$.total', ${job} ->> 'total' + ${params.count}), ${params.started})`,
      dueAt: sql`coalesce(${campaigns.dueAt}, ${params.write.now} + ${nextStepAfter})`,
      revision: sql`iif(${isWriting}, ${campaigns.revision}, ${campaigns.revision} + 1)`,
      writeIds: withWrite(campaigns.writeIds, params.write),
    })
    .where(takes(params)),
);

interface Queued {
  job: CampaignJob | null;
  /** The job, if this request has started it. */
  jobId: string | undefined;
}

/**
 * Lets rows of a campaign wait for a job that writes them in order, which begins if none runs. No row is looked at before. Throws
 * `job_running` when a job of another kind runs, `campaign_full` when more rows would wait than a campaign has, `page_not_found`,
 * `campaign_not_found`, `campaign_archived`.
 */
export async function queueRows(
  db: Database,
  at: CampaignPath,
  rows: CampaignRowWrite[],
  author: string,
): Promise<Queued> {
  const { pageId, campaignId } = at;
  const write = { writeId: newId('write'), now: Date.now() };
  // Rows within JSON, and not its text as a text: each quotation mark would have two more, and D1 takes 2 MB.
  const parts = partsOf(rows).map((some, index) => ({
    campaignId,
    partId: `${write.writeId}.${String(index).padStart(3, '0')}`,
    rows: some,
    author,
  }));
  const started: Job = { ...newJob('write', author), total: rows.length };
  const params = {
    at,
    write,
    count: rows.length,
    parts: JSON.stringify(parts),
    started: JSON.stringify(started),
  };
  const isAny = rows.length > 0;
  const [, , [page], [row]] = await db.batch([
    isAny ? insertParts(params) : undefined,
    isAny ? startOrExtend(params) : undefined,
    selectPage({ pageId }),
    campaignRecord.select({ campaignId }),
  ]);
  const campaign = foundCampaign(pageId, page, row);
  refuseArchived(campaign);
  if (isAny && !hasWrite(campaign, write)) {
    if (campaign.job?.kind !== 'write') refuseWhileRunning(campaign);
    throw new FootfallError(
      'campaign_full',
      `At most ${mostRows.toLocaleString('en')} rows of a campaign wait. Send the others later.`,
    );
  }
  return {
    job: campaign.job && toJob(campaign.job),
    jobId: campaign.job?.jobId === started.jobId ? started.jobId : undefined,
  };
}
