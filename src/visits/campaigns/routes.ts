import type { Context } from 'hono';
import { authorOf } from '../../access/api-keys/author.ts';
import { lasting } from '../../access/middleware/lasting.ts';
import { Nothing } from '../../content/audiences/schemas.ts';
import { sendPublishesRequested } from '../../content/versions/messages.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { batchBody, batchWrites } from '../../http/batch.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { problemOf } from '../../http/problem.ts';
import { body, query, scope } from '../../http/route.ts';
import { statusOf } from '../../http/status.ts';
import { filledRow } from './filled-schemas.ts';
import { sendJobRequested } from './messages.ts';
import { CampaignResultsQuery } from './result-schemas.ts';
import {
  CampaignCreate,
  CampaignRowQuery,
  CampaignRows,
  CampaignRowWrite,
  CampaignUpdate,
  LooseCampaignRows,
  LooseQueuedRows,
  QueuedCampaignRows,
} from './schemas.ts';
import { createCampaign } from './store/create.ts';
import { getCampaign } from './store/internal.ts';
import { startJob, stopJob } from './store/jobs.ts';
import { listCampaignRows, listCampaigns } from './store/list.ts';
import { queueRows } from './store/queue.ts';
import { campaignResults } from './store/results.ts';
import { updateCampaign } from './store/update.ts';
import { writeRows } from './store/write.ts';

const campaignPath = ({ page_id, campaign_id }: { page_id: string; campaign_id: string }) => ({
  pageId: page_id,
  campaignId: campaign_id,
});

const nothing = {
  outcome: null,
  personId: null,
  isNewPerson: false,
  audienceId: null,
  isNewAudience: false,
  pageLinkId: null,
  path: null,
  words: null,
};

/** Sends the first message of a job, if the request has started one. */
async function sendStarted(c: Context<AppEnv>, campaignId: string, jobId: string | undefined): Promise<void> {
  const { workspace } = c.var;
  if (jobId) await sendJobRequested(c.env.JOBS, { kind: 'campaign', workspace, campaignId, jobId });
}

/** Starts a job, and sends its first message. */
async function start(
  c: Context<AppEnv, '/:page_id/campaigns/:campaign_id/:job'>,
  kind: Parameters<typeof startJob>[2],
) {
  const path = campaignPath(c.req.param());
  const { db, apiKey } = c.var;
  const { campaign, jobId } = await startJob(db, path, kind, authorOf(apiKey), ifMatch(c));
  await sendStarted(c, path.campaignId, jobId);
  return tagged(c, campaign);
}

/** Mounted at /v0/pages. */
export const campaignRoutes = new Hono<AppEnv>()
  .basePath('/:page_id/campaigns')
  .get('/', scope('read'), query(ListQuery), async (c) => {
    return c.json(await listCampaigns(c.var.db, c.req.param('page_id'), c.req.valid('query')));
  })
  .post('/', scope('write'), body(CampaignCreate), async (c) => {
    return tagged(c, await createCampaign(c.var.db, c.req.param('page_id'), c.req.valid('json')), 201);
  })
  .get('/:campaign_id', scope('read'), async (c) => {
    return tagged(c, await getCampaign(c.var.db, campaignPath(c.req.param())));
  })
  .patch('/:campaign_id', scope('write'), body(CampaignUpdate), async (c) => {
    const path = campaignPath(c.req.param());
    return tagged(c, await updateCampaign(c.var.db, path, c.req.valid('json'), ifMatch(c)));
  })
  .post('/:campaign_id/publish', scope('write'), lasting(), body(Nothing), (c) => start(c, 'publish'))
  .post('/:campaign_id/roll_back', scope('write'), lasting(), body(Nothing), (c) => start(c, 'roll back'))
  .post('/:campaign_id/archive', scope('write'), lasting(), body(Nothing), (c) => start(c, 'archive'))
  .post('/:campaign_id/stop', scope('write'), body(Nothing), async (c) => {
    return tagged(c, await stopJob(c.var.db, campaignPath(c.req.param()), ifMatch(c)));
  })
  .get('/:campaign_id/results', scope('read'), query(CampaignResultsQuery), async (c) => {
    return c.json(await campaignResults(c.var.db, campaignPath(c.req.param()), c.req.valid('query')));
  })
  .get('/:campaign_id/rows', scope('read'), query(CampaignRowQuery), async (c) => {
    return c.json(await listCampaignRows(c.var.db, campaignPath(c.req.param()), c.req.valid('query')));
  })
  .post(
    '/:campaign_id/rows',
    scope('write'),
    idempotency({ takesNoKey: true }),
    lasting(),
    batchBody(CampaignRows, LooseCampaignRows),
    async (c) => {
      const { workspace, db, apiKey } = c.var;
      const { rows, dryRun } = c.req.valid('json');
      const writes = batchWrites(c, CampaignRowWrite, rows, 'rows');
      const path = campaignPath(c.req.param());
      const { campaignId } = path;
      const { outcomes, queued } = await db.ofCampaign(campaignId, () =>
        writeRows(
          db,
          workspace,
          path,
          (campaign) => writes.map((row) => (row.ok ? filledRow(campaign, row.value, row.path) : row)),
          { author: authorOf(apiKey), isDryRun: dryRun },
        ),
      );
      await sendPublishesRequested(
        c.env.JOBS,
        queued.map((version) => ({ kind: 'publish', workspace, ...version, campaignId })),
      );
      const results = outcomes.map((outcome) => {
        if ('error' in outcome) {
          const { error } = outcome;
          return { status: statusOf(error.code), ...nothing, problem: problemOf(error, c) };
        }
        const { ok: _, ...done } = outcome;
        return { status: done.outcome === 'created' ? 201 : 200, ...done, problem: null };
      });
      return c.json({ results });
    },
  )
  .post(
    '/:campaign_id/waiting_rows',
    scope('write'),
    idempotency({ takesNoKey: true }),
    lasting(),
    batchBody(QueuedCampaignRows, LooseQueuedRows),
    async (c) => {
      const { db, apiKey } = c.var;
      const at = campaignPath(c.req.param());
      const writes = batchWrites(c, CampaignRowWrite, c.req.valid('json').rows, 'rows');
      const rows = writes.flatMap((row) => (row.ok ? [row.value] : []));
      const { job, jobId } = await queueRows(db, at, rows, authorOf(apiKey));
      await sendStarted(c, at.campaignId, jobId);
      const refused = writes.flatMap((row, index) =>
        row.ok ? [] : [{ row: index + 1, problem: problemOf(row.error, c) }],
      );
      return c.json({ queued: rows.length, refused, job }, 202);
    },
  );
