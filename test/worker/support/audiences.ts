import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { contentOf } from '../../../src/content/audiences/content.ts';
import type { VersionStatus } from '../../../src/content/audiences/lifecycle.ts';
import { Audience, AudienceVersion } from '../../../src/content/audiences/schemas.ts';
import type { Content } from '../../../src/content/pages/content-schemas.ts';
import { VersionContent } from '../../../src/content/versions/schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import { newId } from '../../../src/lib/ids.ts';
import { type Problem, type Reply, type RequestOptions, send } from './client.ts';
import { faultyDatabase } from './faults.ts';
import { HeldQueue } from './held-queue.ts';
import { newPageId } from './pages.ts';
import { ok } from './replies.ts';

/** The messages that `call` has sent. */
export const queue = new HeldQueue();

/** The fields of a refusal, in addition to those of a successful answer. */
export type Refusal = Pick<Problem, 'errors'> & { code?: string; currentETag?: string };
type Fields = Record<string, string>;

/** The database for `call`: the real one, or one that loses an answer. */
let database = env.DB;

/** Does work in which D1 loses its first answer after the commit. `meanwhile`: what others do before the retry. */
export async function withALostAnswer<T>(
  work: () => Promise<T>,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<T> {
  database = faultyDatabase({ message: 'D1_ERROR: Network connection lost.', moment: 'after', meanwhile });
  try {
    return await work();
  } finally {
    database = env.DB;
  }
}

/** Checks that an answer is what the document says. */
function expectSchema(body: object): void {
  if ('items' in body && Array.isArray(body.items)) for (const item of body.items) expectSchema(item);
  const schemas = { latestVersion: Audience, content: VersionContent, versionId: AudienceVersion };
  const schema = Object.entries(schemas).find(([field]) => field in body)?.[1];
  if (schema) expect(schema.parse(body)).toEqual(body);
}

/**
 * Sends a request, and holds its messages to the queue. Checks that it costs one trip and that its answer matches the
 * interface.
 */
export async function call<T = Audience>(
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

export type Of = Pick<Audience, 'pageId' | 'audienceId'>;
type Version = Pick<AudienceVersion, 'versionId'>;
export const pathOf = ({ pageId, audienceId }: Of) => `/v0/pages/${pageId}/audiences/${audienceId}`;
export const versionPath = (of: Of, { versionId }: Version) => `${pathOf(of)}/versions/${versionId}`;

export const post = (pageId: string, body: object = {}, options?: RequestOptions) =>
  call('POST', `/v0/pages/${pageId}/audiences`, body, options);
/** Creates an audience of a page. */
export const audienceOf = (pageId: string, body?: object) => ok(post(pageId, body));
/** Creates an audience of a new page. */
export const newAudience = async (body?: object): Promise<Audience> => audienceOf(await newPageId(), body);
/** Creates an audience of a page, in any workspace, and returns its id. */
export const newAudienceId = async (pageId: string, body = {}, options?: RequestOptions): Promise<string> =>
  (await ok(send<Audience>('POST', `/v0/pages/${pageId}/audiences`, body, options))).audienceId;

export const get = (of: Of, headers: Fields = {}) => call('GET', pathOf(of), undefined, { headers });
export const read = (of: Of): Promise<Audience> => ok(get(of));
export const patch = (of: Of, body: object, headers: Fields = {}) =>
  call('PATCH', pathOf(of), body, { headers });
/** The list of a page's audiences. */
export const audiencesOf = (pageId: string, query = '') =>
  ok(call<List<Audience>>('GET', `/v0/pages/${pageId}/audiences?${query}`));

export const act = (of: Of, action: 'archive' | 'restore' | 'versions', headers: Fields = {}) =>
  call<Audience & AudienceVersion>('POST', `${pathOf(of)}/${action}`, {}, { headers });
export const actOn = (
  of: Of,
  version: Version,
  action: 'ready' | 'publish' | 'cancel',
  headers: Fields = {},
) => call<AudienceVersion>('POST', `${versionPath(of, version)}/${action}`, {}, { headers });
export const versionsOf = (of: Of, query = 'limit=100') =>
  ok(call<List<AudienceVersion>>('GET', `${pathOf(of)}/versions?${query}`));
export const readVersion = (of: Of, version: Version) =>
  ok(call<AudienceVersion>('GET', versionPath(of, version)));

/** Publishes the version and delivers its message. */
export async function publish(of: Of, version: Version): Promise<AudienceVersion> {
  const queued = await ok(actOn(of, version, 'publish'));
  expect(queued.status).toBe('queued');
  expect(await queue.deliver(queue.sent.at(-1))).toBe('ack');
  return readVersion(of, version);
}

/** An audience whose latest version has this status. */
export async function audienceIn(status: VersionStatus, body: object = {}): Promise<Audience> {
  const first = status === 'pending' ? { status } : {};
  const of = await newAudience({ supplementaryContext: 'first', ...body, ...first });
  const { latestVersion } = of;
  if (status === 'queued' || status === 'processing') await ok(actOn(of, latestVersion, 'publish'));
  if (status === 'processing') {
    await env.DB.prepare(
      `update audience_versions set status = 'processing', processing_at = queued_at + 5 where version_id = ?`,
    )
      .bind(latestVersion.versionId)
      .run();
  }
  if (status === 'published') await publish(of, latestVersion);
  if (status === 'cancelled') await ok(actOn(of, latestVersion, 'cancel'));
  if (status === 'archived') {
    // The first version is published after the second, and archives it.
    await ok(actOn(of, latestVersion, 'cancel'));
    await publish(of, await ok(act(of, 'versions')));
    await publish(of, latestVersion);
  }
  const now = await read(of);
  expect(now.status).toBe(status);
  return now;
}

/** Inserts an audience directly into the table. */
export async function insertAudience(
  pageId: string,
  { personId = null, archivedAt = null }: { personId?: string | null; archivedAt?: number | null } = {},
  database = env.DB,
): Promise<string> {
  const audienceId = newId('audience');
  await database
    .prepare(
      `INSERT INTO audiences (page_id, audience_id, audience_number, person_id, metadata_override, revision, write_id, created_at, archived_at)
       VALUES (?, ?, 1, ?, '{}', 1, 'write_x', 0, ?)`,
    )
    .bind(pageId, audienceId, personId, archivedAt)
    .run();
  return audienceId;
}

/** Inserts a version directly into the table, with a snapshot if it is published. */
export async function insertVersion(audienceId: string, versionNumber: number, status: VersionStatus) {
  const versionId = newId('version');
  const content: Content = contentOf({
    page: { title: `Title ${versionNumber}`, url: 'https://frozen.example/', metadata: { author: 'Zoë' } },
    metadataOverride: { title: `For ${audienceId}` },
    actionFormId: 'form_1',
    actionFormInstructions: null,
    actionUrl: 'mailto:zoe@frozen.example',
    supplementaryContext: 'line\nline "quoted"',
  });
  await env.DB.prepare(
    `INSERT INTO audience_versions (audience_id, version_number, version_id, status, is_new_page_agent, created_at, transition_id, snapshot)
     VALUES (?, ?, ?, ?, 0, 0, 'write_x', ?)`,
  )
    .bind(audienceId, versionNumber, versionId, status, JSON.stringify(content))
    .run();
  return { versionId, content };
}
