import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { apiKey, keyIn } from '../access/middleware/api-key.ts';
import { declineKey, startKey } from '../content/versions/store/operation-keys.ts';
import type { AppEnv } from '../http/app-env.ts';
import { readAsset } from '../http/asset.ts';
import { Hono } from '../http/hono.ts';
import { type Fetch, innerRequest } from '../http/middleware/inner.ts';
import { jsonBody } from '../http/middleware/json-body.ts';
import { noBrowser } from '../http/middleware/origin.ts';
import { scope, scopeOfRoute } from '../http/route.ts';
import { validationError, violation } from '../lib/errors.ts';
import { sha256 } from '../lib/sha256.ts';
import type { ApiRequest, Caller, McpMessage, ToolSchemas } from './server/caller.ts';

/** The media types of a message, as the SDK of MCP compares them: in lower case, and each by its name (RFC 9110, 12.5.1). */
const typesOf = (c: Context<AppEnv>) => ({
  // `jsonBody` has checked it.
  'content-type': 'application/json',
  accept: (c.req.header('accept') ?? '').toLowerCase().replace('*/*', 'application/json, text/event-stream'),
});

/** The message of a client. Its key and its cookies stay here. */
async function messageOf(c: Context<AppEnv>): Promise<McpMessage> {
  const text = await c.req.text();
  // One request of the rate limit would otherwise call any number of tools.
  if (text.trimStart().startsWith('['))
    throw validationError([violation('body', '', 'invalid_type', 'must be one message: MCP has no batches')]);
  const headers = Object.entries(c.req.header()).filter(([name]) => /^mcp-/.test(name));
  return { headers: { ...Object.fromEntries(headers), ...typesOf(c) }, text };
}

function callerOf(c: Context<AppEnv>, fetch: Fetch): Caller {
  const { scopes } = c.var.apiKey;
  return {
    scopes,
    secret: sha256(`MCP confirmations of ${keyIn(c, { bearer: true })}`),
    call: async ({ method, path, body, ifMatch, idempotencyKey }: ApiRequest) => {
      const request = innerRequest(c, path, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { body }),
      });
      const response = await fetch(request, c.env, c.executionCtx as ExecutionContext);
      return { status: response.status, etag: response.headers.get('etag'), text: await response.text() };
    },
    decline: async (operationKey) => scopes.includes('write') && (await declineKey(c.var.db, operationKey)),
    start: async (operationKey) => scopes.includes('write') && (await startKey(c.var.db, operationKey)),
    origin: new URL(c.req.url).origin,
  };
}

/** A client of MCP has its key in `Authorization`, and is no browser. */
export const mcpEntrance = new Hono<AppEnv>().use(
  '/',
  noBrowser(),
  apiKey({ bearer: true }),
  scopeOfRoute(),
  jsonBody(),
);

const ofServer = () => import('./server/server.ts');

/**
 * Answers MCP at /mcp. `fetch` is the app's: each tool is one request of the API. `load` loads the server, at the first
 * message.
 */
export const mcpRoutes = (
  fetch: Fetch,
  load: () => Promise<Pick<Awaited<ReturnType<typeof ofServer>>, 'answer'>> = ofServer,
) =>
  new Hono<AppEnv>().post('/', scope('read'), async (c) => {
    const message = await messageOf(c);
    const { answer } = await load();
    const schemas = await readAsset<ToolSchemas>(c.env, 'mcp-tools.json');
    const { status, headers, text } = await answer(message, callerOf(c, fetch), schemas);
    const type = headers['content-type'];
    return c.newResponse(
      text || null,
      status as StatusCode,
      type === undefined ? {} : { 'Content-Type': type },
    );
  });
