import { authorOf } from '../../access/api-keys/author.ts';
import { lasting } from '../../access/middleware/lasting.ts';
import { Nothing } from '../../content/audiences/schemas.ts';
import { sendPublishRequested } from '../../content/versions/messages.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { body, query, scope } from '../../http/route.ts';
import {
  ExperimentCreate,
  ExperimentEstimateQuery,
  ExperimentListQuery,
  ExperimentUpdate,
  WinnerRequest,
} from './body-schemas.ts';
import { createExperiment } from './store/create.ts';
import { deleteExperiment } from './store/delete.ts';
import { forecast } from './store/estimate.ts';
import { publishWinner } from './store/publish.ts';
import { getExperiment, listExperiments } from './store/read.ts';
import { startExperiment } from './store/start.ts';
import { stopExperiment } from './store/stop.ts';
import { updateExperiment } from './store/update.ts';

export const experimentRoutes = new Hono<AppEnv>()
  .get('/', scope('read'), query(ExperimentListQuery), async (c) => {
    return c.json(await listExperiments(c.var.db, c.req.valid('query')));
  })
  .post('/', scope('write'), lasting(), body(ExperimentCreate), async (c) => {
    const author = authorOf(c.var.apiKey);
    return tagged(c, await createExperiment(c.var.db, c.req.valid('json'), author, ifMatch(c)), 201);
  })
  .get('/estimate', scope('read'), query(ExperimentEstimateQuery), async (c) => {
    return c.json(await forecast(c.var.db, c.req.valid('query')));
  })
  .get('/:experiment_id', scope('read'), async (c) => {
    return tagged(c, await getExperiment(c.var.db, c.req.param('experiment_id')));
  })
  .patch('/:experiment_id', scope('write'), body(ExperimentUpdate), async (c) => {
    const id = c.req.param('experiment_id');
    return tagged(c, await updateExperiment(c.var.db, id, c.req.valid('json'), ifMatch(c)));
  })
  .delete('/:experiment_id', scope('write'), async (c) => {
    return tagged(c, await deleteExperiment(c.var.db, c.req.param('experiment_id'), ifMatch(c)));
  })
  .post('/:experiment_id/start', scope('write'), lasting(), body(Nothing), async (c) => {
    return tagged(c, await startExperiment(c.var.db, c.req.param('experiment_id'), ifMatch(c)));
  })
  .post('/:experiment_id/stop', scope('write'), lasting(), body(Nothing), async (c) => {
    return tagged(c, await stopExperiment(c.var.db, c.req.param('experiment_id'), ifMatch(c)));
  })
  .post(
    '/:experiment_id/publish_winner',
    scope('write'),
    idempotency({ takesNoKey: true }),
    lasting(),
    body(WinnerRequest),
    async (c) => {
      const { workspace, apiKey } = c.var;
      const wanted = { ...c.req.valid('json'), author: authorOf(apiKey) };
      const published = await publishWinner(c.var.db, c.req.param('experiment_id'), wanted, ifMatch(c));
      const { test, versionId, transitionId } = published;
      if (transitionId)
        await sendPublishRequested(c.env.JOBS, { kind: 'publish', workspace, versionId, transitionId });
      return tagged(c, test);
    },
  );
