import { env } from 'cloudflare:workers';
import type { Audience, AudienceInFull, AudienceVersion } from '../../../src/content/audiences/schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import { newId } from '../../../src/lib/ids.ts';
import { call } from './calls.ts';
import { type RequestOptions, send } from './client.ts';
import { newPageId } from './pages.ts';
import { ok } from './replies.ts';

type Fields = Record<string, string>;
export type Of = Pick<Audience, 'pageId' | 'audienceId'>;
export const pathOf = ({ pageId, audienceId }: Of) => `/v0/pages/${pageId}/audiences/${audienceId}`;
export const post = (pageId: string, body: object = {}, options?: RequestOptions) =>
  call('POST', `/v0/pages/${pageId}/audiences`, body, options);
/** Creates an audience of a page. */
export const audienceOf = (pageId: string, body?: object) => ok(post(pageId, body));
/** Creates an audience of a new page. */
export const newAudience = async (body?: object): Promise<AudienceInFull> =>
  audienceOf(await newPageId(), body);
/** Creates an audience of a page, in any workspace, and returns its id. */
export const newAudienceId = async (pageId: string, body = {}, options?: RequestOptions): Promise<string> =>
  (await ok(send<Audience>('POST', `/v0/pages/${pageId}/audiences`, body, options))).audienceId;

export const get = (of: Of, headers: Fields = {}) => call('GET', pathOf(of), undefined, { headers });
export const read = (of: Of): Promise<AudienceInFull> => ok(get(of));
export const patch = (of: Of, body: object, headers: Fields = {}) =>
  call('PATCH', pathOf(of), body, { headers });
/** An audience as lists have it: without its content. */
export const inList = ({ liveContent: _, nextContent: _next, ...audience }: AudienceInFull): Audience =>
  audience;
/** The list of a page's audiences. */
export const audiencesOf = (pageId: string, query = '') =>
  ok(call<List<Audience>>('GET', `/v0/pages/${pageId}/audiences?${query}`));

export const act = (of: Of, action: 'archive' | 'restore' | 'versions', headers: Fields = {}) =>
  call<AudienceInFull & AudienceVersion>('POST', `${pathOf(of)}/${action}`, {}, { headers });
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

/** Audiences for a person on new pages, that of the newest page first. */
export async function madeFor(personId: string, number: number): Promise<Audience[]> {
  const made: Audience[] = [];
  for (let n = 0; n < number; n++) made.unshift(inList(await newAudience({ personId })));
  return made;
}
