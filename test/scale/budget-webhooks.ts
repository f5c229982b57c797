import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { WebhookCreated } from '../../src/outbound/webhooks/schemas.ts';
import type { EventType } from '../../src/vocabulary/events.ts';
import { loadedWebhook } from '../worker/support/load/content.ts';
import { at, etagOf, made, type Row, row } from './budget.ts';

const webhooks = '/v0/webhooks';
const route = `${webhooks}/:webhook_id`;
const input = { url: 'https://hooks.example/', types: ['page.created'] };

/** A webhook alone, to which nobody listens: what others write costs no more. */
export async function aloneWebhook(fields: object = {}): Promise<WebhookCreated> {
  await env.DB.prepare('delete from webhooks where webhook_id <> ?').bind(loadedWebhook).run();
  const webhook = await made<WebhookCreated>(webhooks, { ...input, ...fields });
  await env.DB.prepare('delete from event_listeners').run();
  return webhook;
}
const path = async () => `${webhooks}/${(await aloneWebhook()).webhookId}`;

/** Lets events happen. Gives the number of the last. */
export async function happen(count: number): Promise<number> {
  await env.DB.prepare(
    `insert into events (type, subject, related, created_at)
     select 'page.created', 'page_x', '{}', ? from json_each(?)`,
  )
    .bind(Date.now(), JSON.stringify(Array(count).fill(0)))
    .run();
  return (await env.DB.prepare('select max(sequence) as n from events').first<number>('n')) ?? 0;
}

/** A type of each kind of record. */
export const aTypeOfEach: EventType[] = [
  ...(['person.updated', 'account.updated', 'page.updated', 'audience_version.published'] as const),
  ...(['page_link.updated', 'api_key.updated', 'form.submitted'] as const),
];

/** Lets an event of each kind of record happen. Only the page and the audience are there. */
export async function happenToEach({
  pageId,
  audienceId,
}: {
  pageId: string;
  audienceId: string;
}): Promise<void> {
  const related = { pageId, audienceId, versionId: 'version_x', analyticsSessionId: 'x' };
  await env.DB.prepare(
    `insert into events (type, subject, related, created_at)
     select value, iif(value like 'page.%', ?, ?), ?, ? from json_each(?)`,
  )
    .bind(pageId, audienceId, JSON.stringify(related), Date.now(), JSON.stringify(aTypeOfEach))
    .run();
}

/** A webhook with 2,000 deliveries, all of which have succeeded, or wait. */
async function busy(status = 'succeeded'): Promise<{ of: string; last: number }> {
  const { webhookId } = await aloneWebhook();
  const last = await happen(2000);
  await env.DB.prepare(
    `insert into webhook_deliveries (webhook_id, sequence, status, attempts, next_attempt_at)
     select ?, ? - key, ?, 1, iif(? = 'waiting', key, null) from json_each(?)`,
  )
    .bind(webhookId, last, status, status, JSON.stringify(Array(2000).fill(0)))
    .run();
  return { of: `${webhooks}/${webhookId}`, last };
}

/** Answers what is sent to receivers. */
export const answerAll = (status: number) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(status === 204 ? null : 'no', { status }));

/** The rows of docs/operators/cost.md for webhooks. */
export const webhooksTable: Row[] = [
  row(`POST ${webhooks}`, 'new', [201, 19, 7], async () => {
    await aloneWebhook();
    return at(webhooks, input);
  }),
  row(`GET ${webhooks}`, 'one', [200, 5, 0], async () => {
    await aloneWebhook();
    return at(webhooks);
  }),
  row(`GET ${route}`, 'found', [200, 2, 0], async () => at(await path())),
  row(`GET ${route}`, 'not found', [404, 0, 0], () => at(`${webhooks}/webhook_none`)),
  row(`PATCH ${route}`, 'types, with If-Match', [200, 17, 5], async () => {
    const of = await path();
    return at(of, { types: ['page.updated'] }, { 'if-match': await etagOf(of) });
  }),
  row(`PATCH ${route}`, 'isEnabled', [200, 10, 1], async () => at(await path(), { isEnabled: false })),
  row(`PATCH ${route}`, 'nothing', [200, 3, 0], async () => at(await path(), {})),
  row(`POST ${route}/rotate`, 'rotated', [200, 7, 1], async () => at(`${await path()}/rotate`, {})),
  row(`POST ${route}/test`, 'tried', [200, 2, 0], async () => {
    const of = await path();
    answerAll(204);
    return at(`${of}/test`);
  }),
  row(`POST ${route}/recover`, 'among 2,000 events', [200, 54, 1], async () => {
    const { of } = await busy();
    return at(`${of}/recover`, { since: '2020-01-01T00:00:00Z' });
  }),
  row(`GET ${route}/deliveries`, '50 a page', [200, 103, 0], async () =>
    at(`${(await busy()).of}/deliveries`),
  ),
  row(`GET ${route}/deliveries`, 'of a status', [200, 2001, 0], async () =>
    at(`${(await busy()).of}/deliveries?status=given_up`),
  ),
  row(`GET ${route}/deliveries`, 'those that wait, 50 a page', [200, 103, 0], async () =>
    at(`${(await busy('waiting')).of}/deliveries?status=waiting`),
  ),
  row(`POST ${route}/deliveries/:delivery/resend`, 'waits again', [200, 10, 2], async () => {
    const { of, last } = await busy();
    return at(`${of}/deliveries/${last}/resend`);
  }),
  row(`DELETE ${route}`, 'deleted', [200, 11, 2], async () => at(await path())),
];
