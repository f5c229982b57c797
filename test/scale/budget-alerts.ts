import { env } from 'cloudflare:workers';
import type { Page } from '../../src/content/pages/schemas.ts';
import type { Alert } from '../../src/outbound/alerts/schemas.ts';
import type { AlertCondition } from '../../src/vocabulary/conditions.ts';
import { loadedAlert } from '../worker/support/load/content.ts';
import { at, etagOf, growing, made, nextPage, rows, unique } from './budget.ts';
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
/**
 * A weekly report of a page that nobody visits. The visits of others are of the week before when it is Monday: to name its
 * best audience takes a round trip more then.
 */
export async function quietReport(): Promise<Condition> {
  const { pageId } = await made<Page>('/v0/pages', { title: 'Quiet', url: `https://${unique()}.example/` });
  return { type: 'weekly_report', pageId };
}

const path = async () => `${alerts}/${(await aloneAlert()).alertId}`;
const preview = (condition: Condition) => at(`${alerts}/preview`, { condition });

/** The rows of docs/operators/cost.md for alerts. A preview looks at 10,000 visits at most. */
export const alertsTable = rows({
  [`POST ${alerts} | new`]: async () => {
    const { name, webhookId, condition } = await aloneAlert();
    return at(alerts, { name, webhookId, condition });
  },
  [`GET ${alerts} | two`]: async () => {
    await aloneAlert();
    return alerts;
  },
  [`POST ${alerts}/preview | visits`]: growing(30_002, () => preview({ type: 'link_opened' })),
  [`POST ${alerts}/preview | a weekly report of a page`]: async () => preview(await quietReport()),
  [`GET ${route} | found`]: path,
  [`GET ${route} | not found`]: `${alerts}/alert_none`,
  [`PATCH ${route} | name, with If-Match`]: async () => {
    const of = await path();
    return at(of, { name: 'Other' }, { 'if-match': await etagOf(of) });
  },
  [`PATCH ${route} | isEnabled`]: async () => at(await path(), { isEnabled: false }),
  [`PATCH ${route} | nothing`]: async () => at(await path(), {}),
  [`DELETE ${route} | deleted`]: path,
  [`GET ${route}/firings | 50 a page`]: `${alerts}/${loadedAlert}/firings`,
  [`GET ${route}/firings | the next page`]: () => nextPage(`${alerts}/${loadedAlert}/firings`),
});
