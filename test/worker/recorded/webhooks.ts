import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { WebhookDeliveryList } from '../../../src/outbound/webhooks/delivery-schemas.ts';
import type { WebhookCreated } from '../../../src/outbound/webhooks/schemas.ts';
import { deliver } from '../../../src/outbound/webhooks/worker/deliver.ts';
import { openTestDatabase } from '../support/client.ts';
import type { Recorder } from './recorder.ts';

const webhooks = '/v0/webhooks';

/** Webhooks: making, changing, what they have sent, sending again, deleting. */
export async function webhookSlice({
  say,
  get,
  post,
  patch,
  delete: remove,
  pages,
}: Recorder): Promise<void> {
  await env.DB.batch(['events', 'event_listeners'].map((table) => env.DB.prepare(`delete from ${table}`)));
  say('Making');
  await get(webhooks);
  const input = { url: 'https://Hooks.northwind.example./footfall', types: ['page.updated', 'page.created'] };
  const { webhookId } = (await post<WebhookCreated>(webhooks, input)).body;
  const path = `${webhooks}/${webhookId}`;
  await post(webhooks, { ...input, isOrdered: true });
  const channel = (await post<WebhookCreated>(webhooks, { ...input, format: 'slack' })).body;
  await post(webhooks, { ...input, format: 'discord' });
  await post(webhooks);
  await post(webhooks, { url: 'https://10.0.0.1/', types: [], secret: 'mine' });
  await post(webhooks, { ...input, url: 'https://footfall.test/v0/persons' });
  await post(webhooks, { ...input, url: 'http://localhost:8080/' });
  say('Reading and changing');
  await pages(`${webhooks}?limit=1`, ['webhooks']);
  const tag = (await get(path)).headers.get('etag') ?? '';
  await get(path, { headers: { 'if-none-match': tag } });
  await get(`${webhooks}/nothing`);
  await patch(path, { types: ['page.created'] }, { headers: { 'if-match': tag } });
  await patch(path, { isEnabled: false }, { headers: { 'if-match': tag } });
  await patch(`${webhooks}/${channel.webhookId}`, { format: 'teams' });
  await patch(path, {});
  await patch(path, { url: 'https://localhost/', isOrdered: false });
  await post(`${path}/rotate`, {});
  await post(`${path}/rotate`, { overlapSeconds: 0 });
  await post(`${path}/rotate`, { overlapSeconds: -1 });
  say('Sending');
  const fetched = vi.spyOn(globalThis, 'fetch');
  fetched.mockImplementation(async () => new Response('Not now', { status: 503 }));
  await post(`${path}/test`);
  await post('/v0/pages', { title: 'Prices', url: 'https://hooked.example/' });
  await env.DB.prepare('update events set created_at = ?').bind(Date.now()).run();
  await deliver(openTestDatabase(), webhookId, { workspace: 'main', isLocal: false });
  const { items } = (await get<WebhookDeliveryList>(`${path}/deliveries`)).body;
  const delivery = `${path}/deliveries/${items[0]?.sequence}`;
  await get(`${path}/deliveries?status=succeeded`);
  await get(`${path}/deliveries?status=lost&limit=0`);
  await post(`${delivery}/resend`);
  await post(`${path}/deliveries/999/resend`);
  await post(`${path}/recover`, { since: '2020-01-01T00:00:00Z' });
  await post(`${path}/recover`, { since: 'yesterday' });
  fetched.mockRestore();
  say('Switched off, and deleted');
  await patch(path, { isEnabled: false });
  await post(`${path}/recover`, { since: '2020-01-01T00:00:00Z' });
  await post(`${delivery}/resend`);
  await remove(path, { headers: { 'if-match': tag } });
  await remove(path);
  await remove(path);
  await get(path);
  for (const end of ['test', 'rotate']) await post(`${path}/${end}`, {});
  say('A full workspace');
  await env.DB.prepare(
    `insert into webhooks (webhook_id, url, types, is_ordered, cursor, keeps_answers, author, revision, write_id,
       created_at, updated_at, is_cleared)
     select 'webhook_' || key, 'x', '[]', 0, 0, 0, 'x', 1, '', 0, 0, 0 from json_each(?)`,
  )
    .bind(JSON.stringify(Array(19).fill(0)))
    .run();
  await post(webhooks, input);
  // It has no secret, as one that was imported.
  await post(`${webhooks}/webhook_0/test`);
  await env.DB.batch(['webhooks', 'event_listeners'].map((table) => env.DB.prepare(`delete from ${table}`)));
}
