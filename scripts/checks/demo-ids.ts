import { createHmac } from 'node:crypto';
import { demoTests } from '../../demo/data/experiments.ts';
import { UserError } from '../lib/settings.ts';

/** The home page of the demo. */
export const homeTitle = 'Trailmark: know who walks in';

const [decided] = demoTests;
/** The name of an audience whose test is decided. */
export const testedName = decided?.audience ?? '';

/** Records of the demo data that addresses name. */
export interface DemoIds {
  accountId: string;
  pageId: string;
  /** Of the page, with a live version and a draft. */
  audienceId: string;
  /** The path of an audience whose test is decided. */
  testedAudience: string;
  personId: string;
  pageLinkId: string;
  topicId: string;
  apiKeyId: string;
  /** Of a visit of the page with a campaign, a form, a conversion and a person. */
  visitId: string;
  /** One that is switched off. */
  webhookId: string;
  /** One that is paused. */
  alertId: string;
  /** One with a delivery that is kept. */
  sourceId: string;
}

/** Sends a request to a service. Throws UserError if it is refused. */
async function ask<T>(
  address: string,
  key: string,
  method: string,
  route: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${address}/v0/${route}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new UserError(
      `nothing answers at ${address}: run npm start first, with the same PORT and STATE_DIR.`,
    );
  });
  if (!response.ok) throw new UserError(`${route} answers ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

type Items = { items: Record<string, string>[] };

/** A webhook and an alert, which the demo has not: they are made, and send nothing. */
async function quietOnes(address: string, key: string) {
  const name = 'For pictures: it is paused';
  const { items } = await ask<Items>(address, key, 'GET', 'alerts?limit=100');
  const found = items.find((alert) => alert.name === name);
  if (found) return { webhookId: found.webhookId ?? '', alertId: found.alertId ?? '' };
  const send = (method: string, route: string, body: object) =>
    ask<Record<string, string>>(address, key, method, route, body);
  const url = 'https://hooks.northwind.example/services/footfall';
  const { webhookId = '' } = await send('POST', 'webhooks', {
    url,
    format: 'slack',
    types: ['form.submitted'],
  });
  const { alertId = '' } = await send('POST', 'alerts', {
    name,
    webhookId,
    condition: { type: 'accounts_visited', visits: 2, days: 7 },
  });
  const off = { isEnabled: false };
  await Promise.all([send('PATCH', `webhooks/${webhookId}`, off), send('PATCH', `alerts/${alertId}`, off)]);
  return { webhookId, alertId };
}

/** A source, which the demo has not: it is made, and has kept what names nobody. */
async function quietSource(address: string, key: string): Promise<string> {
  const name = 'for-pictures';
  const { items } = await ask<Items>(address, key, 'GET', 'sources?limit=100');
  const found = items.find((source) => source.name === name);
  if (found) return found.sourceId ?? '';
  const made = { provider: 'github', name };
  const { sourceId = '', url = '' } = await ask<Record<string, string>>(
    address,
    key,
    'POST',
    'sources',
    made,
  );
  const secret = 'made-for-pictures';
  await ask(address, key, 'POST', `sources/${sourceId}/secret`, { secret });
  const body = JSON.stringify({
    action: 'opened',
    issue: { title: 'Counts differ', user: { login: 'ida' } },
  });
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'issues',
    'x-github-delivery': 'for-pictures',
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  };
  await fetch(url, { method: 'POST', headers, body });
  return sourceId;
}

/** The path of an audience whose test is decided. Throws UserError without one. */
async function decidedTest(address: string, key: string): Promise<string> {
  const { items } = await ask<Items>(address, key, 'GET', 'experiments?limit=100');
  const test = items.find(({ name }) => name === decided?.name);
  if (!test) throw new UserError('the demo has no test that is decided.');
  return `pages/${test.pageId}/audiences/${test.audienceId}`;
}

/** Finds the records in a service with demo data. Throws UserError without them. */
export async function demoIds(address: string, key: string): Promise<DemoIds> {
  const first = async (
    route: string,
    name: string,
    is: (item: Record<string, string>) => boolean = () => true,
  ): Promise<string> => {
    const { items } = await ask<Items>(address, key, 'GET', route);
    const id = items.findLast(is)?.[name];
    if (!id) throw new UserError(`${route} answers no ${name} of the demo.`);
    return id;
  };
  const [accountId, pageId, personId, pageLinkId, topicId, apiKeyId] = await Promise.all([
    first('accounts?limit=100', 'accountId'),
    first('pages?limit=100', 'pageId', ({ title }) => title === homeTitle),
    first('persons/search?query=zoe', 'personId'),
    first('page_links/search?limit=1', 'pageLinkId'),
    first('topics?limit=1', 'topicId'),
    first('api_keys', 'apiKeyId'),
  ]);
  const [testedAudience, quiet, sourceId, audienceId, visitId] = await Promise.all([
    decidedTest(address, key),
    quietOnes(address, key),
    quietSource(address, key),
    first(
      `pages/${pageId}/audiences?limit=100`,
      'audienceId',
      ({ effectiveName }) => effectiveName === 'Logistics',
    ),
    first(
      `pages/${pageId}/audience_sessions?hasFormSubmit=true&hasConversion=true&limit=50`,
      'analyticsSessionId',
      ({ personId: sender, utmCampaign }) => Boolean(sender && utmCampaign),
    ),
  ]);
  const records = { accountId, pageId, audienceId, testedAudience, personId, pageLinkId, topicId, apiKeyId };
  return { ...records, visitId, sourceId, ...quiet };
}
