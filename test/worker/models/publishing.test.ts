import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import type { Audience, AudienceVersion } from '../../../src/content/audiences/schemas.ts';
import type { Page } from '../../../src/content/pages/schemas.ts';
import type { PublishRequested } from '../../../src/content/versions/messages.ts';
import type { List } from '../../../src/lib/cursor.ts';
import { forgetKeys, send } from '../support/client.ts';
import { faultyDatabase, type Moment } from '../support/faults.ts';
import { HeldQueue } from '../support/held-queue.ts';
import { newPageId } from '../support/pages.ts';
import { action, weighted } from './stories.ts';

// A model in memory of audiences and versions, as lifecycle.md and semantics.md in docs/ describe them, in the
// simplest way. It shares no code with src/.
interface ModelVersion {
  status: AudienceVersion['status'];
  context: string | null;
  isNew: boolean;
  /** The publish request that it waits for, and the content that was frozen for it. */
  request?: number | undefined;
  frozen?: string;
  snapshot?: string;
  /** When the publishing of its live version was requested. */
  order?: number;
}
interface ModelAudience {
  path: string;
  archived: boolean;
  form: string | null;
  /** What it says in its fields, by name, also in those that were removed. */
  said: Record<string, string>;
  versions: ModelVersion[];
}
interface Message {
  job: PublishRequested;
  version: ModelVersion;
  request: number;
}

const live = ({ versions }: ModelAudience) => versions.find(({ status }) => status === 'published');
const inFlight = ({ status }: ModelVersion) => status === 'queued' || status === 'processing';

class Model {
  title = 'T0';
  /** The defaults of the fields of the page, by name, in their order. */
  fields = new Map<string, string>();
  removed = new Set<string>();
  audiences: ModelAudience[] = [];
  keys = new Map<string, ModelVersion>();
  /** Sent messages. One is lost only by a crash before it is sent. */
  messages: Message[] = [];
  requests = 0;

  /** What visitors would get of a version, if it were published now. */
  contentOf({ form, said }: ModelAudience, { context }: ModelVersion): string {
    const fields = [...this.fields].map(([name, usual]) => [name, said[name] ?? usual]);
    return JSON.stringify([this.title, form, context, Object.fromEntries(fields)]);
  }

  open(audience: ModelAudience, context: string | null): void {
    audience.versions.push({ status: 'draft', context, isNew: live(audience) === undefined });
  }

  complete(message: Message): void {
    const { version, request } = message;
    if (!inFlight(version) || version.request !== request) return;
    const audience = this.audiences.find(({ versions }) => versions.includes(version));
    const before = audience && live(audience);
    version.snapshot = version.frozen ?? '';
    if (before && (before.order ?? 0) > request) {
      version.status = 'archived';
      return;
    }
    if (before) before.status = 'archived';
    version.status = 'published';
    version.order = request;
  }
}

/** Chooses one of the existing items. */
const which = fc.nat(11);
const of = <T>(list: T[], n: number): T | undefined => list[n % list.length];

const fieldName = fc.constantFrom('a', 'b', 'c');
const who = fc.record({ audience: which, version: which });
const step = weighted(
  [1, action('create', { pending: fc.boolean() })],
  [4, action('edit', { who, context: fc.constantFrom('a', 'b', null) })],
  [1, action('form', { who, form: fc.constantFrom('f1', 'f2') })],
  [3, action('say', { who, said: fc.dictionary(fieldName, fc.constantFrom('1', '2', '', null)) })],
  [2, action('declare', { names: fc.uniqueArray(fieldName), usual: fc.constantFrom('', 'usual') })],
  [1, action('discard', { names: fc.uniqueArray(fieldName) })],
  [1, action('title', { title: fc.constantFrom('T1', 'T2') })],
  [2, fc.record({ kind: fc.constantFrom('open', 'archive', 'restore'), who })],
  [3, fc.record({ kind: fc.constantFrom('ready', 'cancel'), who })],
  [8, action('publish', { who, key: fc.option(fc.constantFrom('k1', 'k2', 'k3')), crashed: fc.boolean() })],
  [8, fc.record({ kind: fc.constantFrom('deliver', 'redeliver'), at: which })],
  [3, action('crash', { at: which, batch: fc.nat(1), moment: fc.constantFrom<Moment[]>('before', 'after') })],
  [1, action('dead', { at: which, fails: fc.boolean() })],
  [2, action('sweep', {})],
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class World {
  readonly model = new Model();
  readonly queue = new HeldQueue();
  page = '';

  post = (path: string, body: object = {}, method = 'POST') =>
    send<AudienceVersion & Audience>(method, path, body, { bindings: this.queue.bindings() });

  async start(): Promise<void> {
    // A key for each: thousands of stories reach the limit of one.
    forgetKeys();
    this.page = `/v0/pages/${await newPageId()}`;
    await this.post(this.page, { title: this.model.title }, 'PATCH');
    await this.create(false);
  }

  async create(pending: boolean): Promise<void> {
    const status = pending ? 'pending' : 'draft';
    const { body } = await this.post(`${this.page}/audiences`, { status });
    this.model.audiences.push({
      path: `${this.page}/audiences/${body.audienceId}`,
      archived: false,
      form: null,
      said: {},
      versions: [{ status, context: null, isNew: true }],
    });
  }

  /** The versions of an audience, the first one first. */
  async versions({ path }: ModelAudience): Promise<AudienceVersion[]> {
    const { body } = await send<List<AudienceVersion>>('GET', `${path}/versions?limit=100`);
    expect(body.totalCount).toBe(body.items.length);
    return body.items.toReversed();
  }

  /** The audience and version of a step, with the version's path. Undefined when it does not exist. */
  async find({ audience: a, version: v }: { audience: number; version: number }) {
    const audience = of(this.model.audiences, a);
    const version = audience && of(audience.versions, v);
    if (!audience || !version) return undefined;
    const stored = (await this.versions(audience))[audience.versions.indexOf(version)];
    return { audience, version, path: `${audience.path}/versions/${stored?.versionId}` };
  }

  async publish(step: Extract<Step, { kind: 'publish' }>): Promise<void> {
    const found = await this.find(step.who);
    if (!found) return;
    const { audience, version, path } = found;
    const { model, queue } = this;
    const known = step.key === null ? undefined : model.keys.get(step.key);
    const sent = queue.sent.length;
    const reply = await this.post(`${path}/publish`, step.key === null ? {} : { operationKey: step.key });
    const job = queue.sent[sent];
    if (known) {
      expect(reply.status).toBe(known === version ? 200 : 422);
      expect(job).toBeUndefined();
      return;
    }
    const may = ['draft', 'cancelled'].includes(version.status) && !audience.archived;
    expect(reply.status, reply.text).toBe(may ? 200 : 409);
    expect(job === undefined).toBe(!may);
    if (!may || !job) return;
    if (step.key !== null) model.keys.set(step.key, version);
    const request = ++model.requests;
    const frozen = model.contentOf(audience, version);
    Object.assign(version, { status: 'queued', request, frozen });
    // After a crash before the send, only the cron can resend the message.
    if (!step.crashed) model.messages.push({ job, version, request });
  }

  async act(kind: 'open' | 'archive' | 'restore' | 'ready' | 'cancel', target: Step & { who: object }) {
    const found = await this.find(target.who as { audience: number; version: number });
    if (!found) return;
    const { audience, version, path } = found;
    const latest = audience.versions.at(-1);
    if (kind === 'ready' || kind === 'cancel') {
      const { status } = await this.post(`${path}/${kind}`);
      const from = kind === 'ready' ? ['pending'] : ['draft', 'pending', 'queued', 'processing'];
      expect(status).toBe(from.includes(version.status) ? 200 : 409);
      if (status !== 200) return;
      version.status = kind === 'ready' ? 'draft' : 'cancelled';
      version.request = undefined;
      return;
    }
    const { status } = await this.post(`${audience.path}/${kind === 'open' ? 'versions' : kind}`);
    expect(status).toBe(200);
    if (kind === 'open' && latest && latest.status !== 'draft') this.model.open(audience, latest.context);
    if (kind === 'archive' && !audience.archived) {
      for (const each of audience.versions.filter(inFlight)) each.status = 'cancelled';
    }
    if (kind !== 'open') audience.archived = kind === 'archive';
  }

  async run(step: Step): Promise<void> {
    const { model, queue } = this;
    switch (step.kind) {
      case 'create':
        if (model.audiences.length < 2) await this.create(step.pending);
        return;
      case 'title':
        await this.post(this.page, { title: step.title }, 'PATCH');
        model.title = step.title;
        return;
      case 'form': {
        const audience = of(model.audiences, step.who.audience);
        const latest = audience?.versions.at(-1);
        if (!audience || !latest) return;
        await this.post(audience.path, { actionFormIdOverride: step.form }, 'PATCH');
        const isOther = audience.form !== step.form;
        audience.form = step.form;
        if (isOther && latest.status !== 'draft') model.open(audience, latest.context);
        return;
      }
      case 'say': {
        const audience = of(model.audiences, step.who.audience);
        const latest = audience?.versions.at(-1);
        if (!audience || !latest) return;
        const isFit = Object.entries(step.said).every(([name, value]) => !value || model.fields.has(name));
        const { status } = await this.post(audience.path, { fieldOverrides: step.said }, 'PATCH');
        expect(status).toBe(isFit ? 200 : 422);
        if (!isFit) return;
        const merged = Object.entries({ ...audience.said, ...step.said }).filter(([, value]) => value);
        const said = Object.fromEntries(merged) as Record<string, string>;
        const names = [...new Set([...Object.keys(said), ...Object.keys(audience.said)])];
        const isOther = names.some((name) => said[name] !== audience.said[name]);
        audience.said = said;
        if (isOther && latest.status !== 'draft') model.open(audience, latest.context);
        return;
      }
      case 'declare': {
        const fields = step.names.map((name) => ({ name, label: name, kind: 'text', default: step.usual }));
        expect((await this.post(this.page, { fields }, 'PATCH')).status).toBe(200);
        for (const name of model.fields.keys()) model.removed.add(name);
        model.fields = new Map(step.names.map((name) => [name, step.usual]));
        for (const name of step.names) model.removed.delete(name);
        return;
      }
      case 'discard': {
        const isInUse = step.names.some((name) => model.fields.has(name));
        const { status } = await this.post(this.page, { discardFields: step.names }, 'PATCH');
        expect(status).toBe(isInUse ? 422 : 200);
        if (isInUse) return;
        for (const name of step.names) {
          model.removed.delete(name);
          for (const { said } of model.audiences) delete said[name];
        }
        return;
      }
      case 'edit': {
        const audience = of(model.audiences, step.who.audience);
        const latest = audience?.versions.at(-1);
        if (!audience || !latest) return;
        await this.post(audience.path, { supplementaryContext: step.context }, 'PATCH');
        if (latest.status === 'draft') latest.context = step.context;
        else if (latest.context !== step.context) model.open(audience, step.context);
        return;
      }
      case 'publish':
        return this.publish(step);
      case 'deliver':
      case 'redeliver': {
        const message = of(model.messages, step.at);
        if (!message) return;
        expect(await queue.deliver(message.job)).toBe('ack');
        model.complete(message);
        if (step.kind === 'deliver') model.messages.splice(model.messages.indexOf(message), 1);
        return;
      }
      case 'crash': {
        // The worker dies at one of its two batches, before or after D1 runs it. The message stays in the queue.
        const message = of(model.messages, step.at);
        if (!message) return;
        const { moment, batch } = step;
        const database = faultyDatabase({ message: 'the worker died', moment, skip: batch });
        const mine = inFlight(message.version) && message.version.request === message.request;
        expect(await queue.deliver(message.job, { database })).toBe(mine || batch === 0 ? 'retry' : 'ack');
        if (mine && batch === 1 && moment === 'after') model.complete(message);
        else if (mine && (batch === 1 || moment === 'after')) message.version.status = 'processing';
        return;
      }
      case 'dead': {
        const message = of(model.messages, step.at);
        if (!message) return;
        model.messages.splice(model.messages.indexOf(message), 1);
        // What used up its attempts, such as an outage, is no failure of the version.
        if (!step.fails) {
          expect(await queue.deliver(message.job, { dead: true })).toBe('ack');
          model.complete(message);
          return;
        }
        await queue.fail(message.job);
        const { version, request } = message;
        if (inFlight(version) && version.request === request) version.status = 'cancelled';
        return;
      }
      case 'sweep': {
        const sent = queue.sent.length;
        await queue.sweep();
        const jobs = queue.sent.slice(sent);
        const waiting = model.audiences.flatMap(({ versions }) => versions.filter(inFlight));
        expect(jobs).toHaveLength(waiting.length);
        for (const audience of model.audiences) {
          const ids = (await this.versions(audience)).map(({ versionId }) => versionId);
          for (const [index, version] of audience.versions.entries()) {
            const job = jobs.find(({ versionId }) => versionId === ids[index]);
            expect(job !== undefined).toBe(inFlight(version));
            if (job) model.messages.push({ job, version, request: version.request ?? 0 });
          }
        }
        return;
      }
      default:
        return this.act(step.kind as 'open', step as Step & { who: object });
    }
  }

  async compare(): Promise<void> {
    const { fields } = (await send<Page>('GET', this.page)).body;
    const removed = fields.filter(({ removedAt }) => removedAt !== null).map(({ name }) => name);
    expect(removed.toSorted()).toEqual([...this.model.removed].toSorted());
    for (const audience of this.model.audiences) {
      const read = await send<Audience>('GET', audience.path);
      const versions = await this.versions(audience);
      expect(versions.map((one) => [one.status, one.supplementaryContext, one.isNewPageAgent])).toEqual(
        audience.versions.map(({ status, context, isNew }) => [status, context, isNew]),
      );
      const latest = audience.versions.at(-1);
      const current = live(audience);
      expect(read.body.fieldOverrides).toEqual(audience.said);
      expect(Object.keys(read.body.effectiveFields)).toEqual([...this.model.fields.keys()]);
      expect(read.body.status).toBe(audience.archived ? 'archived' : latest?.status);
      expect(read.body.latestVersion).toEqual(versions.at(-1));
      expect(read.body.publishedVersion?.versionNumber).toBe(
        current && audience.versions.indexOf(current) + 1,
      );
      const { results } = await env.DB.prepare(
        'select snapshot from audience_versions where audience_id = ? order by version_number',
      )
        .bind(read.body.audienceId)
        .all<{ snapshot: string | null }>();
      const snapshots = results.map(({ snapshot }) => {
        if (snapshot === null) return undefined;
        const { title, actionFormId, supplementaryContext, fields } = JSON.parse(snapshot);
        return JSON.stringify([title, actionFormId, supplementaryContext, fields]);
      });
      expect(snapshots).toEqual(audience.versions.map((version) => version.snapshot));
    }
  }

  /** Checks that an audience that was ever live still has a live version: the same one or its successor. */
  keepsLive(before: ModelAudience[]): void {
    for (const [index, audience] of this.model.audiences.entries()) {
      if (before[index] && live(before[index])) expect(live(audience)).toBeDefined();
    }
  }
}

test('random edits, transitions, deliveries, crashes and resends have the result of a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40, size: 'max' }), async (steps) => {
      await env.DB.batch(
        ['audiences', 'audience_versions', 'operation_keys'].map((table) =>
          env.DB.prepare(`delete from ${table}`),
        ),
      );
      const world = new World();
      await world.start();
      for (const each of steps) {
        const before = structuredClone(world.model.audiences);
        await world.run(each);
        world.keepsLive(before);
        await world.compare();
      }
      // At the end all remaining messages arrive, and no version waits any more.
      await world.run({ kind: 'sweep' });
      while (world.model.messages.length > 0) await world.run({ kind: 'deliver', at: 0 });
      await world.compare();
      const waiting = world.model.audiences.flatMap(({ versions }) => versions.filter(inFlight));
      expect(waiting).toEqual([]);
    }),
    { seed: env.MODELS.seed, numRuns: env.MODELS.runs.publishing },
  );
});
