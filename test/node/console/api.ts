import { inject, onTestFinished } from 'vitest';
import type { Audience, AudienceCreate, AudienceUpdate } from '../../../src/content/audiences/schemas.ts';
import { type HttpReceiver, startReceiver } from '../receiver.ts';
import type { ConsoleService } from './service.ts';

const found = inject('service');

/** Whether there is Chromium, and so a service. */
export const hasService = found !== undefined;

/** The service with demo data. Tests share it: change only records that the test has made. */
export const service = found as ConsoleService;

/** Sends a request to the service with a key, that of the demo if none is given. Throws if it is refused. */
export async function send<T = Record<string, string>>(
  method: string,
  route: string,
  body?: unknown,
  key = service.key,
): Promise<T> {
  const response = await fetch(`${service.address}/v0/${route}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** Deletes records when the test has ended and its page is gone: a screen may be reading them until then. */
export const deleteAfterTest = (...routes: string[]): void =>
  onTestFinished(async () => {
    for (const route of routes) await send('DELETE', route);
  });

/** Reads something of the service. Throws if it is refused. */
export const get = <T = Record<string, string>>(route: string, key = service.key): Promise<T> =>
  send<T>('GET', route, undefined, key);

/** A new key with these scopes. */
export const newKey = async (...scopes: string[]): Promise<string> =>
  (await send<{ key: string }>('POST', 'api_keys', { name: `test ${scopes.join(' ')}`, scopes })).key;

/** What the service answers a key. */
export const statusOf = async (key: string): Promise<number> =>
  (await fetch(`${service.address}/v0/topics`, { headers: { 'x-api-key': key } })).status;

const userAgents = {
  person:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  bot: 'Googlebot/2.1',
};

/** Sends a visit in which somebody moved and stayed, as the tracker of a browser or of a bot does. */
export async function collect(visit: object, by: keyof typeof userAgents, key: string): Promise<unknown> {
  const body = {
    analyticsSessionId: crypto.randomUUID(),
    hasInput: true,
    elapsedMs: 20_000,
    activeMs: 20_000,
    engagedMs: 20_000,
    maxScrollDepthPercentage: 50,
    clicksCount: 1,
    questionsAskedCount: 0,
    hasConversion: false,
    ...visit,
  };
  const headers = { 'x-api-key': key, 'content-type': 'application/json', 'user-agent': userAgents[by] };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(`${service.address}/v0/visits`, sent)).json();
}

/** A receiver of webhooks until the end of the test. */
export async function newReceiver(answers: Parameters<typeof startReceiver>[0] = {}): Promise<HttpReceiver> {
  const receiver = await startReceiver(answers);
  onTestFinished(receiver.close);
  return receiver;
}

/** Imports visits of a page that began at a time and ended then, if they do not say otherwise. */
export function importVisits(pageId: string, startedAt: number, ...visits: object[]): Promise<unknown> {
  const time = new Date(startedAt).toISOString();
  const sessions = visits.map((visit) => ({
    analyticsSessionId: crypto.randomUUID(),
    sessionStartedAt: time,
    sessionEndedAt: time,
    ...visit,
  }));
  return send('POST', `pages/${pageId}/audience_sessions/import`, { sessions });
}

/** An audience that a test has made. */
export interface Made {
  /** Its fragment in the console. */
  at: string;
  route: string;
  audience: Audience;
  read: () => Promise<Audience>;
  change: (update: AudienceUpdate) => Promise<Audience>;
  /** Publishes its latest version, and waits until it is live. */
  publish: () => Promise<void>;
}

/** The audience of a page, for requests by another client. */
export function madeOf(audience: Audience): Made {
  const route = `pages/${audience.pageId}/audiences/${audience.audienceId}`;
  const read = () => get<Audience>(route);
  return {
    at: `#/${route}`,
    route,
    audience,
    read,
    change: (update) => send('PATCH', route, update),
    publish: async () => {
      const { latestVersion } = await read();
      await send('POST', `${route}/versions/${latestVersion.versionId}/publish`, {});
      while ((await read()).publishedVersion?.versionId !== latestVersion.versionId)
        await new Promise((resolve) => setTimeout(resolve, 100));
    },
  };
}

let count = 0;

/** A new page. */
export async function newPage(title = 'A page of a test'): Promise<string> {
  count += 1;
  const url = `https://test.example/${process.pid}/${Date.now()}/${count}`;
  const { pageId } = await send<{ pageId: string }>('POST', 'pages', { title, url });
  return pageId;
}

/** A new audience, of a new page if none is given. */
export async function newAudience(body: Partial<AudienceCreate> = {}, ofPage?: string): Promise<Made> {
  const pageId = ofPage ?? (await newPage());
  return madeOf(await send('POST', `pages/${pageId}/audiences`, { customName: 'Museums', ...body }));
}

/** A new link to an audience on the fallback subdomain. */
export async function newLink({ audience: { audienceId } }: Made): Promise<string> {
  count += 1;
  const path = `/test/${process.pid}-${Date.now()}-${count}`;
  await send('POST', 'page_links', { path, target: { audienceId } });
  return path;
}

/** A name that would be an element if anything took it for markup. */
export const markup = '<img src=x onerror=alert(1)>';

/** A new person with two logs. */
export async function newPerson(name: string, email: string): Promise<string> {
  const { personId = '' } = await send('POST', 'persons', { name, email });
  const payload = { note: markup, plan: 'team' };
  await send('POST', 'person_logs', { personId, source: 'crm', type: 'deal-won', payload });
  await send('POST', 'person_logs', {
    personId,
    source: 'website-form',
    type: 'form-submitted',
    payload: {},
  });
  return personId;
}

/** The figures of an answer of the analytics. */
export interface Figures {
  totalSessions: number;
  conversionCount: number;
  conversionRate: number;
  formSubmitCount: number;
  bounceCount: number;
  bounceEligibleSessions: number;
  avgTimeSpentSeconds: number;
}
