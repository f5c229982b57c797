import { listAccounts } from './accounts.ts';
import { analytics } from './analytics.ts';
import { listAudiences } from './audiences.ts';
import { type Call, Db, type Env, fixedHeaders, Problem, problemOf, respond } from './http.ts';
import { checkKey, type Scope } from './keys.ts';
import { resolveLink } from './links.ts';
import { createLog, createLogs, getLog } from './logs.ts';
import { getPerson, searchPersons } from './persons.ts';
import { listSessions } from './sessions.ts';
import { checkOrigin, collectVisit } from './visits.ts';

type Handler = (call: Call) => Promise<Response>;

const routes: [method: string, path: RegExp, scope: Scope, handle: Handler][] = [
  ['POST', /^\/v0\/person_logs$/, 'write', createLog],
  ['POST', /^\/v0\/person_logs\/batch$/, 'write', createLogs],
  ['GET', /^\/v0\/persons\/search$/, 'read', searchPersons],
  ['GET', /^\/v0\/persons\/([^/]+)$/, 'read', getPerson],
  ['GET', /^\/v0\/persons\/([^/]+)\/logs\/([^/]+)$/, 'read', getLog],
  ['GET', /^\/v0\/accounts$/, 'read', listAccounts],
  ['GET', /^\/v0\/pages\/([^/]+)\/audiences$/, 'read', listAudiences],
  ['GET', /^\/v0\/pages\/([^/]+)\/audience_sessions$/, 'read', listSessions],
  ['GET', /^\/v0\/pages\/([^/]+)\/analytics\/audiences$/, 'read', analytics],
  ['GET', /^\/v0\/page_links\/resolve$/, 'read', resolveLink],
  ['POST', /^\/v0\/visits$/, 'collect', collectVisit],
];

async function answer(call: Call): Promise<Response> {
  const { request, url } = call;
  for (const [method, path, scope, handle] of routes) {
    const match = request.method === method && path.exec(url.pathname);
    if (!match) continue;
    call.ids = match.slice(1);
    if (scope === 'collect') checkOrigin(call);
    await checkKey(call, scope);
    return handle(call);
  }
  throw new Problem(404, 'route_not_found', `There is no ${url.pathname} here.`);
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
    const call: Call = { request, env, url: new URL(request.url), ids: [], db: new Db(env.DB), headers };
    return answer(call).catch((error) => refuse(error, call));
  },
} satisfies ExportedHandler<Env>;
