import { type Call, Db, type Env, fixedHeaders, Problem, problemOf, respond } from './http.ts';
import { checkKey, type Scope } from './keys.ts';
import { createLog, createLogs } from './logs.ts';
import { listSessions } from './sessions.ts';
import { checkOrigin, collectVisit } from './visits.ts';

type Handler = (call: Call) => Promise<Response>;

const routes: Record<string, { scope: Scope; handle: Handler }> = {
  'POST /v0/person_logs': { scope: 'write', handle: createLog },
  'POST /v0/person_logs/batch': { scope: 'write', handle: createLogs },
  'POST /v0/visits': { scope: 'collect', handle: collectVisit },
};
const sessionsOfPage = { path: /^\/v0\/pages\/([^/]+)\/audience_sessions$/, scope: 'read' } as const;

async function answer(call: Call): Promise<Response> {
  const { method } = call.request;
  const { pathname } = call.url;
  const route = routes[`${method} ${pathname}`];
  if (route) {
    if (route.scope === 'collect') checkOrigin(call);
    await checkKey(call, route.scope);
    return route.handle(call);
  }
  const pageId = method === 'GET' && sessionsOfPage.path.exec(pathname)?.[1];
  if (!pageId) throw new Problem(404, 'route_not_found', `There is no ${pathname} here.`);
  await checkKey(call, sessionsOfPage.scope);
  return listSessions(call, decodeURIComponent(pageId));
}

function refuse(error: unknown, call: Call): Response {
  if (!(error instanceof Problem)) console.error(error);
  const problem =
    error instanceof Problem ? error : new Problem(500, 'internal_error', 'The cause is in the log.');
  call.headers['content-type'] = 'application/problem+json';
  if (problem.status === 429) call.headers['retry-after'] = '10';
  if (problem.status === 401) {
    call.headers['www-authenticate'] = 'ApiKey realm="footfall"';
    // The cost of a lookup would reveal whether a key is known.
    call.db = new Db(call.env.DB);
  }
  return respond(call, JSON.stringify(problemOf(problem, call)), problem.status);
}

/** A Worker without a library that answers some operations as Footfall does: see bench/README.md. */
export default {
  async fetch(request, env) {
    const id = request.headers.get('x-request-id') ?? '';
    const headers = {
      ...fixedHeaders,
      'x-request-id': /^[\w-=]{1,255}$/.test(id) ? id : crypto.randomUUID(),
    };
    const call: Call = { request, env, url: new URL(request.url), db: new Db(env.DB), headers };
    try {
      return await answer(call);
    } catch (error) {
      return refuse(error, call);
    }
  },
} satisfies ExportedHandler<Env>;
