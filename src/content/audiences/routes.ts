import { lasting } from '../../access/middleware/lasting.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { endsCopiesOf } from '../../http/middleware/ends-copies.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { body, query, scope } from '../../http/route.ts';
import { matchQueryAsTyped } from '../../lib/search-text.ts';
import {
  AudienceCreate,
  AudienceListQuery,
  AudienceSearchQuery,
  AudienceUpdate,
  Nothing,
} from './schemas.ts';
import { archiveAudience, restoreAudience } from './store/archive.ts';
import { createAudience } from './store/create.ts';
import { listAudiences, listAudiencesOfPerson, searchAudiences } from './store/list.ts';
import { createPreview } from './store/preview.ts';
import { getAudienceById, getAudienceOrThrow } from './store/select.ts';
import { updateAudience } from './store/update.ts';

/** Names an audience by its path parameters. */
export const audiencePath = ({ page_id, audience_id }: { page_id: string; audience_id: string }) => ({
  pageId: page_id,
  audienceId: audience_id,
});

/** Mounted at /v0/pages. */
export const audienceRoutes = new Hono<AppEnv>()
  .get('/:page_id/audiences', scope('read'), query(AudienceListQuery), async (c) => {
    return c.json(await listAudiences(c.var.db, c.req.param('page_id'), c.req.valid('query')));
  })
  .post('/:page_id/audiences', scope('write'), body(AudienceCreate), async (c) => {
    return tagged(c, await createAudience(c.var.db, c.req.param('page_id'), c.req.valid('json')), 201);
  })
  .get('/:page_id/audiences/:audience_id', scope('read'), async (c) => {
    return tagged(c, await getAudienceOrThrow(c.var.db, audiencePath(c.req.param())));
  })
  .patch('/:page_id/audiences/:audience_id', scope('write'), body(AudienceUpdate), async (c) => {
    const path = audiencePath(c.req.param());
    return tagged(c, await updateAudience(c.var.db, path, c.req.valid('json'), ifMatch(c)));
  })
  .post(
    '/:page_id/audiences/:audience_id/archive',
    scope('write'),
    body(Nothing),
    endsCopiesOf('audience'),
    async (c) => {
      return tagged(c, await archiveAudience(c.var.db, audiencePath(c.req.param()), ifMatch(c)));
    },
  )
  .post('/:page_id/audiences/:audience_id/restore', scope('write'), body(Nothing), async (c) => {
    return tagged(c, await restoreAudience(c.var.db, audiencePath(c.req.param()), ifMatch(c)));
  })
  .post(
    '/:page_id/audiences/:audience_id/preview',
    scope('write'),
    idempotency({ takesNoKey: true }),
    lasting(),
    body(Nothing),
    async (c) => {
      return c.json(await createPreview(c.var.db, audiencePath(c.req.param())));
    },
  );

/** Mounted at /v0/audiences. */
export const audienceByIdRoutes = new Hono<AppEnv>()
  .get('/', scope('read'), query(AudienceSearchQuery), async (c) => {
    const { query: typed, ...page } = c.req.valid('query');
    // Without a word it finds nothing.
    return c.json(await searchAudiences(c.var.db, matchQueryAsTyped(typed) ?? '""', page));
  })
  .get('/:audience_id', scope('read'), async (c) => {
    return tagged(c, await getAudienceById(c.var.db, c.req.param('audience_id')));
  });

/** Mounted at /v0/persons. */
export const personAudienceRoutes = new Hono<AppEnv>().get(
  '/:person_id/audiences',
  scope('read'),
  query(AudienceListQuery),
  async (c) => {
    return c.json(await listAudiencesOfPerson(c.var.db, c.req.param('person_id'), c.req.valid('query')));
  },
);
