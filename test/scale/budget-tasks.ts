import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { mapValues } from 'es-toolkit/object';
import { numberVisitors } from '../../src/analytics/worker/number.ts';
import { sealSessions } from '../../src/analytics/worker/seal.ts';
import type { Audience } from '../../src/content/audiences/schemas.ts';
import type { Page } from '../../src/content/pages/schemas.ts';
import worker from '../../src/index.ts';
import { createApiKey, hashApiKey } from '../../src/lib/api-key.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Person } from '../../src/people/persons/schemas.ts';
import type { LeftOutMessage, Visit, VisitMessage } from '../../src/visits/beacons/schemas.ts';
import { type EventType, eventTypes } from '../../src/vocabulary/events.ts';
import { mintKey, openTestDatabase, send } from '../worker/support/client.ts';
import { HeldQueue } from '../worker/support/held-queue.ts';
import { noneFound } from '../worker/support/none-found.ts';
import { forgetLatestVisits, made, tasks, unique } from './budget.ts';
import { aloneAlert, quietReport } from './budget-alerts.ts';
import { campaign, changed, newcomers, write } from './budget-campaigns.ts';
import { counted, fillUnits, visitOfTest, withTest } from './budget-experiments.ts';
import { forgetSources, waitingDeliveries } from './budget-sources.ts';
import { aloneWebhook, answerAll, aTypeOfEach, happen, happenToEach } from './budget-webhooks.ts';

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
  await env.DB.prepare('delete from kept_deliveries').run();
  const waiting =
    '(session_started_at, analytics_session_id) > (select sealed_at, sealed_id from session_seal)';
  await env.DB.prepare(`delete from audience_sessions where ${waiting}`).run();
  await env.DB.batch(
    ['webhooks', 'event_listeners', 'alerts'].map((table) => env.DB.prepare(`delete from ${table}`)),
  );
  await env.DB.prepare('update audience_versions set sweep_at = 9e15 where sweep_at is not null').run();
  // Jobs whose messages were held are due a minute later.
  await env.DB.prepare('update campaigns set due_at = null where due_at is not null').run();
  while ((await sealSessions(openTestDatabase(), Date.now())) > 0);
  await cron();
}

/** Lets no job be stalled, and no alert have notified of one. */
const goesOn = () =>
  env.DB.batch(
    [
      'update given_up set sent_at = 1',
      "delete from service_notes where name = 'notified'",
      'update webhooks set cursor = coalesce((select max(sequence) from events), 0)',
    ].map((text) => env.DB.prepare(text)),
  );

/** The step of a job that changes 100 rows of a campaign. Its messages are held. */
async function stepOf(action: 'publish' | 'archive') {
  const { of } = await changed(99);
  const held = new HeldQueue();
  await send('POST', `${of}/${action}`, {}, { bindings: held.bindings() });
  const [job] = held.sent;
  return async () => {
    expect(await new HeldQueue().deliver(job)).toBe('ack');
  };
}

/** The step of a job that writes 100 rows for new persons of a known company. */
async function writingStep() {
  const { of } = await campaign();
  const company = `${unique()}.example`;
  await write(of, newcomers(1, company));
  const held = new HeldQueue();
  await send('POST', `${of}/waiting_rows`, { rows: newcomers(100, company) }, { bindings: held.bindings() });
  const [job] = held.sent;
  return async () => {
    expect(await new HeldQueue().deliver(job)).toBe('ack');
  };
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
  return { pageId, audienceId, personId, email };
}
/** What a new visit says of a test that runs, which has counted visitors. */
async function inTest(hits = 0) {
  const of = await visitOfTest();
  await fillUnits(of.experimentId, hits);
  await env.DB.prepare('update experiments set started_at = 1 where experiment_id = ?')
    .bind(of.experimentId)
    .run();
  return of;
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
/** Visits that came while D1 did not answer, from an origin that it has to look up. */
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
  return bodies;
}

const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
const merge = (...messages: VisitMessage[]) => deliver('footfall-visits', messages);
const form = (fields: object) => ({ formSubmissionId: 'f', ...fields });
const newEmail = () => `${unique()}@${unique()}.example`;

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
  const messages = await many(n, () => visit(of));
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

type Preparations<T> = Record<string, () => Promise<T>>;
const tasksOf = <T>(of: string, table: Preparations<T>, work: (prepared: T) => Promise<unknown>) =>
  Object.fromEntries(
    Object.entries(table).map(([name, prepare]) => [
      `${of} | ${name}`,
      async () => {
        const prepared = await prepare();
        return () => work(prepared);
      },
    ]),
  );
/** Tasks of the consumer of a queue: a preparation returns the messages that are delivered to it. */
const queueTasks = (queue: string, table: Preparations<unknown[]>) =>
  tasksOf(`queue ${queue}`, table, (messages) => deliver(queue, messages));
/** Tasks of the cron when nothing but what is prepared is due. */
/** Lets a source keep deliveries with these ids. */
async function keep(...ids: string[]): Promise<void> {
  await env.DB.prepare(
    `insert into kept_deliveries
     select value, 'source_none', value, value, 'webhook', 'no_identifier', 1, '[]', '{}' from json_each(?)`,
  )
    .bind(JSON.stringify(ids))
    .run();
}

const cronTasks = (table: Preparations<unknown>) =>
  tasksOf(
    'cron',
    mapValues(table, (prepare) => async () => {
      await settle();
      await prepare();
    }),
    () => cron(),
  );

/** The message for a webhook alone, for which some events have happened, and whose receiver answers with a status. */
async function hookAfter(events: number, status: number, types: EventType[] = ['page.created']) {
  const { webhookId } = await aloneWebhook({ types });
  await happen(events);
  await listenAgain(webhookId, types);
  answerAll(status);
  return { workspace: 'main', webhookId };
}

export const taskTable = tasks({
  ...queueTasks('footfall-visits', {
    'a new visit': async () => {
      await merge(await visit());
      return [await visit()];
    },
    'a new visit that is the first of a day to find two fields': async () => {
      const { pageId } = await newPlace();
      await merge(await visit({ pageId }));
      return [await visit({ pageId, foundFields: 'hero,button' })];
    },
    'a new visit that finds the fields which others have found that day': async () => {
      const { pageId } = await newPlace();
      await merge(await visit({ pageId, foundFields: 'hero,button' }));
      return [await visit({ pageId, foundFields: 'hero,button' })];
    },
    '50 new visits that find a hundred made-up fields each, of a page that has 200': async () => {
      const { pageId } = await newPlace();
      const fields = Array.from({ length: 200 }, (_, n) => ({ name: `field${n}`, label: 'F', kind: 'text' }));
      await send('PATCH', `/v0/pages/${pageId}`, { fields });
      const names = (from: number) => Array.from({ length: 100 }, (_, n) => `m${from + n}`).join();
      await merge(
        ...(await Promise.all([0, 100].map((from) => visit({ pageId, foundFields: names(from) })))),
      );
      return Promise.all(
        Array.from({ length: 50 }, (_, n) => visit({ pageId, foundFields: names(200 + n * 100) })),
      );
    },
    'a new visit of an audience for one person': async () => {
      const { pageId, audienceId } = await ownAudience();
      await merge(await visit({ pageId, audienceId }));
      return [await visit({ pageId, audienceId })];
    },
    'the same, while an alert needs it': async () => {
      const { pageId, audienceId } = await ownAudience();
      await merge(await visit({ pageId, audienceId, hasInput: true }));
      await aloneAlert();
      await env.DB.prepare('delete from event_listeners').run();
      return [await visit({ pageId, audienceId, hasInput: true })];
    },
    'the first in an hour of such visits of a person and of an account': async () => {
      const { pageId, audienceId } = await ownAudience();
      return [await visit({ pageId, audienceId })];
    },
    'the first in an hour of such visits of a person': async () => {
      const { pageId, audienceId, email } = await ownAudience();
      await merge(await visit({ pageId, audienceId }));
      const { audienceId: other } = await ownAudience(pageId, `x${email}`);
      return [await visit({ pageId, audienceId: other })];
    },
    'a new visit of a version': async () => {
      const { pageId } = await newPlace();
      const { audienceId, latestVersion } = await made<Audience>(`/v0/pages/${pageId}/audiences`, {});
      const { versionId } = latestVersion;
      // It was live before, so how long sessions are kept matters.
      await env.DB.prepare(
        'update audience_versions set published_at = 1, obsolete_at = 2 where version_id = ?',
      )
        .bind(versionId)
        .run();
      return [await visit({ pageId, audienceId, versionId })];
    },
    'a new visit in a test, of a new visitor': async () => [await visit(await inTest())],
    'a new visit in a test, of a visitor who comes again': async () => {
      const of = await inTest();
      await merge(await visit(of));
      return [await visit(of)];
    },
    'a beacon with which a visitor of a test converts, and what it finds is stored': async () => {
      const message = await visit(await inTest(1));
      await merge(message);
      return [{ ...message, visit: { ...message.visit, hasConversion: true } }];
    },
    '50 new visits in a test, of new visitors who convert': async () => {
      const of = await inTest();
      return Promise.all(
        Array.from({ length: 50 }, async (_, n) => ({
          // Another visitor of the same arm, which the beginning of a unit decides.
          ...(await visit({
            ...of,
            unit: of.unit.slice(0, 6) + newId('write').slice(-5),
            hasConversion: true,
          })),
          address: String(n).padStart(4, '0'),
        })),
      );
    },
    'a new visit of an audience with a test, without a version': async () => {
      const { pageId, audienceId } = await inTest();
      return [await visit({ pageId, audienceId })];
    },
    'a new visit by a page link': async () => {
      const { pageId } = await placeOf();
      const path = `/${unique()}`;
      await made('/v0/page_links', { path, target: { targetType: 'page', pageId } });
      return [await visit({ pageUrl: `https://budget.example${path}` })];
    },
    'a beacon that changes its session': async () => {
      const message = await visit();
      await merge(message);
      return [{ ...message, visit: { ...message.visit, clicksCount: 2, engagedMs: 16_000 } }];
    },
    'a beacon that moves the start of its session': async () => {
      const message = await visit();
      // Not the oldest of its page.
      await merge({ ...(await visit()), receivedAt: message.receivedAt - 60_000 }, message);
      return [
        {
          ...message,
          receivedAt: message.receivedAt - 1000,
          visit: { ...message.visit, clicksCount: 2 },
        },
      ];
    },
    'a beacon of a session that is sealed': async () => {
      const later = await visitsAgo(1, 26);
      await settle();
      return later;
    },
    'a visit whose start is before the seal': async () => {
      return [{ ...(await visit()), receivedAt: startOf(26) }];
    },
    'a beacon without changes': async () => {
      const message = await visit();
      await merge(message);
      return [message];
    },
    '50 new visits': () => many(50, () => visit()),
    '50 visits of two keys that are left out, and came while D1 did not answer': async () => {
      const keys = [await mintKey(['collect']), await mintKey(['collect'])];
      return unverifiedBy(50, keys, `https://${unique()}.example`);
    },
    '50 visits of 50 keys that nobody has made, which came while D1 did not answer': () =>
      unverifiedBy(
        50,
        Array.from({ length: 50 }, () => createApiKey('main')),
      ),
    'a visit that is left out': async () => [await leftOut()],
    'a beacon of a visit that is left out already': async () => {
      const message = await leftOut();
      await deliver('footfall-visits', [message]);
      return [message];
    },
    '50 visits that are left out': () => many(50, leftOut),
    'a new visit that was left out before': async () => {
      const message = await visit();
      const { pageId, analyticsSessionId } = message.visit;
      await deliver('footfall-visits', [{ ...(await leftOut()), pageId, analyticsSessionId }]);
      return [message];
    },
    'a visit of an unknown page': async () => [await visit({ pageId: 'page_none' })],
    'a form of a new person of a new company': async () => [
      await visit({
        formSubmit: form({ email: newEmail(), phone: `+1999${Date.now()}`.slice(0, 15) }),
      }),
    ],
    'the same, with fields that the website has opted in': async () => [
      await visit({
        formSubmit: form({ email: newEmail(), fields: { name: 'Lin Bo', message: 'x'.repeat(1990) } }),
      }),
    ],
    'a form of a known person': async () => {
      const { email } = await made<Person>('/v0/persons', { name: 'Known', email: newEmail() });
      return [await visit({ formSubmit: form({ email }) })];
    },
    'a form that was written before': async () => {
      const message = await visit({ formSubmit: form({ email: newEmail() }) });
      await merge(message);
      return [message];
    },
    'a form of an erased person': async () => {
      const { email, personId } = await made<Person>('/v0/persons', { name: 'Gone', email: newEmail() });
      const message = await visit({ formSubmit: form({ email }) });
      await send('DELETE', `/v0/persons/${personId}`);
      return [message];
    },
    ...waitingDeliveries,
    '50 forms of new persons of new companies': async () => {
      await forgetSources();
      await forgetLatestVisits();
      return many(50, () => visit({ formSubmit: form({ email: newEmail() }) }));
    },
  }),
  ...queueTasks('footfall-jobs', {
    'a version is published, and the previous one archived': async () => [await queuedJob()],
    'a message that is delivered again': async () => {
      const job = await queuedJob();
      await deliver('footfall-jobs', [job]);
      return [job];
    },
  }),
  'queue footfall-jobs | the first version of a row of a campaign is published': async () => {
    const held = new HeldQueue();
    const { of } = await campaign();
    await write(of, newcomers(1), held.bindings());
    return async () => {
      expect(await held.deliver(held.sent[0])).toBe('ack');
    };
  },
  'queue footfall-jobs | a step of a campaign: 100 rows get other words': () => stepOf('publish'),
  'queue footfall-jobs | a step of a campaign: 100 rows that waited are written': writingStep,
  'queue footfall-jobs | a step of a campaign: 100 audiences are archived': () => stepOf('archive'),
  ...queueTasks('footfall-jobs-dead', {
    'a version that fails again is cancelled': async () => {
      await env.DB.prepare('delete from given_up').run();
      const job = await queuedJob();
      const spoil = `update audience_versions set frozen = '{', failure = 'x' where transition_id = ?`;
      await env.DB.prepare(spoil).bind(job.transitionId).run();
      return [job];
    },
  }),
  ...queueTasks('footfall-webhooks', {
    'nothing is to be sent': async () => {
      await aloneWebhook();
      return [{ workspace: 'main' }];
    },
    '20 events are sent': async () => [await hookAfter(20, 204)],
    '20 events are sent, while 19 others listen to all types': async () => {
      const message = await hookAfter(20, 204);
      await env.DB.prepare(
        `insert into event_listeners (type, listener)
       select type.value, 'webhook_other' || other.key from json_each(?) as type, json_each(?) as other`,
      )
        .bind(JSON.stringify(eventTypes), JSON.stringify(Array(19).fill(0)))
        .run();
      return [message];
    },
    '1,000 events of other types are passed over': async () => [await hookAfter(1000, 204, ['page.updated'])],
    'an event of another type is passed over': async () => [await hookAfter(1, 204, ['page.updated'])],
    'an event of each kind is told to a channel': async () => {
      const at = await placeOf();
      const { webhookId } = await aloneWebhook({ format: 'slack', types: aTypeOfEach });
      await happenToEach(at);
      await listenAgain(webhookId, aTypeOfEach);
      answerAll(200);
      return [{ workspace: 'main', webhookId }];
    },
    'an event is sent, and fails': async () => [await hookAfter(1, 500)],
  }),
  ...cronTasks({
    'nothing is due': async () => {},
    'nothing is due, and it notes that it runs': async () => {
      await env.DB.prepare('delete from service_notes').run();
    },
    'a version in flight is resent': async () => {
      const job = await queuedJob();
      await env.DB.prepare('update audience_versions set sweep_at = 1 where version_id = ?')
        .bind(job.versionId)
        .run();
    },
    '10 visits wait': () => visitsAgo(10, 1),
    '500 visits of a page are sealed': () => visitsAgo(500, 1),
    '50 visits that changed after they were sealed are corrected': async () => {
      const later = await visitsAgo(50, 30);
      await settle();
      await merge(...later);
    },
  }),
  'cron | numbers of a block that has changed are given back': async () => {
    await settle();
    await env.DB.batch(
      [
        "insert into visitor_ids values (9, 'person', 0, 'person_:AAAAAAAAAAAAAAAAAAAAAQ==', '=1')",
        "insert into visitor_numbers values (1, 0, 1, 9, 1, '=0', '=1')",
      ].map((text) => env.DB.prepare(text)),
    );
    // A run of the cron looks for them once an hour, or when it has sealed sessions.
    return () => numberVisitors(openTestDatabase(), Date.now());
  },
  'cron | a session is removed by retention': async () => {
    await settle();
    // Sessions of a time before which some were removed are not accepted.
    const years = 5 * removals++;
    await merge({ ...(await visit(await newPlace())), receivedAt: Date.UTC(2000 + years, 0, 2) });
    await cron();
    // Retention since 2002 or 2007, or some years later: it removes this session and none of the others.
    return () => cron({ SESSION_RETENTION_DAYS: `${9000 - 365 * years}` });
  },
  'cron | 10 logs of 10 accounts are removed by retention': async () => {
    // Behind all others.
    await env.DB.batch([
      env.DB.prepare(
        `insert into account_logs (account_id, account_log_id, source, type, payload, created_at)
         select 'account_z' || key, 'account_log_0', 'crm', 'won', '{}', 1 from json_each(?)`,
      ).bind(JSON.stringify(Array(10).fill(0))),
      env.DB.prepare("insert or replace into service_notes values ('logs', 0, ?)").bind(
        JSON.stringify({ before: 1, resource: 'account_log', after: 'account_z' }),
      ),
    ]);
    return () => cron({ LOG_RETENTION_DAYS: '9000' });
  },
  'cron | 10 visits lose their recipients': async () => {
    const days = 500 - 2 * forgettings++;
    await settle();
    const { pageId, audienceId } = await ownAudience();
    // Older visits have been looked at.
    await env.DB.prepare("insert or replace into counters values ('recipients_forgotten_before', ?)")
      .bind(startOf(days * 24 + 1))
      .run();
    const visits = await many(10, () => visit({ pageId, audienceId }));
    await merge(...visits.map((one) => ({ ...one, receivedAt: startOf(days * 24) })));
    await settle();
    return () => cron({ RECIPIENT_RETENTION_DAYS: `${days - 1}` });
  },
  ...cronTasks({
    '10 deliveries that were kept are removed': () =>
      keep(...Array.from({ length: 10 }, (_, n) => `kept_0${n}`)),
    '10 events are removed': async () => {
      // The newest event stays, whatever its time. The oldest of all says whether there are some to remove.
      await env.DB.batch([
        env.DB.prepare(
          `insert into events (type, subject, related, created_at)
         select 'page.updated', 'page_old', '{}', iif(key < 10, 0, ?) from json_each(?)`,
        ).bind(Date.now(), JSON.stringify(Array(11).fill(0))),
        env.DB.prepare('delete from events where sequence <= (select max(sequence) from events) - 11'),
      ]);
    },
    'a test ends': async () => {
      const { test } = await withTest({ start: true });
      await env.DB.prepare('update experiments set ends_at = 1, due_at = 1 where experiment_id = ?')
        .bind(test.experimentId)
        .run();
    },
    'the visitors of a test that ended a day ago are forgotten': async () => {
      const { test } = await counted();
      await env.DB.prepare("update experiments set status = 'ended', due_at = 1 where experiment_id = ?")
        .bind(test.experimentId)
        .run();
    },
    'the own audience of an erased person, with 10 visits, is cleared': async () => {
      const { pageId, audienceId, personId } = await ownAudience();
      const visits = await many(10, () => visit({ pageId, audienceId }));
      await merge(...visits);
      await send('DELETE', `/v0/persons/${personId}`);
    },
    '10 hashes of erased identifiers and 10 forms are removed': () =>
      env.DB.batch([
        env.DB.prepare(
          "insert into erased_identifiers select 'old' || value, 0 from json_each('[0,1,2,3,4,5,6,7,8,9]')",
        ),
        env.DB.prepare(
          "insert into form_submits select 'old', value, 0 from json_each('[0,1,2,3,4,5,6,7,8,9]')",
        ),
      ]),
    '10 ids of visits that were left out are removed': () =>
      env.DB.prepare(
        "insert into left_out_visits select 0, value, '', 'bot' from json_each('[0,1,2,3,4,5,6,7,8,9]')",
      ).run(),
    'a visit fires an alert': async () => {
      await aloneAlert();
      await noteVisits(1);
    },
    '50 visits of 50 persons fire an alert': async () => {
      await aloneAlert();
      await noteVisits(50);
    },
    '50 visits of 50 persons are looked at, and have fired it already': async () => {
      await aloneAlert();
      const serial = await noteVisits(50);
      await cron();
      await noteVisits(50, serial);
    },
    'an account has 100 visits of 1,000, which fire an alert': async () => {
      await aloneAlert({ type: 'accounts_visited', visits: 100, days: 30 });
      await env.DB.prepare(
        'insert into alert_visits (subject, started_at, created_at) select ?1, ?2, ?2 from json_each(?3)',
      )
        .bind(`account_${unique()}`, Date.now(), JSON.stringify(Array(1000).fill(0)))
        .run();
    },
    'a weekly report of a page is fired': async () => {
      await aloneAlert(await quietReport());
      await env.DB.prepare('update alerts set next_due_at = 1 where next_due_at is not null').run();
    },
    'an alert looks for stalled jobs': async () => {
      await aloneAlert({ type: 'service_stalled' });
      await goesOn();
    },
    'an alert fires for a stalled job': async () => {
      await aloneAlert({ type: 'service_stalled' });
      await goesOn();
      await env.DB.prepare(
        `insert into given_up (given_up_id, source, kind, received_at, given_up_at, what, identifiers)
         values (?1, ?1, 'publish', 1, 1, 'Error', '[]')`,
      )
        .bind(unique())
        .run();
    },
    '10 firings, and 10 visits that alerts looked at, are removed': () =>
      env.DB.batch([
        env.DB.prepare(
          `insert into alert_firings (firing_id, alert_id, webhook_id, subject, day, facts, fired_at)
         select 'firing_00' || key, 'alert_x', 'webhook_x', 'person_x', key, '{}', 1 from json_each(?)`,
        ).bind(JSON.stringify(Array(10).fill(0))),
        env.DB.prepare(
          `update alert_visits set created_at = 1
         where sequence in (select sequence from alert_visits order by sequence limit 10)`,
        ),
      ]),
  }),
});
