import { env } from 'cloudflare:workers';
import type { Alert } from '../../../src/outbound/alerts/schemas.ts';
import { fireMet } from '../../../src/outbound/alerts/worker/fire.ts';
import { newRecipient } from '../support/alerts.ts';
import { openTestDatabase } from '../support/client.ts';
import { newPageId } from '../support/pages.ts';
import { newWebhook } from '../support/webhooks.ts';
import type { Recorder } from './recorder.ts';

const alerts = '/v0/alerts';
const tables = ['alerts', 'alert_firings', 'webhooks', 'events', 'event_listeners'];
const empty = () => env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));

/** Alerts: making, changing, trying, what they have fired, deleting. */
export async function alertSlice({ say, get, post, patch, delete: remove, pages }: Recorder): Promise<void> {
  await empty();
  const { webhookId } = await newWebhook({ types: ['alert.fired'] });
  const who = await newRecipient(await newPageId(), 'recorded-alerts.example');
  say('Making');
  await get(alerts);
  const condition = { type: 'accounts_visited', accountIds: [who.accountId], visits: 1, days: 7 };
  const input = { name: 'They are back', webhookId, timezone: 'Europe/Berlin', condition };
  const { alertId } = (await post<Alert>(alerts, input)).body;
  const path = `${alerts}/${alertId}`;
  for (const other of [
    { type: 'link_opened' },
    { type: 'conversions_changed', pageId: 'page_x', percent: 20 },
    { type: 'weekly_report' },
  ])
    await post(alerts, { name: 'Another', webhookId, condition: other });
  await post(alerts);
  await post(alerts, { ...input, name: '', timezone: 'CEST', condition: { type: 'link_opened', visits: 2 } });
  await post(alerts, { ...input, condition: { type: 'weekly_report', percent: 1 } });
  await post(alerts, { ...input, webhookId: 'nothing' });
  say('Reading and changing');
  await pages(`${alerts}?limit=2`, ['alerts']);
  const tag = (await get(path)).headers.get('etag') ?? '';
  await get(path, { headers: { 'if-none-match': tag } });
  await get(`${alerts}/nothing`);
  await patch(path, { name: 'They came' }, { headers: { 'if-match': tag } });
  await patch(path, { isEnabled: false }, { headers: { 'if-match': tag } });
  await patch(path, {});
  await patch(path, { condition: { type: 'x' }, webhookId: '' });
  await patch(path, { webhookId: 'nothing' });
  say('Firing');
  await post(`${alerts}/preview`, { condition });
  await post(`${alerts}/preview`, { condition: { type: 'weekly_report', pageId: 'page_x' } });
  await post(`${alerts}/preview`, { timezone: 'Nowhere' });
  await env.DB.prepare('insert into alert_visits (subject, started_at, created_at) values (?1, ?2, ?2)')
    .bind(who.accountId, Date.now())
    .run();
  await fireMet(openTestDatabase(), Date.now());
  await get(`${path}/firings`);
  await get(`${path}/firings?limit=0`);
  await get(`${alerts}/nothing/firings`);
  say('Off, and deleted');
  await patch(path, { isEnabled: false });
  await remove(`/v0/webhooks/${webhookId}`);
  await patch(path, { isEnabled: true });
  await remove(path, { headers: { 'if-match': tag } });
  await remove(path);
  await remove(path);
  await get(path);
  say('A full workspace');
  await empty();
  const other = await newWebhook({ types: ['alert.fired'] });
  await env.DB.prepare(
    `insert into alerts (alert_id, name, webhook_id, timezone, type, condition, author, revision, write_id, created_at,
       updated_at)
     select 'alert_' || key, 'x', 'x', 'UTC', 'link_opened', '{}', 'x', 1, '', 0, 0 from json_each(?)`,
  )
    .bind(JSON.stringify(Array(50).fill(0)))
    .run();
  await post(alerts, { ...input, webhookId: other.webhookId });
  await empty();
}
