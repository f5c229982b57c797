import { env } from 'cloudflare:workers';
import type { Alert } from '../../src/outbound/alerts/schemas.ts';
import type { AlertCondition } from '../../src/vocabulary/conditions.ts';
import { loadedAlert } from '../worker/support/load/content.ts';
import { at, etagOf, made, nextPage, type Row, row } from './budget.ts';
import { aloneWebhook } from './budget-webhooks.ts';

const alerts = '/v0/alerts';
const route = `${alerts}/:alert_id`;
type Condition = Partial<AlertCondition> & Pick<AlertCondition, 'type'>;

/** An alert alone, to which nobody listens: what others write costs no more. */
export async function aloneAlert(condition: Condition = { type: 'link_opened' }): Promise<Alert> {
  const { webhookId } = await aloneWebhook();
  await env.DB.prepare('delete from alerts where deleted_at is null and alert_id <> ?')
    .bind(loadedAlert)
    .run();
  const alert = await made<Alert>(alerts, { name: 'Alone', webhookId, condition });
  await env.DB.prepare('delete from event_listeners').run();
  return alert;
}
const path = async () => `${alerts}/${(await aloneAlert()).alertId}`;
const preview = (condition: Condition) => at(`${alerts}/preview`, { condition });

/** The rows of docs/operators/cost.md for alerts. A preview looks at 10,000 visits at most. */
export const alertsTable: Row[] = [
  row(`POST ${alerts}`, 'new', [201, 19, 6], async () => {
    const { name, webhookId, condition } = await aloneAlert();
    return at(alerts, { name, webhookId, condition });
  }),
  row(`GET ${alerts}`, 'two', [200, 5, 0], async () => {
    await aloneAlert();
    return at(alerts);
  }),
  row(`POST ${alerts}/preview`, 'visits', [200, 30_002, 0, 1, 30_002], () =>
    preview({ type: 'link_opened' }),
  ),
  row(`POST ${alerts}/preview`, 'a weekly report', [200, 51, 0, 1, 50], () =>
    preview({ type: 'weekly_report' }),
  ),
  row(`GET ${route}`, 'found', [200, 2, 0], async () => at(await path())),
  row(`GET ${route}`, 'not found', [404, 0, 0], () => at(`${alerts}/alert_none`)),
  row(`PATCH ${route}`, 'name, with If-Match', [200, 7, 1], async () => {
    const of = await path();
    return at(of, { name: 'Other' }, { 'if-match': await etagOf(of) });
  }),
  row(`PATCH ${route}`, 'isEnabled', [200, 8, 1], async () => at(await path(), { isEnabled: false })),
  row(`PATCH ${route}`, 'nothing', [200, 3, 0], async () => at(await path(), {})),
  row(`DELETE ${route}`, 'deleted', [200, 6, 1], async () => at(await path())),
  row(`GET ${route}/firings`, '50 a page', [200, 52, 0], () => at(`${alerts}/${loadedAlert}/firings`)),
  row(`GET ${route}/firings`, 'the next page', [200, 52, 0], () =>
    nextPage(`${alerts}/${loadedAlert}/firings`),
  ),
];
