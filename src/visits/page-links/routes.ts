import { apiKey } from '../../access/middleware/api-key.ts';
import { audiencePath } from '../../content/audiences/routes.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { batchBody, batchWrites, eachValid } from '../../http/batch.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { endsCopiesOf } from '../../http/middleware/ends-copies.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { bodyOfAnyone } from '../../http/middleware/json-body.ts';
import { problemOf } from '../../http/problem.ts';
import { body, query, scope } from '../../http/route.ts';
import { statusOf } from '../../http/status.ts';
import { findWords, hasCopies, stateAge } from '../middleware/kept-words.ts';
import { websiteCors, wordsOrigin } from '../middleware/visit-origin.ts';
import { keepAMinute, shownTo, takeGuesses, takeUnknown } from '../middleware/words.ts';
import { inArm } from './choose.ts';
import {
  LooseResolveBatch,
  ResolveBatch,
  ResolveQuery,
  resolvePath,
  resolveUrl,
} from './resolve-query-schemas.ts';
import { PageLinkCreate, PageLinkSearchQuery, PageLinkUpdate, PersonPageLinkQuery } from './schemas.ts';
import { createPageLink } from './store/create.ts';
import { deletePageLink } from './store/delete.ts';
import { foundOrError, getPageLink, pageLinkOrThrow } from './store/internal.ts';
import { listLinksOfAudience, listLinksOfPerson } from './store/list.ts';
import { resolveEach, resolvePreview } from './store/resolve.ts';
import { searchPageLinks } from './store/search.ts';
import { updatePageLink } from './store/update.ts';

/** Words are for a website of the workspace. A copy has them while D1 does not answer. */
export const wordsEntrance = new Hono<AppEnv>()
  .use('/resolve', websiteCors('GET,POST', 'GET, HEAD, POST'))
  .use('/resolve', apiKey({ hasCopies }), wordsOrigin(), bodyOfAnyone());

export const pageLinkRoutes = new Hono<AppEnv>()
  .post('/', scope('write'), body(PageLinkCreate), async (c) => {
    return tagged(c, await createPageLink(c.var.db, c.req.valid('json')), 201);
  })
  .get('/search', scope('read'), query(PageLinkSearchQuery), async (c) => {
    return c.json(await searchPageLinks(c.var.db, c.req.valid('query')));
  })
  .get('/resolve', scope('read', 'resolve'), query(ResolveQuery), async (c) => {
    const { preview, path = '', url, tenantDomainId, visitor } = c.req.valid('query');
    const asked = url === undefined ? { path, tenantDomainId } : { url };
    if (preview !== undefined) {
      const draft = await resolvePreview(c.var.db, asked, preview);
      await takeGuesses(c, [draft]);
      // Never kept: it ends, and the draft may change.
      return c.json(shownTo(c, pageLinkOrThrow(draft)).value);
    }
    const { found, copiedAt } = await findWords(c, asked).catch((error) => takeUnknown(c, error));
    await takeGuesses(c, [found]);
    if (!found) keepAMinute(c);
    const chosen = inArm(pageLinkOrThrow(found), visitor);
    const shown = shownTo(c, chosen);
    // The next request may draw another version.
    const isDrawn = Boolean(shown.value.experiment?.arms);
    const answer = isDrawn ? c.json(shown.value) : tagged(c, shown);
    // Set on the answer and not by c.header(), so that a problem that `tagged` throws keeps `no-store`.
    if (isDrawn) answer.headers.set('Cache-Control', 'private, no-store');
    else if (copiedAt === undefined)
      answer.headers.set('Cache-Control', 'private, max-age=60, stale-while-revalidate=600');
    else answer.headers.set('Cache-Control', 'private, max-age=0');
    if (copiedAt !== undefined) stateAge(answer.headers, copiedAt);
    answer.headers.append('Vary', 'x-api-key');
    return answer;
  })
  .post(
    '/resolve',
    scope('read', 'resolve'),
    idempotency({ takesNoKey: true }),
    batchBody(ResolveBatch, LooseResolveBatch),
    async (c) => {
      const { paths, urls, tenantDomainId, visitor } = c.req.valid('json');
      const items = urls
        ? batchWrites(c, resolveUrl, urls, 'urls')
        : batchWrites(c, resolvePath, paths ?? [], 'paths');
      const outcomes = await eachValid(items, async (valid) => {
        const asked = valid.map(({ value }) =>
          urls ? { url: value } : { path: value, tenantDomainId: tenantDomainId ?? undefined },
        );
        const found = await resolveEach(c.var.db, asked);
        await takeGuesses(c, found);
        return found.map(foundOrError);
      });
      const results = outcomes.map((outcome) =>
        outcome.ok
          ? {
              status: 200 as const,
              resolution: shownTo(c, inArm(outcome.found, visitor)).value,
              problem: null,
            }
          : { status: statusOf(outcome.error.code), resolution: null, problem: problemOf(outcome.error, c) },
      );
      return c.json({ results });
    },
  )
  .get('/:page_link_id', scope('read'), async (c) => {
    return tagged(c, await getPageLink(c.var.db, c.req.param('page_link_id')));
  })
  .patch('/:page_link_id', scope('write'), body(PageLinkUpdate), endsCopiesOf('page_link'), async (c) => {
    const pageLinkId = c.req.param('page_link_id');
    return tagged(c, await updatePageLink(c.var.db, pageLinkId, c.req.valid('json'), ifMatch(c)));
  })
  .delete('/:page_link_id', scope('write'), endsCopiesOf('page_link'), async (c) => {
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
