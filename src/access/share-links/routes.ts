import type { AppEnv } from '../../http/app-env.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { endsCopies } from '../../http/middleware/ends-copies.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { also, body, query, scope } from '../../http/route.ts';
import { lasting } from '../middleware/lasting.ts';
import { createShareCode } from './link.ts';
import { ShareLinkCreate } from './schemas.ts';
import { createShareLink, keyIdOf, linkIdOf, listShareLinks, revokeShareLink } from './store/share-links.ts';

/** All need `write`: who looks by a link does not learn which other links there are. */
export const shareLinkRoutes = new Hono<AppEnv>()
  // The link gives the right to read, which a key that only writes does not have.
  .post(
    '/',
    scope('write'),
    also('read'),
    idempotency({ secretOf: (made) => linkIdOf(made('api_key')) }),
    lasting(),
    body(ShareLinkCreate),
    async (c) => {
      const { db, workspace, apiKey } = c.var;
      const code = createShareCode(workspace);
      return c.json(await createShareLink(db, { workspace, code }, c.req.valid('json'), apiKey), 201);
    },
  )
  .get('/', scope('write'), query(ListQuery), async (c) => {
    return c.json(await listShareLinks(c.var.db, c.req.valid('query')));
  })
  .delete(
    '/:share_link_id',
    scope('write'),
    endsCopies('api_key', (c) => keyIdOf(c.req.param('share_link_id') ?? '')),
    async (c) => {
      return c.json(await revokeShareLink(c.var.db, c.req.param('share_link_id')));
    },
  );
