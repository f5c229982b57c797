import { env } from 'cloudflare:workers';
import type { WebhookCreated } from '../../src/outbound/webhooks/schemas.ts';
import type { EventType } from '../../src/vocabulary/events.ts';
import { loadedWebhook } from '../worker/support/load/content.ts';
import { at, etagOf, made, rows } from './budget.ts';

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
export const webhooksTable = rows({
  [`POST ${webhooks} | new`]: async () => {
    await aloneWebhook();
    return at(webhooks, input);
  },
  [`GET ${webhooks} | one`]: async () => {
    await aloneWebhook();
    return webhooks;
  },
  [`GET ${route} | found`]: path,
  [`GET ${route} | not found`]: `${webhooks}/webhook_none`,
  [`PATCH ${route} | types, with If-Match`]: async () => {
    const of = await path();
    return at(of, { types: ['page.updated'] }, { 'if-match': await etagOf(of) });
  },
  [`PATCH ${route} | isEnabled`]: async () => at(await path(), { isEnabled: false }),
  [`PATCH ${route} | nothing`]: async () => at(await path(), {}),
  [`POST ${route}/rotate | rotated`]: async () => at(`${await path()}/rotate`, {}),
  [`POST ${route}/test | tried`]: async () => {
    const of = await path();
    answerAll(204);
    return `${of}/test`;
  },
  [`POST ${route}/recover | among 2,000 events`]: async () => {
    const { of } = await busy();
    return at(`${of}/recover`, { since: '2020-01-01T00:00:00Z' });
  },
  [`GET ${route}/deliveries | 50 a page`]: async () => `${(await busy()).of}/deliveries`,
  [`GET ${route}/deliveries | of a status`]: async () => `${(await busy()).of}/deliveries?status=given_up`,
  [`GET ${route}/deliveries | those that wait, 50 a page`]: async () =>
    `${(await busy('waiting')).of}/deliveries?status=waiting`,
  [`POST ${route}/deliveries/:delivery/resend | waits again`]: async () => {
    const { of, last } = await busy();
    return `${of}/deliveries/${last}/resend`;
  },
  [`DELETE ${route} | deleted`]: path,
});
