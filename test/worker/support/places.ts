import type { AudienceAnalytics } from '../../../src/analytics/schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import type { AudienceSession } from '../../../src/visits/sessions/schemas.ts';
import { newAudienceId } from './audiences.ts';
import { type Problem, type RequestOptions, send } from './client.ts';
import { newPageId } from './pages.ts';

export interface Place {
  pageId: string;
  audienceId: string;
}
/** A new page with an audience. */
export const newPlace = async (workspace: 'main' | 'acme' = 'main'): Promise<Place> => {
  const pageId = await newPageId({ workspace });
  return { pageId, audienceId: await newAudienceId(pageId, {}, { workspace }) };
};
/** The page and the audience of a test file: `preparePlace` makes them. */
export let place: Place = { pageId: '', audienceId: '' };
export const preparePlace = async () => {
  place = await newPlace();
};

export const read = (id: string, { pageId }: Pick<Place, 'pageId'> = place, options?: RequestOptions) =>
  send<AudienceSession & Problem>('GET', `/v0/pages/${pageId}/audience_sessions/${id}`, undefined, options);
export const session = async (id: string, of = place): Promise<AudienceSession> => {
  const reply = await read(id, of);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
export const analytics = async (of: Pick<Place, 'pageId'>, query = '') =>
  (await send<{ items: AudienceAnalytics[] }>('GET', `/v0/pages/${of.pageId}/analytics/audiences?${query}`))
    .body.items;
export const sessions = async (of: Pick<Place, 'pageId'>, query = '') =>
  (await send<List<AudienceSession>>('GET', `/v0/pages/${of.pageId}/audience_sessions?${query}`)).body;
