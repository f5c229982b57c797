import type { Context } from 'hono';
import type { Schema } from 'hono/types';
import type { StatusCode } from 'hono/utils/http-status';
import { getPath } from 'hono/utils/url';
import { apiKey } from './access/middleware/api-key.ts';
import { csv } from './access/middleware/csv.ts';
import type { AppEnv } from './http/app-env.ts';
import { Hono } from './http/hono.ts';
import { firstParty } from './http/middleware/first-party.ts';
import { conditions, headerFields } from './http/middleware/headers.ts';
import { idempotencyKey } from './http/middleware/idempotency-key.ts';
import { type Fetch, innerRequests, isInner } from './http/middleware/inner.ts';
import { jsonBody } from './http/middleware/json-body.ts';
import { anyOrigin, crossOrigin } from './http/middleware/origin.ts';
import { methodNotAllowed, notFound, onError } from './http/problem.ts';
import { scopeOfRoute } from './http/route.ts';

// A Worker that starts evaluates none of the routes: its first answer waits for those of its collection, and not for all.
// See docs/decisions/0019-routes-on-call.md.

type Routes = Promise<Hono<AppEnv, Schema>>;

const ofLogs = () => import('./people/logs/routes.ts');
const ofTimelines = () => import('./visits/timelines/routes.ts');
const ofSessions = () => import('./visits/sessions/routes.ts');
const ofAudiences = () => import('./content/audiences/routes.ts');
const ofVersions = () => import('./content/versions/routes.ts');
const ofLinks = () => import('./visits/page-links/routes.ts');
const ofCampaigns = () => import('./visits/campaigns/routes.ts');
const ofAnalytics = () => import('./analytics/routes.ts');
const ofEvents = () => import('./outbound/events/routes.ts');
const ofVisits = () => import('./visits/beacons/routes.ts');
const ofMcp = () => import('./mcp/routes.ts');

/**
 * What loads the routes of a collection, by its path: their own paths begin after the part before `/:id`. `fetch` is the
 * app's.
 */
const routes: Readonly<Record<string, (fetch: Fetch) => Routes[]>> = {
  '/health': () => [import('./health/routes.ts').then((of) => of.healthRoutes)],
  '/v0/sign_in': () => [],
  '/v0/intake': () => [],
  '/v0/person_logs': () => [ofLogs().then((of) => of.personLogRoutes)],
  '/v0/persons': () => [import('./people/persons/routes.ts').then((of) => of.personRoutes)],
  '/v0/persons/:id/logs': () => [ofLogs().then((of) => of.personOwnLogRoutes)],
  '/v0/persons/:id/timeline': () => [ofTimelines().then((of) => of.personTimelineRoutes)],
  '/v0/persons/:id/export': () => [
    import('./visits/person-export/routes.ts').then((of) => of.personExportRoutes),
  ],
  '/v0/persons/:id/audience_sessions': () => [ofSessions().then((of) => of.personSessionRoutes)],
  '/v0/persons/:id/audiences': () => [ofAudiences().then((of) => of.personAudienceRoutes)],
  '/v0/persons/:id/page_links': () => [ofLinks().then((of) => of.personLinkRoutes)],
  '/v0/sources': () => [import('./visits/sources/routes.ts').then((of) => of.sourceRoutes)],
  '/v0/sources/:id/kept': () => [import('./visits/kept/routes.ts').then((of) => of.keptRoutes)],
  '/v0/accounts': () => [import('./people/accounts/routes.ts').then((of) => of.accountRoutes)],
  '/v0/accounts/:id/logs': () => [ofLogs().then((of) => of.accountOwnLogRoutes)],
  '/v0/accounts/:id/timeline': () => [ofTimelines().then((of) => of.accountTimelineRoutes)],
  '/v0/accounts/:id/audience_sessions': () => [ofSessions().then((of) => of.accountSessionRoutes)],
  '/v0/account_logs': () => [ofLogs().then((of) => of.accountLogRoutes)],
  '/v0/pages': () => [import('./content/pages/routes.ts').then((of) => of.pageRoutes)],
  '/v0/pages/:id/audiences': () => [
    ofAudiences().then((of) => of.audienceRoutes),
    ofVersions().then((of) => of.versionRoutes),
    ofLinks().then((of) => of.audienceLinkRoutes),
  ],
  '/v0/pages/:id/campaigns': () => [ofCampaigns().then((of) => of.campaignRoutes)],
  '/v0/pages/:id/publishes': () => [ofVersions().then((of) => of.publishRoutes)],
  '/v0/pages/:id/audience_sessions': () => [ofSessions().then((of) => of.audienceSessionRoutes)],
  '/v0/pages/:id/analytics': () => [ofAnalytics().then((of) => of.analyticsRoutes)],
  '/v0/audiences': () => [ofAudiences().then((of) => of.audienceByIdRoutes)],
  '/v0/audience_sessions': () => [ofSessions().then((of) => of.workspaceSessionRoutes)],
  '/v0/analytics': () => [
    ofAnalytics().then((of) => of.workspaceAnalyticsRoutes),
    import('./visits/left-out/routes.ts').then((of) => of.leftOutRoutes),
  ],
  '/v0/page_links': () => [ofLinks().then((of) => of.pageLinkRoutes)],
  '/v0/tenant_domains': () => [
    import('./visits/tenant-domains/routes.ts').then((of) => of.tenantDomainRoutes),
  ],
  '/v0/websites': () => [import('./visits/websites/routes.ts').then((of) => of.websiteRoutes)],
  '/v0/topics': () => [import('./content/topics/routes.ts').then((of) => of.topicRoutes)],
  '/v0/annotations': () => [import('./analytics/annotations/routes.ts').then((of) => of.annotationRoutes)],
  '/v0/views': () => [import('./analytics/views/routes.ts').then((of) => of.viewRoutes)],
  '/v0/experiments': () => [import('./visits/experiments/routes.ts').then((of) => of.experimentRoutes)],
  '/v0/events': () => [ofEvents().then((of) => of.eventRoutes)],
  '/v0/event_settings': () => [ofEvents().then((of) => of.eventSettingsRoutes)],
  '/v0/webhooks': () => [import('./outbound/webhooks/routes.ts').then((of) => of.webhookRoutes)],
  '/v0/alerts': () => [import('./outbound/alerts/routes.ts').then((of) => of.alertRoutes)],
  '/v0/system': () => [import('./health/routes.ts').then((of) => of.systemRoutes)],
  '/v0/sample_data': () => [import('./health/routes.ts').then((of) => of.sampleDataRoutes)],
  '/v0/export': () => [import('./backup/routes.ts').then((of) => of.exportRoutes)],
  '/v0/restore': () => [import('./backup/routes.ts').then((of) => of.restoreRoutes)],
  '/v0/api_keys': () => [import('./access/api-keys/routes.ts').then((of) => of.apiKeyRoutes)],
  '/v0/share_links': () => [import('./access/share-links/routes.ts').then((of) => of.shareLinkRoutes)],
  '/v0/visits': () => [ofVisits().then((of) => of.visitRoutes)],
  '/mcp': (fetch) => [ofMcp().then((of) => of.mcpRoutes(fetch))],
};

/** What loads the middleware that requests of a collection pass first: it looks at the key, or the origin, in its own way. */
const entrances: Readonly<Record<string, () => Routes>> = {
  '/v0/sign_in': () => import('./access/sign-in/routes.ts').then((of) => of.signInRoutes),
  '/v0/intake': () => import('./visits/intake/routes.ts').then((of) => of.intakeRoutes),
  '/v0/page_links': () => ofLinks().then((of) => of.wordsEntrance),
  '/v0/visits': () => ofVisits().then((of) => of.visitEntrance),
  '/mcp': () => ofMcp().then((of) => of.mcpEntrance),
};

/** Serves a generated file of public/, with the headers of every answer. */
const asset = async (c: Context<AppEnv>) => {
  const { body, status, headers } = await c.env.ASSETS.fetch(c.req.raw);
  return c.newResponse(body, status as StatusCode, Object.fromEntries(headers));
};

/** Whether a route has this path, with any method. */
const isRouteOf = (app: Hono<AppEnv>) => (path: string) =>
  ['GET', 'POST', 'PATCH', 'DELETE'].some((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method !== 'ALL'),
  );

/** The methods of the route that a path names, if any: `…/resolve`, and not the one with an id in its place. */
function methodsOf(app: Hono<AppEnv>, path: string): string[] {
  if (!isRouteOf(app)(path)) return [];
  const found = app.routes.filter(
    (route) => route.method !== 'ALL' && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );
  const idsIn = (route: { path: string }) => route.path.split(':').length;
  const fewest = Math.min(...found.map(idsIn));
  const methods = found.filter((route) => idsIn(route) === fewest).map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
}

/** Answers a request by the routes of its collection. */
const fetch = async (request: Request, env: object, context: ExecutionContext): Promise<Response> => {
  const collection = collectionOf(request);
  const path = lacksKey(request, collection) ? '' : collection;
  return (apps.get(path) ?? (await appFor(path))).fetch(request, env, context);
};
export const app = { fetch };

/** The app with the routes of these collections. */
async function appOf(paths: readonly string[]): Promise<Hono<AppEnv>> {
  const app = new Hono<AppEnv>()
    .use('/visit.js', crossOrigin())
    .use('/openapi.json', anyOrigin())
    .use(headerFields(), firstParty(), innerRequests());
  for (const path of paths) {
    const entrance = await entrances[path]?.();
    if (entrance) app.route(path, entrance);
  }
  app
    .use('/v0/*', apiKey(), conditions(), scopeOfRoute(), jsonBody(), idempotencyKey(fetch), csv(fetch))
    .get('/openapi.json', asset)
    .get('/visit.js', asset)
    .onError(onError)
    .notFound((c) => methodNotAllowed(c, methodsOf(app, c.req.path)) ?? notFound(c, isRouteOf(app)));
  for (const path of paths)
    for (const below of await Promise.all(routes[path]?.(fetch) ?? []))
      app.route(path.replace(/\/:id.*/, ''), below);
  return app;
}

/** The app with all routes, for the documents and the tests. */
export const wholeApp = () => appOf(Object.keys(routes));

/** Settled, so that no request waits for what another one does, which may end before. */
const apps = new Map<string, Hono<AppEnv>>();

/** The collection that a path names, or none. */
function collectionOf(request: Request): string {
  const path = getPath(request);
  if (path in routes) return path;
  const [, start = '', below] = /^((?:\/v0)?\/[^/]*)(?:\/[^/]+\/([^/]+))?/.exec(path) ?? [];
  return [`${start}/:id/${below}`, start].find((path) => path in routes) ?? '';
}

/** Whether a request is refused for want of a key, whatever its route: then none is evaluated for it. */
const lacksKey = (request: Request, collection: string) =>
  collection.startsWith('/v0/') &&
  !(collection in entrances) &&
  request.method !== 'OPTIONS' &&
  !request.headers.get('x-api-key') &&
  !isInner(request);

/** Loads the app with the routes of a collection, or with none. */
async function appFor(path: string): Promise<Hono<AppEnv>> {
  const app = await appOf([path]);
  apps.set(path, app);
  return app;
}
