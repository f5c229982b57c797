import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { sealSessions } from '../../src/analytics/worker/seal.ts';
import type { Audience } from '../../src/content/audiences/schemas.ts';
import type { Page } from '../../src/content/pages/schemas.ts';
import worker from '../../src/index.ts';
import { createApiKey, hashApiKey } from '../../src/lib/api-key.ts';
import type { Person } from '../../src/people/persons/schemas.ts';
import type { LeftOutMessage, Visit, VisitMessage } from '../../src/visits/beacons/schemas.ts';
import { type EventType, eventTypes } from '../../src/vocabulary/events.ts';
import { mintKey, openTestDatabase, send } from '../worker/support/client.ts';
import { HeldQueue } from '../worker/support/held-queue.ts';
import { noneFound } from '../worker/support/none-found.ts';
import { made, unique } from './budget.ts';
import { aloneAlert } from './budget-alerts.ts';
import { aloneWebhook, answerAll, aTypeOfEach, happen, happenToEach } from './budget-webhooks.ts';

/** Work of a task that no request waits for, and its maximum cost. */
export interface Task {
  of: string;
  when: string;
  trips: number;
  read: number;
  written: number;
  /** Creates the rows that the work needs, and returns the work. */
  prepare: () => Promise<() => Promise<unknown>>;
}

const task = (
  of: string,
  when: string,
  [trips, read, written]: [trips: number, read: number, written: number],
  prepare: Task['prepare'],
): Task => ({ of, when, trips, read, written, prepare });

// One workspace, because the cron costs the same for each.
const { DB_ACME: _, ...oneWorkspace } = env;
let serial = 0;

async function deliver(queue: string, bodies: unknown[]): Promise<void> {
  const messages = bodies.map((body) => ({ id: `b${++serial}`, timestamp: new Date(), attempts: 1, body }));
  const batch = createMessageBatch(queue, messages);
  const context = createExecutionContext();
  await worker.queue(batch, oneWorkspace as typeof env);
  const { explicitAcks } = await getQueueResult(batch, context);
  if (explicitAcks.length !== bodies.length) throw new Error('not every message was acked');
}

// Messages that it sends are held: otherwise a consumer might run meanwhile and be counted.
const cron = (variables: object = {}) =>
  worker.scheduled(createScheduledController(), {
    ...oneWorkspace,
    ...new HeldQueue().bindings(),
    ...variables,
  } as typeof env);

/** Lets a webhook listen, without those who write being noted. */
const listenAgain = (webhookId: string, types: EventType[] = ['page.created']) =>
  env.DB.batch([
    env.DB.prepare('insert into event_listeners (type, listener) select value, ? from json_each(?)').bind(
      webhookId,
      JSON.stringify(types),
    ),
    env.DB.prepare('delete from event_actor'),
  ]);

/**
 * Does what is due already, and forgets versions that other rows left in flight: they are due a minute later. Sessions of
 * other rows do not wait either: the cron reads them with those that it seals, until they are quiet for ten minutes.
 */
async function settle(): Promise<void> {
  const waiting =
    '(session_started_at, analytics_session_id) > (select sealed_at, sealed_id from session_seal)';
  await env.DB.prepare(`delete from audience_sessions where ${waiting}`).run();
  await env.DB.batch(
    ['webhooks', 'event_listeners', 'alerts'].map((table) => env.DB.prepare(`delete from ${table}`)),
  );
  await env.DB.prepare('update audience_versions set sweep_at = 9e15 where sweep_at is not null').run();
  while ((await sealSessions(openTestDatabase(), Date.now())) > 0);
  await cron();
}

/** A page and an audience for these rows only, so that the lists of other rows do not grow. */
let place: Promise<{ pageId: string; audienceId: string }> | undefined;
async function newPlace() {
  const page = { title: 'Tasks', url: `https://${unique()}.example/` };
  const { pageId } = await made<Page>('/v0/pages', page);
  const { audienceId } = await made<Audience>(`/v0/pages/${pageId}/audiences`, {});
  return { pageId, audienceId };
}
const placeOf = () => {
  place ??= newPlace();
  return place;
};

async function visit(fields: Partial<Visit> = {}): Promise<VisitMessage> {
  const { pageId, audienceId } = await placeOf();
  return {
    workspace: 'main',
    receivedAt: Date.now(),
    dimensions: { ...noneFound, referrer: 'google.com', country: 'DE', device: 'mobile', browser: 'Safari' },
    visit: {
      analyticsSessionId: crypto.randomUUID(),
      pageId,
      audienceId,
      elapsedMs: 20_000,
      activeMs: 20_000,
      engagedMs: 15_000,
      maxScrollDepthPercentage: 50,
      clicksCount: 1,
      questionsAskedCount: 0,
      hasConversion: false,
      utmSource: 'a',
      utmMedium: 'b',
      utmCampaign: 'c',
      utmTerm: 'd',
      utmContent: 'e',
      pageTitle: 'Budget',
      pageUrl: 'https://budget.example/',
      ...fields,
    },
  };
}
/** An audience that was made for one person of a company. */
async function ownAudience(on?: string, email = newEmail()) {
  const pageId = on ?? (await newPlace()).pageId;
  const { personId } = await made<Person>('/v0/persons', { name: 'Zoë', email });
  const { audienceId } = await made<Audience>(`/v0/pages/${pageId}/audiences`, { personId });
  return { pageId, audienceId, email };
}
/** A visit that is left out, of a page and day that have a count already. */
async function leftOut(): Promise<LeftOutMessage> {
  const { pageId } = await placeOf();
  const message: LeftOutMessage = {
    kind: 'left out',
    workspace: 'main',
    receivedAt: Date.now(),
    pageId,
    analyticsSessionId: crypto.randomUUID(),
    reason: 'bot',
  };
  await deliver('footfall-visits', [{ ...message, analyticsSessionId: crypto.randomUUID() }]);
  return message;
}
/** Work of the consumer with visits that came while D1 did not answer, from an origin that it has to look up. */
async function unverifiedBy(count: number, keys: string[], origin = 'https://foreign.example') {
  const message = await leftOut();
  const { status } = await send('POST', '/v0/websites', { origin });
  if (status !== 201 && status !== 409) throw new Error(`A website is a ${status}.`);
  const bodies = Array.from({ length: count }, (_, index) => ({
    kind: 'unverified',
    workspace: 'main',
    origin,
    keyHash: hashApiKey(keys[index % keys.length] ?? ''),
    message: { ...message, analyticsSessionId: crypto.randomUUID() },
  }));
  // From here on the page and day have a count of this reason.
  await deliver('footfall-visits', [
    { ...bodies[0], keyHash: '', message: { ...message, analyticsSessionId: crypto.randomUUID() } },
  ]);
  return () => deliver('footfall-visits', bodies);
}

const merge = (...messages: VisitMessage[]) => deliver('footfall-visits', messages);
const form = (fields: object) => ({ formSubmissionId: 'f', ...fields });
const newEmail = () => `${unique()}@${unique()}.example`;
const visits = 'queue footfall-visits';
const jobs = 'queue footfall-jobs';

/** An audience with a live version, and the message that publishes the draft after it. */
async function queuedJob() {
  const queue = new HeldQueue();
  const bindings = queue.bindings();
  const { pageId } = await placeOf();
  const audience = await made<Audience>(`/v0/pages/${pageId}/audiences`, {});
  const path = `/v0/pages/${pageId}/audiences/${audience.audienceId}/versions`;
  await send('POST', `${path}/${audience.latestVersion.versionId}/publish`, {}, { bindings });
  await deliver('footfall-jobs', queue.sent.splice(0));
  const { body } = await send<{ versionId: string }>('POST', path, {});
  await send('POST', `${path}/${body.versionId}/publish`, {}, { bindings });
  const [job] = queue.sent;
  if (!job) throw new Error('nothing was queued');
  return job;
}

/** Visits of a page of their own, which began `hours` ago. Returns messages that change them. */
async function visitsAgo(n: number, hours: number): Promise<VisitMessage[]> {
  const of = await newPlace();
  const messages = await Promise.all(Array.from({ length: n }, () => visit(of)));
  for (let done = 0; done < n; done += 50)
    await merge(
      ...messages
        .slice(done, done + 50)
        .map((message, index) => ({ ...message, receivedAt: startOf(hours) + index })),
    );
  return messages.map((message) => ({
    ...message,
    receivedAt: startOf(hours) + 1000,
    visit: { ...message.visit, clicksCount: 2 },
  }));
}
const startOf = (hours: number) => Math.floor((Date.now() - hours * 3_600_000) / 60_000) * 60_000;

/** Notes visits of persons that alerts look at. Gives a number with which the same persons come again. */
async function noteVisits(count: number, of = ++serial): Promise<number> {
  const subjects = Array.from({ length: count }, (_, n) => `person_${of}_${n}`);
  await env.DB.prepare(
    'insert into alert_visits (subject, started_at, created_at) select value, ?1, ?1 from json_each(?2)',
  )
    .bind(Date.now(), JSON.stringify(subjects))
    .run();
  return of;
}

let removals = 0;
let forgettings = 0;

export const taskTable: Task[] = [
  task(visits, 'a new visit', [1, 38, 3], async () => {
    await merge(await visit());
    const message = await visit();
    return () => merge(message);
  }),
  task(visits, 'a new visit of an audience for one person', [1, 46, 3], async () => {
    const { pageId, audienceId } = await ownAudience();
    await merge(await visit({ pageId, audienceId }));
    const message = await visit({ pageId, audienceId });
    return () => merge(message);
  }),
  task(visits, 'the same, while an alert needs it', [1, 47, 5], async () => {
    const { pageId, audienceId } = await ownAudience();
    await merge(await visit({ pageId, audienceId, hasInput: true }));
    await aloneAlert();
    await env.DB.prepare('delete from event_listeners').run();
    const message = await visit({ pageId, audienceId, hasInput: true });
    return () => merge(message);
  }),
  task(visits, 'the first in an hour of such visits of a person and of an account', [1, 47, 7], async () => {
    const { pageId, audienceId } = await ownAudience();
    const message = await visit({ pageId, audienceId });
    return () => merge(message);
  }),
  task(visits, 'the first in an hour of such visits of a person', [1, 47, 5], async () => {
    const { pageId, audienceId, email } = await ownAudience();
    await merge(await visit({ pageId, audienceId }));
    const { audienceId: other } = await ownAudience(pageId, `x${email}`);
    const message = await visit({ pageId, audienceId: other });
    return () => merge(message);
  }),
  task(visits, 'a new visit by a page link', [1, 39, 3], async () => {
    const { pageId } = await placeOf();
    const path = `/${unique()}`;
    await made('/v0/page_links', { path, target: { targetType: 'page', pageId } });
    const message = await visit({ pageUrl: `https://budget.example${path}` });
    return () => merge(message);
  }),
  task(visits, 'a beacon that changes its session', [1, 39, 1], async () => {
    const message = await visit();
    await merge(message);
    const later = { ...message, visit: { ...message.visit, clicksCount: 2, engagedMs: 16_000 } };
    return () => merge(later);
  }),
  task(visits, 'a beacon that moves the start of its session', [1, 44, 4], async () => {
    const message = await visit();
    // Not the oldest of its page.
    await merge({ ...(await visit()), receivedAt: message.receivedAt - 60_000 }, message);
    const earlier = {
      ...message,
      receivedAt: message.receivedAt - 1000,
      visit: { ...message.visit, clicksCount: 2 },
    };
    return () => merge(earlier);
  }),
  task(visits, 'a beacon of a session that is sealed', [1, 39, 2], async () => {
    const [later] = await visitsAgo(1, 26);
    await settle();
    return () => merge(later as VisitMessage);
  }),
  task(visits, 'a visit whose start is before the seal', [1, 38, 4], async () => {
    const message = { ...(await visit()), receivedAt: startOf(26) };
    return () => merge(message);
  }),
  task(visits, 'a beacon without changes', [1, 37, 0], async () => {
    const message = await visit();
    await merge(message);
    return () => merge(message);
  }),
  task(visits, '50 new visits', [1, 969, 150], async () => {
    const messages = await Promise.all(Array.from({ length: 50 }, () => visit()));
    return () => merge(...messages);
  }),
  task(
    visits,
    '50 visits of two keys that are left out, and came while D1 did not answer',
    [2, 162, 100],
    async () => {
      const keys = [await mintKey(['collect']), await mintKey(['collect'])];
      return unverifiedBy(50, keys, `https://${unique()}.example`);
    },
  ),
  task(
    visits,
    '50 visits of 50 keys that nobody has made, which came while D1 did not answer',
    [2, 256, 100],
    () =>
      unverifiedBy(
        50,
        Array.from({ length: 50 }, () => createApiKey('main')),
      ),
  ),
  task(visits, 'a visit that is left out', [1, 6, 2], async () => {
    const message = await leftOut();
    return () => deliver('footfall-visits', [message]);
  }),
  task(visits, 'a beacon of a visit that is left out already', [1, 6, 0], async () => {
    const message = await leftOut();
    await deliver('footfall-visits', [message]);
    return () => deliver('footfall-visits', [message]);
  }),
  task(visits, '50 visits that are left out', [1, 153, 100], async () => {
    const messages = await Promise.all(Array.from({ length: 50 }, () => leftOut()));
    return () => deliver('footfall-visits', messages);
  }),
  task(visits, 'a new visit that was left out before', [1, 57, 5], async () => {
    const message = await visit();
    const { pageId, analyticsSessionId } = message.visit;
    await deliver('footfall-visits', [{ ...(await leftOut()), pageId, analyticsSessionId }]);
    return () => merge(message);
  }),
  task(visits, 'a visit of an unknown page', [1, 24, 3], async () => {
    const message = await visit({ pageId: 'page_none' });
    return () => merge(message);
  }),
  task(visits, 'a form of a new person of a new company', [2, 75, 32], async () => {
    const message = await visit({
      formSubmit: form({ email: newEmail(), phone: `+1999${Date.now()}`.slice(0, 15) }),
    });
    return () => merge(message);
  }),
  task(visits, 'a form of a known person', [2, 68, 17], async () => {
    const { email } = await made<Person>('/v0/persons', { name: 'Known', email: newEmail() });
    const message = await visit({ formSubmit: form({ email }) });
    return () => merge(message);
  }),
  task(visits, 'a form that was written before', [2, 48, 0], async () => {
    const message = await visit({ formSubmit: form({ email: newEmail() }) });
    await merge(message);
    return () => merge(message);
  }),
  task(visits, 'a form of an erased person', [2, 50, 6], async () => {
    const { email, personId } = await made<Person>('/v0/persons', { name: 'Gone', email: newEmail() });
    const message = await visit({ formSubmit: form({ email }) });
    await send('DELETE', `/v0/persons/${personId}`);
    return () => merge(message);
  }),
  task(visits, '50 forms of new persons of new companies', [2, 2864, 1550], async () => {
    const messages = await Promise.all(
      Array.from({ length: 50 }, () => visit({ formSubmit: form({ email: newEmail() }) })),
    );
    return () => merge(...messages);
  }),
  task(jobs, 'a version is published, and the previous one archived', [2, 15, 11], async () => {
    const job = await queuedJob();
    return () => deliver('footfall-jobs', [job]);
  }),
  task(jobs, 'a message that is delivered again', [1, 5, 0], async () => {
    const job = await queuedJob();
    await deliver('footfall-jobs', [job]);
    return () => deliver('footfall-jobs', [job]);
  }),
  task('queue footfall-jobs-dead', 'a version that fails again is cancelled', [3, 14, 6], async () => {
    const job = await queuedJob();
    const spoil = `update audience_versions set frozen = '{', failure = 'x' where transition_id = ?`;
    await env.DB.prepare(spoil).bind(job.transitionId).run();
    return () => deliver('footfall-jobs-dead', [job]);
  }),
  task('queue footfall-webhooks', 'nothing is to be sent', [2, 13, 0], async () => {
    await aloneWebhook();
    return () => deliver('footfall-webhooks', [{ workspace: 'main' }]);
  }),
  task('queue footfall-webhooks', '20 events are sent', [4, 113, 24], async () => {
    const { webhookId } = await aloneWebhook();
    await happen(20);
    await listenAgain(webhookId);
    answerAll(204);
    return () => deliver('footfall-webhooks', [{ workspace: 'main', webhookId }]);
  }),
  task(
    'queue footfall-webhooks',
    '20 events are sent, while 19 others listen to all types',
    [4, 121, 24],
    async () => {
      const { webhookId } = await aloneWebhook();
      await happen(20);
      await listenAgain(webhookId);
      await env.DB.prepare(
        `insert into event_listeners (type, listener)
       select type.value, 'webhook_other' || other.key from json_each(?) as type, json_each(?) as other`,
      )
        .bind(JSON.stringify(eventTypes), JSON.stringify(Array(19).fill(0)))
        .run();
      answerAll(204);
      return () => deliver('footfall-webhooks', [{ workspace: 'main', webhookId }]);
    },
  ),
  task('queue footfall-webhooks', '1,000 events of other types are passed over', [2, 1017, 2], async () => {
    const { webhookId } = await aloneWebhook({ types: ['page.updated'] });
    await happen(1000);
    await listenAgain(webhookId, ['page.updated']);
    return () => deliver('footfall-webhooks', [{ workspace: 'main', webhookId }]);
  }),
  task('queue footfall-webhooks', 'an event of another type is passed over', [2, 18, 2], async () => {
    const { webhookId } = await aloneWebhook({ types: ['page.updated'] });
    await happen(1);
    await listenAgain(webhookId, ['page.updated']);
    return () => deliver('footfall-webhooks', [{ workspace: 'main', webhookId }]);
  }),
  task('queue footfall-webhooks', 'an event of each kind is told to a channel', [3, 57, 9], async () => {
    const at = await placeOf();
    const { webhookId } = await aloneWebhook({ format: 'slack', types: aTypeOfEach });
    await happenToEach(at);
    await listenAgain(webhookId, aTypeOfEach);
    answerAll(200);
    return () => deliver('footfall-webhooks', [{ workspace: 'main', webhookId }]);
  }),
  task('queue footfall-webhooks', 'an event is sent, and fails', [2, 24, 5], async () => {
    const { webhookId } = await aloneWebhook();
    await happen(1);
    await listenAgain(webhookId);
    answerAll(500);
    return () => deliver('footfall-webhooks', [{ workspace: 'main', webhookId }]);
  }),
  task('cron', 'nothing is due', [1, 30, 0], async () => {
    await settle();
    return () => cron();
  }),
  task('cron', 'a version in flight is resent', [2, 39, 3], async () => {
    await settle();
    const job = await queuedJob();
    await env.DB.prepare('update audience_versions set sweep_at = 1 where version_id = ?')
      .bind(job.versionId)
      .run();
    return () => cron();
  }),
  task('cron', '10 visits wait', [1, 40, 0], async () => {
    await settle();
    await visitsAgo(10, 1);
    return () => cron();
  }),
  task('cron', '500 visits of a page are sealed', [5, 4598, 6], async () => {
    await settle();
    await visitsAgo(500, 1);
    return () => cron();
  }),
  task('cron', '50 visits that changed after they were sealed are corrected', [6, 1816, 53], async () => {
    const later = await visitsAgo(50, 30);
    await settle();
    await merge(...later);
    return () => cron();
  }),
  task('cron', 'a session is removed by retention', [6, 107, 12], async () => {
    await settle();
    // Sessions of a time before which some were removed are not accepted.
    const years = 5 * removals++;
    await merge({ ...(await visit(await newPlace())), receivedAt: Date.UTC(2000 + years, 0, 2) });
    await cron();
    // Retention since 2002 or 2007, or some years later: it removes this session and none of the others.
    return () => cron({ SESSION_RETENTION_DAYS: `${9000 - 365 * years}` });
  }),
  task('cron', '10 visits lose their recipients', [8, 297, 34], async () => {
    const days = 500 - 2 * forgettings++;
    await settle();
    const { personId } = await made<Person>('/v0/persons', { name: 'Zoë', email: newEmail() });
    const { pageId } = await newPlace();
    const { audienceId } = await made<Audience>(`/v0/pages/${pageId}/audiences`, { personId });
    // Older visits have been looked at.
    await env.DB.prepare("insert or replace into counters values ('recipients_forgotten_before', ?)")
      .bind(startOf(days * 24 + 1))
      .run();
    const visits = await Promise.all(Array.from({ length: 10 }, () => visit({ pageId, audienceId })));
    await merge(...visits.map((one) => ({ ...one, receivedAt: startOf(days * 24) })));
    await settle();
    return () => cron({ RECIPIENT_RETENTION_DAYS: `${days - 1}` });
  }),
  task('cron', '10 events are removed', [2, 131, 10], async () => {
    await settle();
    // The newest event stays, whatever its time. The oldest of all says whether there are some to remove.
    await env.DB.batch([
      env.DB.prepare(
        `insert into events (type, subject, related, created_at)
         select 'page.updated', 'page_old', '{}', iif(key < 10, 0, ?) from json_each(?)`,
      ).bind(Date.now(), JSON.stringify(Array(11).fill(0))),
      env.DB.prepare('delete from events where sequence <= (select max(sequence) from events) - 11'),
    ]);
    return () => cron();
  }),
  task('cron', 'the own audience of an erased person, with 10 visits, is cleared', [8, 189, 16], async () => {
    await settle();
    const { personId } = await made<Person>('/v0/persons', { name: 'Gone', email: newEmail() });
    const { pageId } = await newPlace();
    const { audienceId } = await made<Audience>(`/v0/pages/${pageId}/audiences`, { personId });
    const visits = await Promise.all(Array.from({ length: 10 }, () => visit({ pageId, audienceId })));
    await merge(...visits);
    await send('DELETE', `/v0/persons/${personId}`);
    return () => cron();
  }),
  task('cron', '10 hashes of erased identifiers and 10 forms are removed', [3, 146, 20], async () => {
    await settle();
    await env.DB.batch([
      env.DB.prepare(
        "insert into erased_identifiers select 'old' || value, 0 from json_each('[0,1,2,3,4,5,6,7,8,9]')",
      ),
      env.DB.prepare(
        "insert into form_submits select 'old', value, 0 from json_each('[0,1,2,3,4,5,6,7,8,9]')",
      ),
    ]);
    return () => cron();
  }),
  task('cron', '10 ids of visits that were left out are removed', [2, 92, 10], async () => {
    await settle();
    await env.DB.prepare(
      "insert into left_out_visits select 0, value, '', 'bot' from json_each('[0,1,2,3,4,5,6,7,8,9]')",
    ).run();
    return () => cron();
  }),
  task('cron', 'a visit fires an alert', [5, 115, 5], async () => {
    await settle();
    await aloneAlert();
    await noteVisits(1);
    return () => cron();
  }),
  task('cron', '50 visits of 50 persons fire an alert', [5, 553, 201], async () => {
    await settle();
    await aloneAlert();
    await noteVisits(50);
    return () => cron();
  }),
  task('cron', '50 visits of 50 persons are looked at, and have fired it already', [5, 354, 1], async () => {
    await settle();
    await aloneAlert();
    const serial = await noteVisits(50);
    await cron();
    await noteVisits(50, serial);
    return () => cron();
  }),
  task('cron', 'an account has 100 visits of 1,000, which fire an alert', [5, 2204, 5], async () => {
    await settle();
    await aloneAlert({ type: 'accounts_visited', visits: 100, days: 30 });
    await env.DB.prepare(
      'insert into alert_visits (subject, started_at, created_at) select ?1, ?2, ?2 from json_each(?3)',
    )
      .bind(`account_${unique()}`, Date.now(), JSON.stringify(Array(1000).fill(0)))
      .run();
    return () => cron();
  }),
  task('cron', 'a weekly report is fired', [5, 128, 5], async () => {
    await settle();
    await aloneAlert({ type: 'weekly_report' });
    await env.DB.prepare('update alerts set next_due_at = 1 where next_due_at is not null').run();
    return () => cron();
  }),
  task('cron', '10 firings, and 10 visits that alerts looked at, are removed', [3, 2148, 20], async () => {
    await settle();
    await env.DB.batch([
      env.DB.prepare(
        `insert into alert_firings (firing_id, alert_id, webhook_id, subject, day, facts, fired_at)
         select 'firing_00' || key, 'alert_x', 'webhook_x', 'person_x', key, '{}', 1 from json_each(?)`,
      ).bind(JSON.stringify(Array(10).fill(0))),
      env.DB.prepare(
        `update alert_visits set created_at = 1
         where sequence in (select sequence from alert_visits order by sequence limit 10)`,
      ),
    ]);
    return () => cron();
  }),
];
