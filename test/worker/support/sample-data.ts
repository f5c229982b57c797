import { env } from 'cloudflare:workers';
import type { PageAnalyticsList } from '../../../src/analytics/schemas.ts';
import type { SampleData } from '../../../src/health/sample-schemas.ts';
import { sampleMark } from '../../../src/lib/sample.ts';
import { eventTypes } from '../../../src/vocabulary/events.ts';
import { type Problem, send } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { ok } from '../support/replies.ts';
import { tablesOf } from '../support/tables.ts';
import { newWebhook } from '../support/webhooks.ts';

export const path = '/v0/sample_data';
export const load = () => send<SampleData & Problem>('POST', path, {});
export const remove = () => send<SampleData>('DELETE', path);
const indexes = ['person_search', 'account_search', 'audience_search', 'page_link_search'];

/** All rows of all tables, and all texts that searches find. */
export async function everything(): Promise<Record<string, unknown[]>> {
  const names = [...(await tablesOf(env.DB)), ...indexes.map((name) => `${name}_docsize`)];
  const tables = await env.DB.batch(names.map((name) => env.DB.prepare(`select * from ${name}`)));
  for (const index of indexes)
    await env.DB.prepare(`insert into ${index} (${index}) values ('integrity-check')`).run();
  return Object.fromEntries(names.map((name, place) => [name, tables[place]?.results ?? []]));
}

/** Where anything of the sample data is left. */
export const left = async () => {
  const tables = await everything();
  return Object.entries(tables).flatMap(([name, rows]) =>
    JSON.stringify(rows).includes(sampleMark) ? [name] : [],
  );
};

export const figures = async () => {
  const to = new Date(Date.now() + 60_000).toISOString();
  const from = new Date(Date.now() - 90 * 86_400_000).toISOString();
  return ok(send<PageAnalyticsList>('GET', `/v0/analytics/pages?startDate=${from}&endDate=${to}&limit=100`));
};

/** A webhook for all that happens, an alert for each visit, and the feed: what could be told. */
export async function everybodyListens(): Promise<void> {
  await listen();
  const { webhookId } = await newWebhook({ types: eventTypes.filter((type) => type !== 'alert.fired') });
  for (const condition of [
    { type: 'link_opened', personIds: null },
    { type: 'accounts_visited', accountIds: null, visits: 1, days: 7 },
  ])
    await ok(send('POST', '/v0/alerts', { name: condition.type, webhookId, condition, timezone: 'UTC' }));
}
