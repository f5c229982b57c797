import { Hono } from 'hono';
import { audiencePath } from '../../content/audiences/routes.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { ListQuery } from '../../http/list-query.ts';
import { body, query, scope } from '../../http/route.ts';
import {
  PageLinkCreate,
  PageLinkSearchQuery,
  PageLinkUpdate,
  PersonPageLinkQuery,
  ResolveQuery,
} from './schemas.ts';
import { createPageLink } from './store/create.ts';
import { deletePageLink } from './store/delete.ts';
import { getPageLink } from './store/internal.ts';
import { listLinksOfAudience, listLinksOfPerson } from './store/list.ts';
import { resolvePageLink, resolvePreview } from './store/resolve.ts';
import { searchPageLinks } from './store/search.ts';
import { updatePageLink } from './store/update.ts';

export const pageLinkRoutes = new Hono<AppEnv>()
  .post('/', scope('write'), body(PageLinkCreate), async (c) => {
    return tagged(c, await createPageLink(c.var.db, c.req.valid('json')), 201);
  })
  .get('/search', scope('read'), query(PageLinkSearchQuery), async (c) => {
    return c.json(await searchPageLinks(c.var.db, c.req.valid('query')));
  })
  .get('/resolve', scope('read'), query(ResolveQuery), async (c) => {
    const { preview, ...visit } = c.req.valid('query');
    // Never kept: it ends, and the draft may change.
    if (preview !== undefined) return c.json(await resolvePreview(c.var.db, { ...visit, preview }));
    const answer = tagged(c, await resolvePageLink(c.var.db, visit));
    // Set on the answer and not by c.header(), so that a problem that `tagged` throws keeps `no-store`.
    answer.headers.set('Cache-Control', 'private, max-age=60, stale-while-revalidate=600');
    answer.headers.append('Vary', 'x-api-key');
    return answer;
  })
  .get('/:page_link_id', scope('read'), async (c) => {
    return tagged(c, await getPageLink(c.var.db, c.req.param('page_link_id')));
  })
  .patch('/:page_link_id', scope('write'), body(PageLinkUpdate), async (c) => {
    const pageLinkId = c.req.param('page_link_id');
    return tagged(c, await updatePageLink(c.var.db, pageLinkId, c.req.valid('json'), ifMatch(c)));
  })
  .delete('/:page_link_id', scope('write'), async (c) => {
    return tagged(c, await deletePageLink(c.var.db, c.req.param('page_link_id'), ifMatch(c)));
  });

/** Mounted at /v0/pages. */
export const audienceLinkRoutes = new Hono<AppEnv>().get(
  '/:page_id/audiences/:audience_id/page_links',
  scope('read'),
  query(ListQuery),
  async (c) => {
    return c.json(await listLinksOfAudience(c.var.db, audiencePath(c.req.param()), c.req.valid('query')));
  },
);

/** Mounted at /v0/persons. */
export const personLinkRoutes = new Hono<AppEnv>().get(
  '/:person_id/page_links',
  scope('read'),
  query(PersonPageLinkQuery),
  async (c) => {
    return c.json(await listLinksOfPerson(c.var.db, c.req.param('person_id'), c.req.valid('query')));
  },
);
