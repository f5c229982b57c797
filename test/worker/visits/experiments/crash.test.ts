import { env } from 'cloudflare:workers';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import { wakerOf } from '../../../../src/db/wake.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import { dayMs, hourMs } from '../../../../src/lib/durations.ts';
import type { Experiment } from '../../../../src/visits/experiments/schemas.ts';
import { eventTypes } from '../../../../src/vocabulary/events.ts';
import { act, patch, pathOf, post } from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { CrashingWorker, type Point, pointsOf } from '../../support/crash.ts';
import { clear, listen, newest } from '../../support/events.ts';
import { actOnTest, bodyFor, create, pathOfTest, publishWinner, visitTo } from '../../support/experiments.ts';
import { holdTime } from '../../support/faults.ts';
import { newLink } from '../../support/page-links.ts';
import { newPage } from '../../support/pages.ts';
import { ok } from '../../support/replies.ts';
import { minute, pass, second } from '../../support/times.ts';
import { publish } from '../../support/versions.ts';
import { held, merge } from '../../support/visits.ts';
import { newWebhook, Receiver, run } from '../../support/webhooks.ts';
import { type PhaseName, Watch } from '../../support/words.ts';

// What is done to a test is done once to its end, and then once for each point at which the Worker may stop. Who has no answer
// asks again, and queue and cron go on. Then the same must be there, and meanwhile visitors get no other words.

/** What is there before. */
interface Story {
  of: Audience;
  /** Empty where there is none yet. */
  test: Experiment;
  other: { versionId: string };
  /** Who has sent a form. */
  personId: string | null;
}
/** Something that is repeated until it is done: undefined if the Worker stopped. */
type Step = (worker: CrashingWorker) => Promise<unknown>;
interface Operation {
  before?: (of: Audience) => Promise<Experiment>;
  also?: (story: Story) => Promise<unknown>;
  steps: ((story: Story) => Step)[];
  /** What it does to D1 and the queues, in order: the points. */
  effects: string[];
  /** What visitors get, in order. */
  words: PhaseName[];
  /** The events that it emits, besides those of sessions. */
  events?: string[];
  /** What the test is in the end. Without it, there is none. */
  test?: (story: Story) => object;
}

const headers = { 'idempotency-key': 'crash' };
const request =
  (method: string, at: string, body?: object): Step =>
  (worker) =>
    worker.invoke('request', async (bindings) => {
      const options = method === 'POST' ? { bindings, headers } : { bindings };
      const { status, text } = await send(method, at, body, options);
      return { status, text };
    });
const preparing =
  (start: boolean) =>
  ({ of }: Story) =>
    request('POST', '/v0/experiments', bodyFor(of, { goal: 'formSubmit', start }));
const onTest =
  (action: string, body = {}) =>
  ({ test }: Story) =>
    request('POST', `${pathOfTest(test)}/${action}`, body);
const publishing = (arm: number) => (story: Story) =>
  onTest('publish_winner', { versionId: story.test.arms[arm]?.versionId })(story);
const onAudience =
  (action: string) =>
  ({ of }: Story) =>
    request('POST', `${pathOf(of)}/${action}`, {});
/** Who asks again hears that there is no such person. */
const erasing =
  ({ personId }: Story): Step =>
  async (worker) =>
    (await request('DELETE', `/v0/persons/${personId}`)(worker)) && {};
const queue = (): Step => async (worker) => {
  const { sent } = worker.queue;
  while (sent.length > 0) {
    const done = await worker.invoke('queue', (bindings) => worker.queue.deliver(sent[0], { bindings }));
    if (done !== 'ack') return undefined;
    sent.shift();
  }
  return {};
};
const cron = (): Step => (worker) => {
  pass(minute);
  return worker.invoke('cron', async (bindings) => {
    await worker.queue.cron(bindings);
    return {};
  });
};
const later = (milliseconds: number) => () => async () => {
  pass(milliseconds);
  return {};
};
/** As many visitors of both versions, of whom those of the other convert. */
const deciding = (story: Story): Step => {
  const visits = [0, 1].flatMap((arm) =>
    Array.from({ length: 12 }, () => visitTo(story, arm, { hasConversion: arm === 1 })),
  );
  return async (worker) => {
    const done = await worker.invoke('visits', (bindings) => held.deliver(visits, bindings));
    return done && {};
  };
};

const draft = (of: Audience) => ok(create(bodyFor(of, { goal: 'formSubmit' })));
const running = (of: Audience, fields = {}) => ok(create(bodyFor(of, { start: true, ...fields })));
/** A running test with a visitor of each version, of whom one has sent a form. */
async function visited(of: Audience, fields = {}) {
  const test = await running(of, { goal: 'formSubmit', ...fields });
  pass(second);
  const formSubmit = { formSubmissionId: 'f1', email: 'anna@acme.example' };
  await merge(visitTo({ of, test }, 0), visitTo({ of, test }, 1, { formSubmit }));
  return test;
}

/** The figures of it, which nothing changes. */
const counted = {
  arms: [
    { visitors: 1, conversions: 0 },
    { visitors: 1, conversions: 1 },
  ],
};
const ended = (endReason: string) => ({ status: 'ended', endReason, ...counted });

const operations: Record<string, Operation> = {
  'to prepare a test': {
    steps: [preparing(false)],
    effects: ['request writes'],
    words: ['live'],
    test: () => ({ status: 'draft' }),
  },
  'to prepare a test and start it': {
    steps: [preparing(true)],
    effects: ['request writes'],
    words: ['live', 'testing'],
    test: () => ({ status: 'running' }),
  },
  'to start a test': {
    before: draft,
    steps: [onTest('start')],
    effects: ['request writes'],
    words: ['live', 'testing'],
    test: () => ({ status: 'running' }),
  },
  'to delete a draft': {
    before: draft,
    steps: [({ test }) => request('DELETE', pathOfTest(test))],
    effects: ['request writes'],
    words: ['live'],
  },
  'visits that decide a test': {
    before: running,
    steps: [deciding],
    effects: ['visits writes', 'visits wakes', 'visits writes'],
    words: ['testing'],
    events: ['experiment.decided'],
    test: ({ other }) => ({ status: 'running', winnerVersionId: other.versionId }),
  },
  'to stop a test': {
    before: visited,
    steps: [onTest('stop')],
    effects: ['request writes'],
    words: ['testing', 'live'],
    test: () => ended('stopped'),
  },
  'the end of a test at its time': {
    before: (of) => visited(of, { endsAt: new Date(Date.now() + hourMs).toISOString() }),
    steps: [later(hourMs), cron],
    effects: ['cron reads', 'cron writes'],
    words: ['testing', 'live'],
    test: ({ test }) => ({ ...ended('due'), endedAt: test.endsAt }),
  },
  'to forget its visitors a day after the end': {
    before: visited,
    also: ({ test }) => ok(actOnTest(test, 'stop')),
    steps: [later(dayMs), cron],
    effects: ['cron reads', 'cron writes'],
    words: ['live'],
    test: () => ended('stopped'),
  },
  'to publish the live version of a test': {
    before: visited,
    steps: [publishing(0), queue],
    effects: ['request reads', 'request writes'],
    words: ['testing', 'live'],
    test: ({ test }) => ({ ...ended('winner'), publishedVersionId: test.arms[0]?.versionId }),
  },
  'to publish another version of a test': {
    before: visited,
    steps: [publishing(1), queue],
    effects: [
      'request reads',
      'request writes',
      'request wakes',
      'request queues',
      'queue writes',
      'queue writes',
      'queue wakes',
    ],
    words: ['testing', 'live', 'winner'],
    events: ['audience_version.queued', 'audience_version.published'],
    test: ({ other }) => ({ ...ended('winner'), publishedVersionId: other.versionId }),
  },
  'to publish another version of a test whose message is lost': {
    before: visited,
    also: ({ test, other }) => ok(publishWinner(test, other)),
    steps: [cron, queue],
    effects: ['cron reads', 'cron writes', 'cron queues', 'queue writes', 'queue writes', 'queue wakes'],
    words: ['live', 'winner'],
    events: ['audience_version.published'],
    test: ({ other }) => ({ ...ended('winner'), publishedVersionId: other.versionId }),
  },
  'to archive an audience with a test': {
    before: visited,
    steps: [onAudience('archive')],
    effects: ['request writes', 'request wakes'],
    words: ['testing', 'page'],
    events: ['audience.archived'],
    test: () => ended('archived'),
  },
  'to restore an audience with a test': {
    before: visited,
    also: ({ of }) => ok(act(of, 'archive')),
    steps: [onAudience('restore')],
    effects: ['request writes', 'request wakes'],
    words: ['page', 'live'],
    events: ['audience.restored'],
    test: () => ended('archived'),
  },
  'to erase a person who has converted in a test': {
    before: visited,
    steps: [erasing],
    effects: ['request reads', 'request writes', 'request wakes'],
    words: ['testing'],
    events: ['person.erased', 'account.erased'],
    test: () => ({ status: 'running', ...counted }),
  },
};

/** JSON in which ids are numbers, in the order in which they appear, and a time is only there. */
function normal(value: unknown): unknown {
  const ids: string[] = [];
  const text = JSON.stringify(value)
    .replace(/\b([a-z_]+)_[0-7][0-9a-z]{25}\b|[0-9a-f]{8}-[0-9a-f-]{27}/g, (id, prefix = 'uuid') => {
      if (!ids.includes(id)) ids.push(id);
      return `${prefix} ${ids.indexOf(id)}`;
    })
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
    .replace(/\b\d{13}\b/g, '-1');
  return JSON.parse(text);
}

/** Whose rows show what an operation has done, besides the figures of tests. */
const tables = [
  'audiences',
  'audience_versions',
  'experiments',
  'operation_keys',
  'persons',
  'erasures',
  'events',
  'webhooks',
  'webhook_deliveries',
];
async function state() {
  const rows = await env.DB.batch(tables.map((table) => env.DB.prepare(`select * from ${table}`)));
  const { items } = await ok(send<List<Experiment>>('GET', '/v0/experiments'));
  return { tables: Object.fromEntries(tables.map((table, n) => [table, rows[n]?.results])), tests: items };
}

const receiver = new Receiver();
const wakeless = { send: async () => {} } as unknown as Queue;
/** Empties the database, and makes an audience with a live version and a draft, and a webhook for all events. */
async function begin(path: string) {
  await clear();
  wakerOf({ ...env, WEBHOOKS: wakeless }, 'main')?.(0);
  receiver.received.length = 0;
  await listen();
  const { webhookId } = await newWebhook({ types: eventTypes, url: 'https://hooks.example/' });
  const { pageId } = await newPage({ url: 'https://pages.example/' });
  const first = await ok(post(pageId, { supplementaryContext: 'first' }));
  const { audienceId } = first;
  await newLink({ path, target: { targetType: 'audience', audienceId } });
  await publish(first, first.latestVersion);
  pass(second);
  const of = await ok(patch(first, { supplementaryContext: 'second' }));
  pass(second);
  return { of, webhookId };
}

/** What is there in the end if the Worker stops at a point, or at none. */
async function outcome({ before, also, steps, words, test: expected }: Operation, point?: Point) {
  const path = '/words';
  const { of, webhookId } = await begin(path);
  const test = (await before?.(of)) as Experiment;
  const personId = await env.DB.prepare('select person_id as id from persons').first<string>('id');
  const story = { of, test, other: of.latestVersion, personId };
  await also?.(story);
  await run({ webhookId });
  // That the cron notes once an hour that it runs is none of these effects.
  await env.DB.prepare("insert or replace into service_notes values ('cron', 9e15, '{}')").run();
  const from = await newest();
  const watch = new Watch(path, words);
  expect(await watch.look()).toBe(words[0]);

  const worker = new CrashingWorker(point);
  const answers: unknown[] = [];
  for (const step of steps.map((of) => of(story))) {
    let answer: unknown;
    while (answer === undefined) {
      pass(second);
      answer = await step(worker);
      await watch.look();
    }
    answers.push(answer);
    if (await worker.comeLate()) await watch.look();
  }
  const effects = [...worker.effects];
  // Queue and cron go on.
  const settled = new CrashingWorker();
  pass(2 * minute);
  await cron()(settled);
  await queue()(settled);
  expect(await watch.look()).toBe(words.at(-1));
  await run({ webhookId });
  expect(receiver.sequences()).toEqual(Array.from({ length: await newest() }, (_, n) => n + 1));
  const found = { ...(await state()), answers };
  expect(found.tests).toMatchObject(expected ? [expected(story)] : []);
  const select = `select type from events where sequence > ? and type not glob 'session.*' order by sequence`;
  const events = await env.DB.prepare(select).bind(from).all<{ type: string }>();
  return {
    effects,
    events: events.results.map(({ type }) => type),
    state: normal(found),
  };
}

describe.each(Object.entries(operations))('%s', (_what, operation) => {
  let whole: Awaited<ReturnType<typeof outcome>>;
  beforeAll(async () => {
    holdTime();
    whole = await outcome(operation);
  });

  test('has these effects', () => {
    expect(whole).toMatchObject({ effects: operation.effects, events: operation.events ?? [] });
  });

  test.each(pointsOf(operation.effects))('is done once with a crash: $effect, $moment', async (point) => {
    expect(await outcome(operation, point)).toMatchObject({ events: whole.events, state: whole.state });
  });
});
