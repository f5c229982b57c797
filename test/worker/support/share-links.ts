import { env } from 'cloudflare:workers';
import type {
  ShareLink,
  ShareLinkCreated,
  ShareLinkRevoked,
} from '../../../src/access/share-links/schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import { type Problem, type RequestOptions, send } from './client.ts';

export const board = { name: 'For the board', path: '/?range=30d', lifetime: '30d' };

export const create = (body: object = {}, options: RequestOptions = {}) =>
  send<ShareLinkCreated & Problem>('POST', '/v0/share_links', { ...board, ...body }, options);
export const revoke = (id: string, options: RequestOptions = {}) =>
  send<ShareLinkRevoked & Problem>('DELETE', `/v0/share_links/${id}`, undefined, options);
export const list = async (query = '') =>
  (await send<List<ShareLink>>('GET', `/v0/share_links?${query}`)).body;
export const status = async (key: string, path = '/v0/accounts', method = 'GET') =>
  (await send(method, path, undefined, { key })).status;

/** Each test begins without a link, and ends with the real clock. */
export function prepareShareLinks() {
  beforeEach(async () => {
    await env.DB.prepare('delete from api_keys where shared_path is not null').run();
  });
  afterEach(() => vi.useRealTimers());
}
