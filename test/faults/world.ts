import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { generator, uuid, whole } from '../../bench/lib/random.ts';
import { app } from '../../src/app.ts';
import type { Page } from '../../src/content/pages/schemas.ts';
import type { PublishRequested } from '../../src/content/versions/messages.ts';
import type { DeliveryRequested } from '../../src/db/wake-message.ts';
import worker from '../../src/index.ts';
import { hashApiKey, type Scope } from '../../src/lib/api-key.ts';
import { withIdsOf } from '../../src/lib/ids.ts';
import type { WebhookCreated } from '../../src/outbound/webhooks/schemas.ts';
import type { QueueMessage } from '../../src/visits/beacons/schemas.ts';
import { eventTypes } from '../../src/vocabulary/events.ts';
import { forgetKeys, mintKey, send } from '../worker/support/client.ts';
import { emptyDatabase } from '../worker/support/empty.ts';
import { day, minute, setClock } from '../worker/support/times.ts';
import { Accounts } from './accounts.ts';
import { type Fate, faultyBindings, isMerge, type Listener, type Sent } from './bindings.ts';
import { Experiments, expectWords } from './experiments.ts';
import { Feed } from './feed.ts';
import { Hooks } from './hooks.ts';
import { Keys } from './keys.ts';
import { Links } from './links.ts';
import { Notes } from './notes.ts';
import type { Actor, Operation } from './operation.ts';
import { Persons } from './persons.ts';
import { Publishing } from './publishing.ts';
import { Scheduler, Task, Violation } from './scheduler.ts';
import { ShareLinks } from './share-links.ts';
import { Topics } from './topics.ts';
import { Visits } from './visits.ts';
import { Websites } from './websites.ts';
import { beginWitness } from './witness.ts';

/** The most tasks that are under way at once. */
const mostTasks = 5;
/** A version that failed this often goes to the dead-letter queue, which drops it after so many attempts more. */
const mostAttempts = 6;
const mostDeadAttempts = 11;

/** A time in which D1, and perhaps the queues, do not answer. */
interface Outage {
  until: number;
  /** How long it is, in milliseconds. */
  ms: number;
  fates: readonly Fate[];
  areQueuesAway: boolean;
}
/** What D1 does in an outage: always the same, or anything. */
const outages: readonly (readonly Fate[])[] = [
  ['overloaded'],
  ['fails untold'],
  ['lost before'],
  ['hangs before'],
  ['overloaded', 'fails untold', 'lost before', 'hangs before', 'hangs, and runs it late', 'lost after'],
];
/** The shortest and the longest outage, in milliseconds. */
const shortest = 1000;
const longest = 10 * minute;

interface Job {
  body: PublishRequested;
  attempts: number;
}

const isSession = (message: QueueMessage) => 'visit' in message;

/** Who writes, as events tell it. */
const service = { type: 'service' };
const tracker = { type: 'tracker' };

/** A key, and who writes with it. */
interface Key {
  key: string;
  actor: { type: 'api_key'; apiKeyId: string; name: string };
}
/** Two keys with all scopes, and that of the tracker. */
type WorldKeys = Record<'all' | 'other' | 'public', Key>;

/** One run: clients, queues and crons that act at once on real D1, with faults, beside a model. */
class World implements Listener {
  chance = 0.15;
  readonly lines: string[] = [];
  readonly #seed: number;
  readonly #scheduler: Scheduler;
  readonly #env: ReturnType<typeof faultyBindings>['bindings'];
  readonly #sendAgain: () => Promise<void>;
  readonly #keys: WorldKeys;
  readonly #actors: Actor[];
  /** Whether this run is mostly about tests of versions. */
  readonly #hasTests: boolean;
  readonly #publishing: Publishing;
  readonly #persons: Persons;
  readonly #visits: Visits;
  readonly #experiments: Experiments;
  readonly #feed: Feed;
  readonly #hooks: Hooks;
  readonly rings: Listener['rings'];
  #jobs: Job[] = [];
  #messages: QueueMessage[] = [];
  #serial = 0;
  #outage: Outage | undefined;
  readonly #onCommit = new Map<Task, (sent: Sent[], results: D1Result[]) => Promise<void>>();

  constructor(seed: number, pageId: string, keys: WorldKeys) {
    const scheduler = new Scheduler(generator(seed));
    this.#seed = seed;
    this.#scheduler = scheduler;
    this.#hooks = new Hooks(scheduler);
    this.rings = this.#hooks.queue(() => this.chance);
    const { bindings, sendAgain } = faultyBindings(scheduler, this);
    this.#env = bindings;
    this.#sendAgain = sendAgain;
    this.#keys = keys;
    this.#feed = new Feed(scheduler, this.#hooks.types);
    const persons = new Persons(scheduler);
    this.#persons = persons;
    this.#publishing = new Publishing(scheduler, pageId, persons);
    this.#visits = new Visits(scheduler, pageId, persons, this.#publishing);
    const experiments = new Experiments(scheduler, this.#publishing);
    this.#experiments = experiments;
    const rest = [
      persons,
      this.#visits,
      new Links(scheduler, pageId),
      new Topics(scheduler),
      new Notes(scheduler, 'annotations'),
      new Notes(scheduler, 'views'),
      new Keys(scheduler),
      new Websites(scheduler),
      new ShareLinks(scheduler),
      new Accounts(scheduler),
      this.#feed,
    ];
    this.#hasTests = scheduler.happens(0.5);
    const testing = [...Array.from({ length: 12 }, () => experiments), this.#visits, this.#visits];
    // Publishing has the most rules.
    const most = [this.#publishing, this.#publishing, this.#publishing, persons];
    this.#actors = [
      ...most,
      ...rest,
      ...(this.#hasTests ? [...testing, ...most, this.#visits] : [experiments]),
    ];
  }

  outage = (): Fate | undefined =>
    this.#outage && Date.now() < this.#outage.until ? this.#scheduler.pick(this.#outage.fates) : undefined;
  areQueuesAway = (): boolean => this.outage() !== undefined && this.#outage?.areQueuesAway === true;
  trace = (line: string): void => {
    this.lines.push(line);
  };
  wrote = (task: Task): Promise<void> => this.#feed.committed(task.name, task.actor);
  committed = async (task: Task, sent: Sent[], results: D1Result[]): Promise<void> => {
    await this.#onCommit.get(task)?.(sent, results);
    await expectWords(this.#publishing);
  };
  publishRequested = (body: PublishRequested): void => {
    this.#jobs.push({ body, attempts: 1 });
  };
  visitSent = (message: QueueMessage): void => {
    this.#messages.push(message);
  };

  #start(what: string, actor: object, work: (task: Task) => Promise<void>): Promise<void> {
    const task = new Task(++this.#serial, what, actor);
    this.trace(task.name);
    // Equal times are in the order of ids.
    return withIdsOf(`${this.#seed} ${task.number}`, Date.now(), () =>
      this.#scheduler.start(task, () => work(task)),
    );
  }

  #ask(operation: Operation): Promise<void> {
    const { method, path, body } = operation;
    const { key, actor } = this.#keys[operation.key ?? (this.#scheduler.happens(0.3) ? 'other' : 'all')];
    // Ids are random, so the trace has only their kinds.
    const told = `${path} ${JSON.stringify(body ?? {})}`.replace(/([a-z])_[0-9a-z]{26}\b/g, '$1_…');
    return this.#start(`${method} ${told}`, actor, async (task) => {
      let expected: number | undefined;
      this.#onCommit.set(task, async (sent, results) => {
        expected = (await operation.commit(sent, results)) ?? expected;
      });
      const headers = {
        'x-api-key': key,
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        ...operation.headers,
      };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      // That of the pool waits with a timer, which would be a part of the run.
      const later: Promise<unknown>[] = [];
      const context = { waitUntil: (promise: Promise<unknown>) => later.push(promise) };
      const response = await app.fetch(
        new Request(`https://footfall.test${path}`, init),
        this.#env,
        context as unknown as ExecutionContext,
      );
      const text = await response.text();
      await Promise.all(later);
      this.trace(`${task.number}: ${response.status}`);
      this.#check(task, operation, response.status, expected, text);
      if (response.ok) operation.answered?.(JSON.parse(text));
    });
  }

  /** Sends a request that must succeed, and says whether its answer goes on. */
  #askAll = async ({ answered = () => false, ...operation }: Operation): Promise<boolean> => {
    let goesOn = false;
    await this.#ask({
      ...operation,
      answered: (body) => {
        goesOn = answered(body);
        return goesOn;
      },
    });
    await this.#finish();
    return goesOn;
  };

  #check(
    task: Task,
    { allows }: Operation,
    status: number,
    expected: number | undefined,
    text: string,
  ): void {
    if (task.faults > 0 && (/"(?:database|queue)_unavailable"/.test(text) || allows?.(status))) return;
    if (status < 500 && (expected === undefined || status === expected)) return;
    throw new Violation(`${task.name}: ${status} instead of ${expected ?? 'a success'}: ${text}`);
  }

  #deliverJob(job: Job): Promise<void> {
    const isDead = job.attempts > mostAttempts;
    return this.#start(`publish message, attempt ${job.attempts}`, service, async (task) => {
      this.#onCommit.set(task, async (sent) => this.#publishing.delivered(job.body, sent));
      const message = {
        id: `m${this.#serial}`,
        timestamp: new Date(),
        attempts: job.attempts,
        body: job.body,
      };
      const { isAcked } = await this.#consume(isDead ? 'footfall-jobs-dead' : 'footfall-jobs', [message]);
      job.attempts += 1;
      const isDropped = job.attempts > mostAttempts + mostDeadAttempts;
      if (isAcked(message.id) || isDropped) this.#jobs = this.#jobs.filter((one) => one !== job);
    });
  }

  #deliverVisits(bodies: QueueMessage[]): Promise<void> {
    return this.#start(`${bodies.length} visits`, tracker, async (task) => {
      // Forms that came while D1 was away are counted first.
      this.#onCommit.set(task, async (sent) => {
        if (sent.some(isMerge)) await this.#visits.delivered(bodies);
      });
      const messages = bodies.map((body, index) => ({
        id: `v${this.#serial}.${index}`,
        timestamp: new Date(),
        attempts: 1,
        body,
      }));
      const { isAcked } = await this.#consume('footfall-visits', messages);
      // Sometimes a message that was acknowledged arrives once more.
      const gone = new Set(
        messages
          .filter(({ id }) => isAcked(id) && !this.#scheduler.happens(this.chance))
          .map(({ body }) => body),
      );
      this.#messages = this.#messages.filter((message) => !gone.has(message));
    });
  }

  #deliverRing(ring: DeliveryRequested): Promise<void> {
    return this.#start(`ring ${ring.webhookId ? 'for one' : 'for all'}`, service, async () => {
      const message = { id: `r${this.#serial}`, timestamp: new Date(), attempts: 1, body: ring };
      const { isAcked } = await this.#consume('footfall-webhooks', [message]);
      if (isAcked(message.id)) this.#hooks.acknowledge(ring);
    });
  }

  async #consume(queue: string, messages: Parameters<typeof createMessageBatch>[1][number][]) {
    const batch = createMessageBatch(queue, messages);
    const context = createExecutionContext();
    await worker.queue(batch, this.#env);
    const { explicitAcks } = await getQueueResult(batch, context);
    return { isAcked: (id: string) => explicitAcks.includes(id) };
  }

  #cron = (): Promise<void> =>
    this.#start('cron', service, () => worker.scheduled(createScheduledController(), this.#env));

  async #begin(): Promise<void> {
    const { draw, pick, happens } = this.#scheduler;
    const kind = pick([
      ...(this.#hasTests ? (['ask', 'ask', 'ask', 'visits', 'visits', 'publish'] as const) : []),
      'ask',
      'ask',
      'ask',
      'ask',
      'ask',
      'publish',
      'publish',
      'visits',
      'cron',
      'ring',
      'ring',
    ]);
    // In an outage, a queue gives messages up faster than clients ask for more.
    const job = pick(this.#outage ? this.#jobs.slice(0, 2) : this.#jobs);
    if (job && (kind === 'publish' || (this.#outage && happens(0.6)))) return this.#deliverJob(job);
    const from = whole(draw, this.#messages.length);
    const visits = this.#messages.slice(from, from + 1 + whole(draw, 4)).filter(isSession);
    if (kind === 'visits' && visits.length > 0) return this.#deliverVisits(visits);
    const ring = this.#hooks.nextRing();
    if (kind === 'ring' && ring) return this.#deliverRing(ring);
    if (kind === 'cron') {
      this.#wait(happens(0.5) ? 2 * minute : 1000);
      await this.#cron();
      if (happens(0.5)) await this.#cron();
      return;
    }
    const operation = pick(this.#actors)?.next();
    if (operation) await this.#ask(operation);
  }

  #wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

  /** Lets the time of a step pass: an outage has some sixty of them, however long it is. It may begin now. */
  #passTime(): void {
    const { draw, happens } = this.#scheduler;
    const away = this.#outage;
    this.#wait(1 + whole(draw, away ? Math.ceil(away.ms / 30) : 200));
    if (away && Date.now() >= away.until) {
      this.trace('D1 is back');
      this.#outage = undefined;
    } else if (!away && happens(0.03)) this.#beginOutage();
  }

  /** Has several versions accepted, some of them for one time, and lets D1 fail then. */
  async #publishMany(): Promise<void> {
    const { draw, happens } = this.#scheduler;
    const { chance } = this;
    this.chance = 0;
    const many = 1 + whole(draw, 4);
    for (let count = 0; count < many; count++) await this.#askAll(this.#publishing.create());
    const at = happens(0.3) ? Date.now() + minute : undefined;
    for (const operation of this.#publishing.publishAll(at)) await this.#askAll(operation);
    this.chance = chance;
    this.#beginOutage();
  }

  /** Lets audiences have a live version and a draft, so that they can have tests. */
  async #prepareTests(): Promise<void> {
    const { chance } = this;
    this.chance = 0;
    for (let count = 0; count < 2; count++) await this.#askAll(this.#publishing.create(false));
    for (const operation of this.#publishing.readyAll()) await this.#askAll(operation);
    for (const operation of this.#publishing.publishAll(undefined)) await this.#askAll(operation);
    for (const job of [...this.#jobs]) {
      await this.#deliverJob(job);
      await this.#finish();
    }
    for (const operation of this.#publishing.editAll()) await this.#askAll(operation);
    for (const operation of this.#experiments.createAll()) await this.#askAll(operation);
    this.chance = chance;
  }

  #beginOutage(): void {
    const { draw, pick, happens } = this.#scheduler;
    const ms = Math.round(shortest * (longest / shortest) ** draw());
    const fates = pick(outages) ?? [];
    this.#outage = { until: Date.now() + ms, ms, fates, areQueuesAway: happens(0.3) };
    this.trace(`D1 is away for ${ms} ms: ${fates.join(' or ')}`);
  }

  /** Does some steps: each starts a task, or lets one go on. */
  async act(steps: number): Promise<void> {
    if (this.#hasTests) await this.#prepareTests();
    if (this.#scheduler.happens(0.5)) await this.#publishMany();
    for (let step = 0; step < steps; step++) {
      this.#passTime();
      if (this.#scheduler.happens(0.1)) await this.#sendAgain();
      if (this.#scheduler.happens(0.03)) await this.#byHand();
      const { waiting } = this.#scheduler;
      const starts = waiting === 0 || (waiting < mostTasks && this.#scheduler.happens(0.4));
      await (starts ? this.#begin() : this.#scheduler.step());
    }
  }

  /** Writes as an operator does, without the service. */
  async #byHand(): Promise<void> {
    const name = this.#scheduler.pick(['By hand', 'P', 'Another']) ?? '';
    this.trace(`by hand: ${name}`);
    const update = `update persons set name = ? where seq = (select max(seq) from persons)`;
    await env.DB.prepare(update).bind(name).run();
    await this.#persons.renamed(name);
    if (this.#scheduler.happens(0.3)) await this.#publishing.spoil();
    await this.#feed.committed('SQL by hand', null);
  }

  async #finish(): Promise<void> {
    while (this.#scheduler.waiting > 0) await this.#scheduler.step();
  }

  /** Lets everything that is under way end, without further faults, and compares the model with the service. */
  async end(): Promise<void> {
    this.chance = 0;
    this.#outage = undefined;
    await this.#finish();
    // A version that fails on its own account needs all its attempts.
    for (let round = 0; round < 3 || (this.#jobs.length > 0 && round < 40); round++) {
      this.#wait(round < 3 ? day / 2 : 2 * minute);
      await this.#cron();
      await this.#finish();
      for (const job of [...this.#jobs]) {
        await this.#deliverJob(job);
        await this.#finish();
      }
      if (this.#messages.length > 0) await this.#deliverVisits([...this.#messages]);
      await this.#finish();
    }
    // Otherwise a request notes the use of its key while it does something else.
    await env.DB.prepare('update api_keys set last_used_at = ?').bind(Date.now()).run();
    for (const actor of new Set(this.#actors)) await actor.compare(this.#askAll);
    // A comparison may make a key by hand.
    await this.#feed.committed('A comparison', null);
    await this.#deliverAll();
    await this.#hooks.compare();
  }

  /** Lets days pass, until nothing waits for another attempt. */
  async #deliverAll(): Promise<void> {
    for (let days = 0; !(await this.#hooks.isDone()); days++) {
      if (days > 20) throw new Violation('Something is not delivered after 20 days');
      // Receivers are ill for three days more.
      if (days === 3) this.#hooks.chance = 0;
      this.#wait(day);
      await this.#cron();
      await this.#finish();
      for (let ring = this.#hooks.nextRing(); ring; ring = this.#hooks.nextRing()) {
        await this.#deliverRing(ring);
        await this.#finish();
      }
    }
  }

  /** Answers what webhooks send. */
  receive = (request: Request): Promise<Response> => this.#hooks.fetch(request, this.trace);

  /** Takes note of what is there already. */
  async begin(): Promise<void> {
    const { key } = this.#keys.all;
    await this.#hooks.begin(
      async (path, body) => (await send<WebhookCreated>('POST', path, body, { key })).body,
    );
    await this.#feed.begin();
  }

  /** Makes timers of tasks part of the run. */
  takeTimers = () => this.#scheduler.takeTimers();
}

/** What a run did, a line for each event, and what it found, if anything. */
export interface Outcome {
  lines: string[];
  violation: Error | undefined;
}

/** Makes a key, and says who writes with it. */
async function newKey(scopes: Scope[]): Promise<Key> {
  const key = await mintKey(scopes);
  const select = 'select api_key_id as id from api_keys where hash = ?';
  const apiKeyId = (await env.DB.prepare(select).bind(hashApiKey(key)).first<string>('id')) ?? '';
  return { key, actor: { type: 'api_key', apiKeyId, name: 'test' } };
}

/** Runs a seed for some steps. */
export async function runSeed(seed: number, steps: number): Promise<Outcome> {
  await emptyDatabase(env.DB);
  forgetKeys();
  // Ahead of the real time, which the SQL of an erasure reads.
  setClock(Math.ceil(Date.now() / day) * day + day);
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  // By hand, because a request needs a key, which would not be told.
  await env.DB.prepare('update event_settings set types = ?').bind(JSON.stringify(eventTypes)).run();
  await beginWitness();
  const all: Scope[] = ['read', 'write', 'admin'];
  const keys = { all: await newKey(all), other: await newKey(all), public: await newKey(['collect']) };
  const page = { title: 'T0', url: 'https://faults.example/' };
  const { pageId } = (await send<Page>('POST', '/v0/pages', page, { key: keys.all.key })).body;
  const world = new World(seed, pageId, keys);
  await world.begin();
  const giveBack = world.takeTimers();
  // The ids of a request with a key follow from a random one.
  const ofUuids = generator(seed);
  const uuids = vi
    .spyOn(crypto, 'randomUUID')
    .mockImplementation(() => uuid(ofUuids) as ReturnType<Crypto['randomUUID']>);
  const network = vi.spyOn(globalThis, 'fetch');
  network.mockImplementation((input, init) => world.receive(new Request(input as RequestInfo, init)));
  let violation: Error | undefined;
  try {
    await world.act(steps);
    await world.end();
  } catch (error) {
    violation = error instanceof Error ? error : new Error(String(error));
  } finally {
    giveBack();
    log.mockRestore();
    network.mockRestore();
    uuids.mockRestore();
    vi.useRealTimers();
  }
  return { lines: world.lines, violation };
}
