import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { generator, whole } from '../../bench/lib/random.ts';
import { app } from '../../src/app.ts';
import type { Page } from '../../src/content/pages/schemas.ts';
import worker from '../../src/index.ts';
import { withIdsOf } from '../../src/lib/ids.ts';
import type { CampaignRowsResult, Campaign as Shown } from '../../src/visits/campaigns/schemas.ts';
import { forgetKeys, mintKey, send } from '../worker/support/client.ts';
import { emptyDatabase } from '../worker/support/empty.ts';
import { day, minute, pass, setClock } from '../worker/support/times.ts';
import { faultyBindings, type Listener } from './bindings.ts';
import { agree } from './operation.ts';
import { Scheduler, Task, Violation } from './scheduler.ts';
import type { Outcome } from './world.ts';

const people = Array.from({ length: 8 }, (_, n) => `p${n}@campaign.example`);
/** The most tasks that are under way at once. */
const mostTasks = 5;

/** What must hold after each commit: one row, audience and link of each person, and their number. */
const wrong = `select
  (select count(*) from (select 1 from page_links where deleted_at is null group by audience_id having count(*) > 1)) as links,
  (select count(*) from (select 1 from audiences where person_id is not null group by person_id having count(*) > 1)) as audiences,
  (select count(*) from campaigns where rows_count <> (select count(*) from campaign_rows)) as counts,
  (select count(*) from campaign_rows where not exists (select 1 from persons where persons.person_id = campaign_rows.person_id)) as strays,
  (select count(*) from campaign_rows as r where not exists (select 1 from audience_versions as v
    where v.version_id = r.version_id and v.audience_id = r.audience_id)) as versions,
  (select count(*) from campaign_waiting_rows where not exists (
    select 1 from campaigns where job ->> 'kind' = 'write' and job ->> 'state' = 'running')) as waiting`;
const nothingWrong = { links: 0, audiences: 0, counts: 0, strays: 0, versions: 0, waiting: 0 };

/** Clients that write the rows of one campaign at once, its jobs, their messages and the cron, with faults. */
class World implements Listener {
  chance = 0.15;
  readonly lines: string[] = [];
  readonly #seed: number;
  readonly #path: string;
  readonly #key: string;
  readonly #scheduler: Scheduler;
  readonly #env: ReturnType<typeof faultyBindings>['bindings'];
  readonly #sendAgain: () => Promise<void>;
  #messages: object[] = [];
  #serial = 0;
  #words = 0;

  constructor(seed: number, path: string, key: string) {
    this.#seed = seed;
    this.#path = path;
    this.#key = key;
    this.#scheduler = new Scheduler(generator(seed));
    const { bindings, sendAgain } = faultyBindings(this.#scheduler, this);
    this.#env = bindings;
    this.#sendAgain = sendAgain;
  }

  outage = () => undefined;
  areQueuesAway = () => false;
  trace = (line: string) => void this.lines.push(line);
  wrote = async () => agree('What is wrong', await env.DB.prepare(wrong).first(), nothingWrong);
  committed = async () => {};
  visitSent = () => {};
  rings = { send: async () => ({}) as never };
  /** Some messages are lost. */
  publishRequested = (body: object): void => {
    if (this.chance === 0 || !this.#scheduler.happens(0.1)) this.#messages.push(body);
  };

  #start(what: string, work: (task: Task) => Promise<void>): Promise<void> {
    const task = new Task(++this.#serial, what, {});
    this.trace(task.name.replace(/([a-z])_[0-9a-z]{26}\b/g, '$1_…'));
    return withIdsOf(`${this.#seed} ${task.number}`, Date.now(), () =>
      this.#scheduler.start(task, () => work(task)),
    );
  }

  #ask = (method: string, path: string, body?: object): Promise<void> =>
    this.#start(`${method} ${path} ${JSON.stringify(body ?? {})}`, async (task) => {
      const headers = { 'x-api-key': this.#key, 'content-type': 'application/json' };
      const later: Promise<unknown>[] = [];
      const context = { waitUntil: (promise: Promise<unknown>) => later.push(promise) };
      const response = await app.fetch(
        new Request(`https://footfall.test${path}`, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        }),
        this.#env,
        context as unknown as ExecutionContext,
      );
      const text = await response.text();
      await Promise.all(later);
      this.trace(`${task.number}: ${response.status}`);
      const isAway = task.faults > 0 && /"(?:database|queue)_unavailable"/.test(text);
      if (isAway || [404, 409, 412].includes(response.status)) return;
      if (!response.ok) throw new Violation(`${task.name}: ${response.status}: ${text}`);
      if (!path.endsWith('/rows')) return;
      const { results } = JSON.parse(text) as CampaignRowsResult;
      // Before a retry, another client may have erased somebody, or have written the row.
      const isOfRetry = (status: number) => task.faults > 0 && [404, 503].includes(status);
      const bad = results.find(({ status }) => status >= 400 && !isOfRetry(status));
      if (bad) throw new Violation(`${task.name}: ${JSON.stringify(bad)}`);
    });

  #deliver = (body: object, isLast: boolean): Promise<void> =>
    this.#start(`message ${JSON.stringify(body)}`, async () => {
      const message = { id: `m${this.#serial}`, timestamp: new Date(), attempts: 1, body };
      const batch = createMessageBatch('footfall-jobs', [message]);
      const context = createExecutionContext();
      await worker.queue(batch, this.#env);
      const { explicitAcks } = await getQueueResult(batch, context);
      // Sometimes a message that was acknowledged arrives once more.
      if (explicitAcks.length === 1 && isLast) this.#messages = this.#messages.filter((one) => one !== body);
    });

  #cron = (): Promise<void> =>
    this.#start('cron', () => worker.scheduled(createScheduledController(), this.#env));

  /** A row often says what it said before. */
  readonly #rowOf = (email: string) => {
    const word = () => `${this.#scheduler.pick(['A', 'B', 'C'])}`;
    return { person: { email }, columns: { group: word(), name: word() } };
  };

  async #begin(): Promise<void> {
    const { pick, happens, draw } = this.#scheduler;
    const message = pick(this.#messages);
    const kinds = ['rows', 'rows', 'rows', 'rows', 'queue', 'words', 'job', 'job', 'erase', 'cron'] as const;
    const kind = pick(kinds);
    if (message && happens(0.5)) return this.#deliver(message, !happens(this.chance));
    switch (kind) {
      case 'rows':
      case 'queue': {
        // Somebody may be in a call twice.
        const rows = Array.from({ length: 1 + whole(draw, 5) }, () => this.#rowOf(pick(people) ?? ''));
        return this.#ask('POST', `${this.#path}/${kind === 'rows' ? 'rows' : 'waiting_rows'}`, { rows });
      }
      case 'words': {
        const words = { metadataOverride: { title: `V${++this.#words} {{name}}` } };
        return this.#ask('PATCH', this.#path, { words });
      }
      case 'job':
        return this.#ask('POST', `${this.#path}/${pick(['publish', 'publish', 'roll_back', 'stop'])}`, {});
      case 'erase': {
        const select = 'select person_id as id from persons order by email';
        const { results } = await env.DB.prepare(select).all<{ id: string }>();
        const person = pick(results);
        if (person) await this.#ask('DELETE', `/v0/persons/${person.id}`);
        return;
      }
      default:
        pass(happens(0.5) ? 2 * minute : 1000);
        return this.#cron();
    }
  }

  async act(steps: number): Promise<void> {
    for (let step = 0; step < steps; step++) {
      pass(1 + whole(this.#scheduler.draw, 200));
      const { waiting } = this.#scheduler;
      if (this.#scheduler.happens(0.05)) await this.#sendAgain();
      const starts = waiting === 0 || (waiting < mostTasks && this.#scheduler.happens(0.4));
      await (starts ? this.#begin() : this.#scheduler.step());
    }
  }

  async #finish(): Promise<void> {
    while (this.#scheduler.waiting > 0) await this.#scheduler.step();
  }

  /** Lets all messages arrive, also those that only the cron knows of. */
  async #settle(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      pass(2 * minute);
      await this.#cron();
      await this.#finish();
      for (let body = this.#messages[0]; body; body = this.#messages[0]) {
        await this.#deliver(body, true);
        await this.#finish();
      }
    }
  }

  /** Sends all people once more, publishes the words of now for them, and looks at what there is. */
  async end(): Promise<void> {
    this.chance = 0;
    await this.#finish();
    await this.#settle();
    const waiting = `select (select count(*) from campaigns where due_at is not null) as jobs,
      (select count(*) from audience_versions where sweep_at is not null or status in ('queued', 'processing')) as versions,
      (select count(*) from campaign_waiting_rows) as parts`;
    agree('What waits for ever', await env.DB.prepare(waiting).first(), { jobs: 0, versions: 0, parts: 0 });
    for (let half = 0; half < 2; half++) {
      const rows = people.slice(half * 2, half * 2 + 6).map((email) => this.#rowOf(email));
      await this.#ask('POST', `${this.#path}/rows`, { rows });
    }
    await this.#finish();
    await this.#ask('POST', `${this.#path}/publish`, {});
    await this.#finish();
    await this.#settle();
    agree('What waits for ever', await env.DB.prepare(waiting).first(), { jobs: 0, versions: 0, parts: 0 });
    const select = `select p.email, v.status, v.snapshot ->> '$.metadata.title' as title, r.sent ->> '$.columns.name' as name,
        (select count(*) from page_links as l where l.audience_id = r.audience_id and l.deleted_at is null
          and l.page_link_id = r.page_link_id) as links
      from campaign_rows as r left join persons as p using (person_id) left join audience_versions as v using (version_id)
      order by p.email`;
    type Row = { email: string; status: string; title: string; name: string; links: number };
    const { results } = await env.DB.prepare(select).all<Row>();
    const { body } = await send<Shown>('GET', this.#path, undefined, { key: this.#key });
    const { title = '' } = body.words.metadataOverride ?? {};
    agree(
      'The rows',
      results,
      people.map((email, index) => {
        const name = results[index]?.name ?? '';
        return { email, status: 'published', title: title.replace('{{name}}', name), name, links: 1 };
      }),
    );
    const { state, done, total, refused } = body.job ?? {};
    const all = people.length;
    agree('The job', { state, done, total, refused }, { state: 'done', done: all, total: all, refused: 0 });
    agree('What is wrong', await env.DB.prepare(wrong).first(), nothingWrong);
  }

  takeTimers = () => this.#scheduler.takeTimers();
}

/** Runs a seed for some steps: one campaign, and nothing else. */
export async function runCampaignSeed(seed: number, steps: number): Promise<Outcome> {
  await emptyDatabase(env.DB);
  forgetKeys();
  setClock(Math.ceil(Date.now() / day) * day + day);
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const key = await mintKey(['read', 'write', 'admin']);
  const page = { title: 'T0', url: 'https://faults.example/' };
  const { pageId } = (await send<Page>('POST', '/v0/pages', page, { key })).body;
  const given = { name: 'C', path: '/c/{{group}}', words: { metadataOverride: { title: 'V0 {{name}}' } } };
  const path = `/v0/pages/${pageId}/campaigns`;
  const { campaignId } = (await send<Shown>('POST', path, given, { key })).body;
  const world = new World(seed, `${path}/${campaignId}`, key);
  const giveBack = world.takeTimers();
  let violation: Error | undefined;
  try {
    await world.act(steps);
    await world.end();
  } catch (error) {
    violation = error instanceof Error ? error : new Error(String(error));
  } finally {
    giveBack();
    log.mockRestore();
    vi.useRealTimers();
  }
  return { lines: world.lines, violation };
}
