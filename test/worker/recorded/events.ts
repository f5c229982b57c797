import { env } from 'cloudflare:workers';
import type { Page } from '../../../src/content/pages/schemas.ts';
import type { Recorder } from './recorder.ts';

const settings = '/v0/event_settings';

/** Events: the settings, the feed, the history of a record. */
export async function eventSlice({ say, get, post, patch }: Recorder): Promise<void> {
  // The row has the time of its migration.
  await env.DB.prepare('update event_settings set updated_at = ?').bind(Date.now()).run();
  say('What the feed keeps');
  const tag = (await get(settings)).headers.get('etag') ?? '';
  await get('/v0/events');
  await patch(settings, { types: ['page.updated', 'page.created'] }, { headers: { 'if-match': tag } });
  await patch(settings, { retentionDays: 7 }, { headers: { 'if-match': tag } });
  await get(settings, { headers: { 'if-none-match': tag } });
  await patch(settings, { types: ['page'], retentionDays: 0, kinds: [] });
  say('The feed');
  const page = (await post<Page>('/v0/pages', { title: 'Prices', url: 'https://feed.example/' })).body;
  await patch(`/v0/pages/${page.pageId}`, { title: 'All prices' });
  // The times of events are those of D1.
  await env.DB.prepare('update events set created_at = ? + sequence').bind(Date.now()).run();
  await get('/v0/events?limit=1');
  await get('/v0/events?after=1&type=page.updated');
  await get(`/v0/events?order=newest&subject=${page.pageId}`);
  await get('/v0/events?after=1&before=2&order=newest&type=page&limit=0');
  await env.DB.prepare('delete from events where sequence = 1').run();
  await get('/v0/events?after=0');
}
