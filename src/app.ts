import { type Context, Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import type { StatusCode } from 'hono/utils/http-status';
import { apiKeyRoutes } from './access/api-keys/routes.ts';
import { apiKey } from './access/middleware/api-key.ts';
import { csv } from './access/middleware/csv.ts';
import { shareLinkRoutes } from './access/share-links/routes.ts';
import { signInRoutes } from './access/sign-in/routes.ts';
import { annotationRoutes } from './analytics/annotations/routes.ts';
import { analyticsRoutes, workspaceAnalyticsRoutes } from './analytics/routes.ts';
import { viewRoutes } from './analytics/views/routes.ts';
import { audienceByIdRoutes, audienceRoutes, personAudienceRoutes } from './content/audiences/routes.ts';
import { pageRoutes } from './content/pages/routes.ts';
import { topicRoutes } from './content/topics/routes.ts';
import { publishRoutes, versionRoutes } from './content/versions/routes.ts';
import { healthRoutes } from './health/routes.ts';
import type { AppEnv } from './http/app-env.ts';
import { firstParty } from './http/middleware/first-party.ts';
import { conditions, noStore, serverTiming } from './http/middleware/headers.ts';
import { idempotencyKey } from './http/middleware/idempotency-key.ts';
import { innerRequests } from './http/middleware/inner.ts';
import { bodyUpTo, jsonBody } from './http/middleware/json-body.ts';
import { anyOrigin, crossOrigin, noBrowser, sameOrigin } from './http/middleware/origin.ts';
import { addressLimit } from './http/middleware/rate-limit.ts';
import { notFound, onError } from './http/problem.ts';
import { scopeOfRoute } from './http/route.ts';
import { FootfallError } from './lib/errors.ts';
import { excerpt } from './lib/excerpt.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { alertRoutes } from './outbound/alerts/routes.ts';
import { eventRoutes, eventSettingsRoutes } from './outbound/events/routes.ts';
import { webhookRoutes } from './outbound/webhooks/routes.ts';
import { accountRoutes } from './people/accounts/routes.ts';
import {
  accountLogRoutes,
  accountOwnLogRoutes,
  personLogRoutes,
  personOwnLogRoutes,
} from './people/logs/routes.ts';
import { personRoutes } from './people/persons/routes.ts';
import { visitRoutes } from './visits/beacons/routes.ts';
import { experimentRoutes } from './visits/experiments/routes.ts';
import { leftOutRoutes } from './visits/left-out/routes.ts';
import { hasCopies } from './visits/middleware/kept-words.ts';
import { visitOrigin, websiteCors, wordsOrigin } from './visits/middleware/visit-origin.ts';
import { audienceLinkRoutes, pageLinkRoutes, personLinkRoutes } from './visits/page-links/routes.ts';
import {
  accountSessionRoutes,
  audienceSessionRoutes,
  personSessionRoutes,
  workspaceSessionRoutes,
} from './visits/sessions/routes.ts';
import { tenantDomainRoutes } from './visits/tenant-domains/routes.ts';
import { accountTimelineRoutes, personTimelineRoutes } from './visits/timelines/routes.ts';
import { websiteRoutes } from './visits/websites/routes.ts';

const base = new Hono<AppEnv>();

/** The most bytes of a body that anyone can send: a visit with the longest fields has 27 KiB, 50 paths some 5. */
const largestOfAnyone = 32 * 1024;
/** The most bytes of a visit whose key nobody has verified: four times a usual one. Its queue holds 25 GB. */
const largestUnverified = 8 * 1024;

/** Serves a generated file of public/, with the headers of every answer. */
const asset = async (c: Context<AppEnv>) => {
  const { body, status, headers } = await c.env.ASSETS.fetch(c.req.raw);
  return c.newResponse(body, status as StatusCode, Object.fromEntries(headers));
};

/** Whether a route has this path, with any method. */
const isRoute = (path: string) =>
  ['GET', 'POST', 'PATCH', 'DELETE'].some((method) =>
    base.router.match(method, path)[0].some(([[, route]]) => route.method !== 'ALL'),
  );

/** The methods of the route that a path names: `…/resolve`, and not the one with an id in its place. */
function methodsOf(path: string): string[] {
  const found = base.routes.filter(
    (route) => route.method !== 'ALL' && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );
  const idsIn = (route: { path: string }) => route.path.split(':').length;
  const fewest = Math.min(...found.map(idsIn));
  const methods = found.filter((route) => idsIn(route) === fewest).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

export const app = base
  .use('/visit.js', crossOrigin())
  .use('/openapi.json', anyOrigin())
  .use(
    requestId({ headerName: 'x-request-id' }),
    serverTiming(),
    firstParty(),
    innerRequests(),
    secureHeaders(),
  )
  .use('/v0/visits', websiteCors('POST'))
  .use('/v0/page_links/resolve', websiteCors('GET,POST', 'GET, HEAD, POST'))
  .use(
    methodNotAllowed({
      app: base,
      onMethodNotAllowed: (c) => {
        const methods = methodsOf(c.req.path);
        c.header('Allow', methods.join(', '));
        // Of the 404 that this answer replaces.
        c.header('Link', undefined);
        // OPTIONS asks which methods a path takes (RFC 9110, 9.3.7).
        if (c.req.method === 'OPTIONS') return new Response(null, { status: 204 });
        throw new FootfallError('method_not_allowed', `${excerpt(c.req.path)} takes ${methods.join(', ')}.`);
      },
    }),
  )
  .use(
    '/v0/visits',
    apiKey({ limit: 'visitor' }),
    visitOrigin(),
    bodyUpTo(largestOfAnyone, { unverified: largestUnverified }),
  )
  .use('/v0/page_links/resolve', apiKey({ hasCopies }), wordsOrigin(), bodyUpTo(largestOfAnyone))
  .use(
    '/v0/sign_in',
    noStore(),
    sameOrigin(),
    addressLimit(),
    conditions(),
    bodyUpTo(largestOfAnyone),
    jsonBody(),
  )
  .route('/v0/sign_in', signInRoutes)
  .use(
    '/v0/*',
    apiKey(),
    conditions(),
    scopeOfRoute(),
    jsonBody(),
    idempotencyKey(base.fetch),
    csv(base.fetch),
  )
  .use('/mcp', noBrowser(), apiKey({ bearer: true }), scopeOfRoute(), jsonBody())
  .route('/health', healthRoutes)
  .get('/openapi.json', asset)
  .get('/visit.js', asset)
  .route('/v0/person_logs', personLogRoutes)
  .route('/v0/persons', personRoutes)
  .route('/v0/persons', personOwnLogRoutes)
  .route('/v0/persons', personTimelineRoutes)
  .route('/v0/persons', personSessionRoutes)
  .route('/v0/persons', personAudienceRoutes)
  .route('/v0/persons', personLinkRoutes)
  .route('/v0/accounts', accountSessionRoutes)
  .route('/v0/accounts', accountRoutes)
  .route('/v0/accounts', accountOwnLogRoutes)
  .route('/v0/accounts', accountTimelineRoutes)
  .route('/v0/account_logs', accountLogRoutes)
  .route('/v0/pages', pageRoutes)
  .route('/v0/pages', audienceRoutes)
  .route('/v0/audiences', audienceByIdRoutes)
  .route('/v0/pages', versionRoutes)
  .route('/v0/pages', publishRoutes)
  .route('/v0/pages', audienceLinkRoutes)
  .route('/v0/pages', audienceSessionRoutes)
  .route('/v0/audience_sessions', workspaceSessionRoutes)
  .route('/v0/pages', analyticsRoutes)
  .route('/v0/analytics', workspaceAnalyticsRoutes)
  .route('/v0/analytics/left_out', leftOutRoutes)
  .route('/v0/page_links', pageLinkRoutes)
  .route('/v0/tenant_domains', tenantDomainRoutes)
  .route('/v0/websites', websiteRoutes)
  .route('/v0/topics', topicRoutes)
  .route('/v0/annotations', annotationRoutes)
  .route('/v0/views', viewRoutes)
  .route('/v0/experiments', experimentRoutes)
  .route('/v0/events', eventRoutes)
  .route('/v0/event_settings', eventSettingsRoutes)
  .route('/v0/webhooks', webhookRoutes)
  .route('/v0/alerts', alertRoutes)
  .route('/v0/api_keys', apiKeyRoutes)
  .route('/v0/share_links', shareLinkRoutes)
  .route('/v0/visits', visitRoutes)
  .route('/mcp', mcpRoutes(base.fetch))
  .onError(onError)
  .notFound(notFound(isRoute));
