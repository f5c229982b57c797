import { env } from 'cloudflare:workers';
import { Audience, AudienceInFull, AudienceVersion } from '../../../src/content/audiences/schemas.ts';
import { VersionContent } from '../../../src/content/versions/schemas.ts';
import { type Problem, type Reply, type RequestOptions, send } from './client.ts';
import { faultyDatabase } from './faults.ts';
import { HeldQueue } from './held-queue.ts';
/** The messages that `call` has sent. */
export const queue = new HeldQueue();

/** The fields of a refusal, in addition to those of a successful answer. */
export type Refusal = Pick<Problem, 'errors'> & { code?: string; currentETag?: string };

/** The database for `call`: the real one, or one that loses an answer. */
let database = env.DB;

/** Does work in which D1 loses its first answer after the commit. `meanwhile`: what others do before the retry. */
export async function withALostAnswer<T>(
  work: () => Promise<T>,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<T> {
  database = faultyDatabase({ moment: 'after', meanwhile });
  try {
    return await work();
  } finally {
    database = env.DB;
  }
}

/** Checks that an answer is what the document says. */
function expectSchema(body: object): void {
  if ('items' in body && Array.isArray(body.items)) for (const item of body.items) expectSchema(item);
  const schemas = {
    nextContent: AudienceInFull,
    latestVersion: Audience,
    content: VersionContent,
    versionId: AudienceVersion,
  };
  const schema = Object.entries(schemas).find(([field]) => field in body)?.[1];
  if (schema) expect(schema.parse(body)).toEqual(body);
}

/**
 * Sends a request, and holds its messages to the queue. Checks that it costs one trip and that its answer matches the
 * interface.
 */
export async function call<T = AudienceInFull>(
  method: string,
  path: string,
  body?: unknown,
  options?: RequestOptions,
): Promise<Reply<T & Refusal>> {
  const isReal = database === env.DB;
  const reply = await send<T & Refusal>(method, path, body, {
    bindings: queue.bindings(database),
    ...options,
  });
  const what = `${method} ${path}: ${reply.text}`;
  expect(reply.cost.trips, what).toBeLessThanOrEqual(isReal ? 1 : 2);
  const type = { 304: null, 200: 'application/json', 201: 'application/json' }[reply.status];
  expect(reply.headers.get('content-type'), what).toBe(
    type === undefined ? 'application/problem+json' : type,
  );
  if (type) expectSchema(reply.body as object);
  return reply;
}
