import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { campaigns, waitingRows } from '../../tables/campaigns.ts';
import { nextStepAfter } from '../messages.ts';
import type { Campaign } from '../schemas.ts';
import type { Job } from '../words.ts';
import { haveAllFields, refuseFields } from './create.ts';
import {
  type CampaignPath,
  type CampaignRow,
  isOpen,
  refuseArchived,
  reviseCampaign,
  wordsColumns,
  writeCampaign,
} from './internal.ts';

const { job } = campaigns;

/** The condition that no job runs on the rows of a campaign. */
export const isIdle = or(isNull(job), sql`${job} ->> 'state' <> 'running'`) as SQL;

/** Throws `job_running`, if one runs. */
export function refuseWhileRunning({ job: current }: Pick<CampaignRow, 'job'>): void {
  if (current?.state === 'running')
    throw new FootfallError(
      'job_running',
      `A job runs: ${current.done} of ${current.total} rows are done. Stop it first.`,
    );
}

/** A job that begins. */
export const newJob = (kind: Job['kind'], author: string): Job => ({
  jobId: newId('job'),
  kind,
  state: 'running',
  after: '',
  total: 0,
  done: 0,
  changed: 0,
  refused: 0,
  problems: [],
  author,
  startedAt: Date.now(),
  endedAt: null,
});

interface JobParams {
  at: ParamsOf<CampaignPath>;
  /** JSON of the job, without the number of rows. */
  started: Param<string>;
  write: WriteParams;
}

type Kind = 'publish' | 'archive' | 'roll back';

/** The condition that the job that archives has been stopped: the same request goes on with it. */
const isHalfArchived = sql`${job} ->> 'kind' = 'archive' and ${job} ->> 'state' = 'stopped'`;
const wasHalfArchived = ({ job: last }: CampaignRow) => last?.kind === 'archive' && last.state === 'stopped';

/** The condition that words can be rolled back: there are earlier ones, and the page has their fields still. */
const hasEarlier = (pageId: Param<string>) =>
  sql`${isNotNull(campaigns.earlierWords)} and (${campaigns.earlierWords} -> 'fieldOverrides' is null
    or ${haveAllFields(pageId, sql`${campaigns.earlierWords}`)})`;

const start = statement(({ at, started, write }: JobParams, kind: Kind) =>
  reviseCampaign(
    at,
    write,
    {
      job: sql`json_set(${started}, '$.total', ${campaigns.rowsCount})`,
      dueAt: sql`${write.now} + ${nextStepAfter}`,
      ...(kind === 'archive' && { archivedAt: sql`coalesce(${campaigns.archivedAt}, ${write.now})` }),
      ...(kind === 'roll back' && wordsColumns(sql`${campaigns.earlierWords}`)),
    },
    and(
      kind === 'archive' ? or(isOpen, isHalfArchived) : isOpen,
      isIdle,
      kind === 'roll back' ? (hasEarlier(at.pageId) as SQL) : undefined,
    ),
  ),
);

interface Started {
  campaign: Tagged<Campaign>;
  /** The job, if this request has started it. */
  jobId: string | undefined;
}

/**
 * Starts a job on all rows of a campaign: it publishes the words of now, or those before the last change, or archives the
 * audiences and the campaign. Throws `campaign_archived`, `job_running`, `no_earlier_words`, `fields_mismatch`, and as `writeCampaign` does.
 */
export async function startJob(
  db: Database,
  at: CampaignPath,
  kind: Kind,
  author: string,
  ifMatch: IfMatch,
): Promise<Started> {
  const started = newJob(kind === 'archive' ? 'archive' : 'publish', author);
  const { jobId } = started;
  let current: string | undefined;
  const campaign = await writeCampaign(
    db,
    at,
    { jobId },
    ifMatch,
    (write) => start({ at, started: JSON.stringify(started), write }, kind),
    {
      refuse: (row, page) => {
        if (kind !== 'archive' || !wasHalfArchived(row)) refuseArchived(row);
        refuseWhileRunning(row);
        if (kind !== 'roll back') return;
        if (row.earlierWords === null)
          throw new FootfallError('no_earlier_words', 'The words of the campaign have never been changed.');
        refuseFields(
          page,
          row.earlierWords,
          'The words before the last change name it, and the page lacks it.',
        );
      },
      see: (row) => {
        current = row.job?.jobId;
      },
    },
  );
  return { campaign, jobId: current === jobId ? jobId : undefined };
}

const stop = statement(({ at, write }: Omit<JobParams, 'started'>) =>
  reviseCampaign(
    at,
    write,
    { job: sql`json_set(${job}, '$.state', 'stopped', '$.endedAt', ${write.now})`, dueAt: null },
    sql`${job} ->> 'state' = 'running'`,
  ),
);
const removeWaiting = statement(({ campaignId }: ParamsOf<Pick<CampaignPath, 'campaignId'>>) =>
  build
    .delete(waitingRows)
    .where(
      and(
        eq(waitingRows.campaignId, campaignId),
        existsIn(campaigns, and(eq(campaigns.campaignId, campaignId), isIdle)),
      ),
    ),
);

/**
 * Stops the job of a campaign: rows that are done stay as they are, and those that wait are removed. Without one that runs, it
 * changes nothing.
 */
export const stopJob = (db: Database, at: CampaignPath, ifMatch: IfMatch): Promise<Tagged<Campaign>> =>
  writeCampaign(db, at, { stop: true }, ifMatch, (write) => stop({ at, write }), {
    also: removeWaiting(pick(at, ['campaignId'])),
  });
