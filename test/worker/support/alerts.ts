import { env } from 'cloudflare:workers';
import type { List } from '../../../src/lib/cursor.ts';
import type { AlertFiring, AlertPreview } from '../../../src/outbound/alerts/firing-schemas.ts';
import type { Alert } from '../../../src/outbound/alerts/schemas.ts';
import { lookAfterAlerts } from '../../../src/outbound/alerts/worker/fire.ts';
import type { Visit } from '../../../src/visits/beacons/schemas.ts';
import { newAudienceId } from './audiences.ts';
import { openTestDatabase, type Problem, type RequestOptions, send } from './client.ts';
import { faultyDatabase } from './faults.ts';
import { newPerson } from './persons.ts';
import { allOf, ok, once } from './replies.ts';
import { setClock } from './times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from './visits.ts';
import { newWebhook } from './webhooks.ts';

export const alerts = '/v0/alerts';
export const pathOf = ({ alertId }: { alertId: string }) => `${alerts}/${alertId}`;

let hook: string | undefined;
/** The webhook of the alerts of a test file. */
export async function webhookId(): Promise<string> {
  const isThere = await env.DB.prepare('select 1 from webhooks where webhook_id = ? and deleted_at is null')
    .bind(hook ?? '')
    .first();
  if (!hook || !isThere) hook = (await newWebhook()).webhookId;
  return hook;
}

let serial = 0;
const bodyOf = async (fields: object) => ({
  name: `Alert ${++serial}`,
  condition: { type: 'link_opened' },
  webhookId: 'webhookId' in fields ? undefined : await webhookId(),
  ...fields,
});

export const post = async (fields: object = {}, options?: RequestOptions) =>
  once<Alert & Problem>('POST', alerts, await bodyOf(fields), options);
export const newAlert = async (fields: object = {}): Promise<Alert> =>
  ok(send<Alert>('POST', alerts, await bodyOf(fields)));
export const list = async (query = '', options?: RequestOptions) =>
  (await once<List<Alert>>('GET', `${alerts}?${query}`, undefined, options)).body;
export const patch = (of: { alertId: string }, fields: object, tag?: string) =>
  once<Alert & Problem>('PATCH', pathOf(of), fields, tag ? { headers: { 'if-match': tag } } : {});
export const remove = (of: { alertId: string }) => once('DELETE', pathOf(of));

/** All that an alert has fired, newest first. */
export const firingsOf = (alert: { alertId: string }): Promise<AlertFiring[]> =>
  allOf<AlertFiring>(`${pathOf(alert)}/firings?`);

export const preview = (fields: object): Promise<AlertPreview> =>
  ok(send<AlertPreview>('POST', `${alerts}/preview`, fields));

/** Lets nobody listen: otherwise each request that writes nothing notes who writes. */
export const quiet = () => env.DB.prepare('delete from event_listeners').run();

/** Looks after alerts, as the cron does. */
export const fire = (at: number = Date.now(), db = openTestDatabase(), recipientsFrom = 0): Promise<void> =>
  lookAfterAlerts(Object.assign(db, { actor: { type: 'service' } }), at, recipientsFrom);

/** What makes a visit one that alerts count. */
export const seen = { elapsedMs: 20_000, activeMs: 15_000, engagedMs: 12_000, hasInput: true };

/** A person of a company, with an audience that was made for them. */
export interface Recipient {
  personId: string;
  accountId: string;
  audienceId: string;
}

let companies = 0;
export async function newRecipient(
  pageId: string,
  domain = `alerts-${++companies}.example`,
): Promise<Recipient> {
  const { personId } = await newPerson({ email: `p${++companies}@${domain}`, name: `Person ${companies}` });
  const audienceId = await newAudienceId(pageId, { personId });
  const accountId =
    (await env.DB.prepare('select account_id from accounts where domain = ?')
      .bind(domain)
      .first<string>('account_id')) ?? '';
  return { personId, accountId, audienceId };
}

/** Merges visits that end at a time, and are noted then. */
export async function visitAt(at: number, ...visits: Partial<Visit>[]): Promise<void> {
  const before = await newestVisit();
  await merge(...visits.map((fields) => messageOf(visitOf(newId(), { ...seen, ...fields }), at)));
  await env.DB.prepare('update alert_visits set created_at = ? where sequence > ?').bind(at, before).run();
}
const newestVisit = async () =>
  (await env.DB.prepare('select max(sequence) as n from alert_visits').first<number>('n')) ?? 0;

/** A Wednesday at noon, when each test of `prepareAlerts` begins. */
export const noon = Date.UTC(2026, 2, 4, 12);

const made: Alert[] = [];
/** An alert with a condition, for a test of `prepareAlerts`. */
export async function alertOf(condition: object, fields: object = {}): Promise<Alert> {
  const alert = await newAlert({ condition, ...fields });
  made.push(alert);
  return alert;
}

/** For the tests of a file: each begins at noon, without the alerts of the one before and what they fired. */
export function prepareAlerts(): void {
  prepareVisits();
  beforeEach(async () => {
    setClock(noon);
    for (const alert of made.splice(0)) await remove(alert);
    await env.DB.prepare('delete from alert_firings').run();
  });
}

/** The subjects and dates that an alert has fired for, oldest first. */
export const firedBy = async (alert: Alert): Promise<(string | null)[][]> =>
  (await firingsOf(alert)).map(({ subject, facts }) => [subject, facts.date]).toReversed();

/** A database that fails at the second batch of a run: the one that fires, or reads the figures of the first alert. */
export const faulty = (more: Partial<Parameters<typeof faultyDatabase>[0]>) =>
  openTestDatabase(faultyDatabase({ moment: 'before', size: 1, skip: 1, ...more }));

/** Lets a person come, `after` milliseconds from noon. */
export const come = ({ audienceId }: Recipient, after: number, fields: object = {}): Promise<void> =>
  visitAt(noon + after, { audienceId, ...fields });
