import { authorOf } from '../../access/api-keys/author.ts';
import { lasting } from '../../access/middleware/lasting.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { body, query, scope } from '../../http/route.ts';
import { audiencePath } from '../audiences/routes.ts';
import { Nothing, PublishRequest } from '../audiences/schemas.ts';
import { sendPublishRequested } from './messages.ts';
import { PublishListQuery } from './schemas.ts';
import { cancelVersion } from './store/cancel.ts';
import { getVersionOrThrow } from './store/internal.ts';
import { openNextDraft } from './store/open.ts';
import { listPublishes } from './store/publishes.ts';
import { getVersionContent, listVersions } from './store/read.ts';
import { readyVersion } from './store/ready.ts';
import { requestPublish } from './store/request-publish.ts';

const versionPath = (param: { page_id: string; audience_id: string; version_id: string }) => ({
  ...audiencePath(param),
  versionId: param.version_id,
});

/** Mounted at /v0/pages. */
export const versionRoutes = new Hono<AppEnv>()
  .basePath('/:page_id/audiences/:audience_id/versions')
  .get('/', scope('read'), query(ListQuery), async (c) => {
    return c.json(await listVersions(c.var.db, audiencePath(c.req.param()), c.req.valid('query')));
  })
  .post('/', scope('write'), body(Nothing), async (c) => {
    const { value, etag } = await openNextDraft(c.var.db, audiencePath(c.req.param()), ifMatch(c));
    return tagged(c, { value: value.latestVersion, etag });
  })
  .get('/:version_id', scope('read'), async (c) => {
    return tagged(c, await getVersionOrThrow(c.var.db, versionPath(c.req.param())));
  })
  .get('/:version_id/content', scope('read'), async (c) => {
    return c.json(await getVersionContent(c.var.db, versionPath(c.req.param())));
  })
  .post('/:version_id/ready', scope('write'), body(Nothing), async (c) => {
    return tagged(c, await readyVersion(c.var.db, versionPath(c.req.param()), ifMatch(c)));
  })
  .post(
    '/:version_id/publish',
    scope('write'),
    idempotency({ takesNoKey: true }),
    lasting(),
    body(PublishRequest),
    async (c) => {
      const path = versionPath(c.req.param());
      const { workspace, apiKey } = c.var;
      const wanted = { ...c.req.valid('json'), author: authorOf(apiKey) };
      const { version, transitionId } = await requestPublish(c.var.db, path, wanted, ifMatch(c));
      const { versionId } = path;
      if (transitionId) {
        await sendPublishRequested(c.env.JOBS, { kind: 'publish', workspace, versionId, transitionId });
      }
      return tagged(c, version);
    },
  )
  .post('/:version_id/cancel', scope('write'), body(Nothing), async (c) => {
    return tagged(c, await cancelVersion(c.var.db, versionPath(c.req.param()), ifMatch(c)));
  });

/** Mounted at /v0/pages. */
export const publishRoutes = new Hono<AppEnv>().get(
  '/:page_id/publishes',
  scope('read'),
  query(PublishListQuery),
  async (c) => c.json(await listPublishes(c.var.db, c.req.param('page_id'), c.req.valid('query'))),
);
