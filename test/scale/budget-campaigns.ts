import { env } from 'cloudflare:workers';
import type { Page } from '../../src/content/pages/schemas.ts';
import type { Campaign, CampaignRowsResult } from '../../src/visits/campaigns/schemas.ts';
import { send } from '../worker/support/client.ts';
import { HeldQueue } from '../worker/support/held-queue.ts';
import { at, etagOf, made, rows, unique } from './budget.ts';

const root = '/v0/pages/:page_id/campaigns';
const route = `${root}/:campaign_id`;
/** Holds the messages: otherwise a consumer might run meanwhile and be counted. */
const bindings = new HeldQueue().bindings();

const words = {
  metadataOverride: { title: 'For {{companyName|you}}' },
  supplementaryContext: '{{first|They}} asked.',
};
/** A campaign of a page of its own, which the service knows. */
export async function campaign(fields: object = {}) {
  // What other rows have queued does not wait: answers about the service count it.
  await env.DB.prepare("update audience_versions set sweep_at = null where status = 'queued'").run();
  // Nor do rows: an erasure reads them.
  await env.DB.prepare('delete from campaign_waiting_rows').run();
  const { pageId } = await made<Page>('/v0/pages', {
    title: 'Campaigns',
    url: `https://${unique()}.example/`,
  });
  const path = `/${unique()}/{{name}}`;
  const { campaignId } = await made<Campaign>(`/v0/pages/${pageId}/campaigns`, {
    name: 'Budget',
    words,
    path,
    ...fields,
  });
  const of = `/v0/pages/${pageId}/campaigns/${campaignId}`;
  await write(of, [{ person: { email: `${unique()}@${unique()}.example` } }]);
  return { of, pageId, campaignId };
}
export async function write(of: string, list: object[], held = bindings): Promise<CampaignRowsResult> {
  const { status, body, text } = await send<CampaignRowsResult>(
    'POST',
    `${of}/rows`,
    { rows: list },
    { bindings: held },
  );
  if (status !== 200) throw new Error(text);
  return body;
}
/** Rows of people of one company whom nobody knows. */
export const newcomers = (count: number, company = `${unique()}.example`) =>
  Array.from({ length: count }, () => {
    const name = unique();
    return { person: { email: `${name}@${company}`, name }, columns: { first: name } };
  });
const writing = (of: string, list: object[], fields: object = {}) => ({
  ...at(`${of}/rows`, { rows: list, ...fields }),
  bindings,
});
/** A campaign with rows, and other words than they have. */
export async function changed(count: number) {
  const { of, campaignId } = await campaign();
  for (let from = 0; from < count; from += 100) await write(of, newcomers(Math.min(100, count - from)));
  await send('PATCH', of, { words: { metadataOverride: { title: 'New {{name|you}}' } } });
  return { of, campaignId };
}
const acting = (of: string, action: string) => ({ ...at(`${of}/${action}`, {}), bindings });

export const campaignTable = rows({
  [`GET ${root} | 50 a page`]: async () => {
    const { pageId } = await campaign();
    for (let n = 0; n < 50; n++)
      await made(`/v0/pages/${pageId}/campaigns`, { name: 'x', path: '/x/{{a}}', words: {} });
    return `/v0/pages/${pageId}/campaigns`;
  },
  [`POST ${root} | the first of a page`]: async () => {
    const { pageId } = await made<Page>('/v0/pages', { title: 'C', url: `https://${unique()}.example/` });
    return at(`/v0/pages/${pageId}/campaigns`, { name: 'x', path: '/x/{{a}}', words });
  },
  [`GET ${route} | found`]: async () => (await campaign()).of,
  [`GET ${route} | not modified`]: async () => {
    const { of } = await campaign();
    return at(of, undefined, { 'if-none-match': await etagOf(of) });
  },
  [`PATCH ${route} | other words`]: async () =>
    at((await campaign()).of, { words: { metadataOverride: { title: 'x' } } }),
  [`GET ${route}/rows | 50 a page`]: async () => {
    const { of } = await campaign();
    await write(of, newcomers(100));
    return `${of}/rows`;
  },
  [`GET ${route}/rows | 50 a page, with their visits`]: async () => {
    const { of } = await campaign();
    await write(of, newcomers(100));
    return `${of}/rows?startDate=2001-01-01T00:00:00Z`;
  },
  [`GET ${route}/results | of 101 rows, by a column`]: async () => {
    const { of } = await campaign();
    await write(of, newcomers(100));
    return `${of}/results?by=companyName`;
  },
  [`POST ${route}/rows | 1 row, a new person of a new company`]: async () =>
    writing((await campaign()).of, newcomers(1)),
  [`POST ${route}/rows | 100 rows, new persons of a known company`]: async () => {
    const { of } = await campaign();
    const company = `${unique()}.example`;
    await write(of, newcomers(1, company));
    return writing(of, newcomers(100, company));
  },
  [`POST ${route}/rows | 100 rows, known persons without an audience`]: async () => {
    const [first, second] = [await campaign(), await campaign()];
    const list = newcomers(100);
    await write(first.of, list);
    return writing(second.of, list);
  },
  [`POST ${route}/rows | 100 rows, other words than before`]: async () => {
    const { of } = await campaign();
    const list = newcomers(100);
    await write(of, list);
    return writing(
      of,
      list.map((row) => ({ ...row, columns: { first: unique() } })),
    );
  },
  [`POST ${route}/rows | 100 rows, the same as before`]: async () => {
    const { of } = await campaign();
    const list = newcomers(100);
    await write(of, list);
    return writing(of, list);
  },
  [`POST ${route}/rows | 100 rows, a dry run`]: async () =>
    writing((await campaign()).of, newcomers(100), { dryRun: true }),
  [`POST ${route}/waiting_rows | 1,000 rows, for a new job`]: async () => ({
    ...at(`${(await campaign()).of}/waiting_rows`, { rows: newcomers(1000) }),
    bindings,
  }),
  [`POST ${route}/publish | 100 rows`]: async () => acting((await changed(100)).of, 'publish'),
  [`POST ${route}/roll_back | 100 rows`]: async () => acting((await changed(100)).of, 'roll_back'),
  [`POST ${route}/archive | 100 rows`]: async () => acting((await changed(100)).of, 'archive'),
  [`POST ${route}/stop | running`]: async () => {
    const { of } = await changed(1);
    await send('POST', `${of}/publish`, {}, { bindings });
    return acting(of, 'stop');
  },
});
