import { env } from 'cloudflare:workers';
import type { PublishRequested } from '../../src/content/versions/messages.ts';
import type { Sent } from './bindings.ts';
import { Actor, agree, type Operation, Repeats } from './operation.ts';
import type { Persons } from './persons.ts';
import { type Scheduler, Violation } from './scheduler.ts';

export interface Version {
  id: string;
  status: string;
  context: string | null;
  isNew: boolean;
  /** The publish request that it waits for, and the content that was frozen for it. */
  request: string | undefined;
  frozen: string;
  snapshot: string | undefined;
  /** The words that a test has frozen: they stay, whatever becomes of the audience. */
  kept: string | undefined;
  /** The order of the requests. */
  order: number;
  /** When it was requested to go live, and whether that was for a later time. */
  at: number;
  isLater: boolean;
  /** Whether somebody has spoilt what was frozen: it fails on its own account, and whether it has done so. */
  isSpoilt: boolean;
  hasFailed: boolean;
}
/** A test of versions. */
export interface Test {
  id: string;
  audience: Audience;
  /** The live version is the first. */
  arms: Version[];
  status: 'draft' | 'running' | 'ended';
  hasStarted: boolean;
  winner: Version | undefined;
  endReason: string | undefined;
  isDeleted: boolean;
  revision: number;
}
export interface Audience {
  id: string;
  /** For whom it was made. An erased person is not found any more. */
  personId: string | undefined;
  isArchived: boolean;
  form: string | null;
  /** What it says in fields of the page, by name, also in those that were removed. */
  said: Record<string, string>;
  versions: Version[];
}

export const isInFlight = ({ status }: Version) => status === 'queued' || status === 'processing';
/** Whether a version takes the place of another that is live. */
const comesAfter = (a: Version, b: Version): boolean =>
  a.isLater || b.isLater ? (a.at - b.at || a.order - b.order) > 0 : a.order > b.order;
export const liveOf = ({ versions }: Audience) => versions.find(({ status }) => status === 'published');

/** Whether a version is a draft that can be edited. */
const isOpen = ({ status, kept }: Version) => status === 'draft' && kept === undefined;
/** Whether a version is in a test that is not deleted. */
export const isArm = (tests: readonly Test[], version: Version): boolean =>
  tests.some(({ isDeleted, arms }) => !isDeleted && arms.includes(version));

/** Audiences of one page, their versions, and how these are published. */
export class Publishing extends Actor {
  readonly #pageId: string;
  #title = 'T0';
  /** The defaults of the fields of the page, by name. */
  #fields = new Map<string, string>();
  readonly #persons: Persons;
  readonly #audiences: Audience[] = [];
  readonly #repeats = new Repeats();
  readonly #keys = new Map<string, Version>();
  readonly tests: Test[] = [];
  #requests = 0;

  constructor(scheduler: Scheduler, pageId: string, persons: Persons) {
    super(scheduler);
    this.#pageId = pageId;
    this.#persons = persons;
  }

  /** The ids of the audiences that exist. */
  get audienceIds(): string[] {
    return this.#audiences.map(({ id }) => id);
  }

  /** The ids of the versions of all audiences. */
  get versionIds(): string[] {
    return this.#audiences.flatMap(({ versions }) => versions.map(({ id }) => id));
  }

  get audiences(): readonly Audience[] {
    return this.#audiences;
  }

  /** Whether an audience is for a person who was not erased. */
  isPersonal = ({ personId }: Audience): boolean => personId !== undefined && this.#persons.exists(personId);

  #runs = (audience: Audience): boolean =>
    this.tests.some((test) => test.audience === audience && test.status === 'running');

  readonly #newest = async (audience: Audience): Promise<string> => {
    const select =
      'select version_id as id from audience_versions where audience_id = ? order by version_number desc';
    return (await env.DB.prepare(select).bind(audience.id).first<string>('id')) ?? '';
  };

  async #open(audience: Audience, context: string | null): Promise<void> {
    const isNew = liveOf(audience) === undefined;
    const id = await this.#newest(audience);
    const nothing = {
      request: undefined,
      frozen: '',
      snapshot: undefined,
      kept: undefined,
      order: 0,
      at: 0,
      isLater: false,
    };
    const well = { isSpoilt: false, hasFailed: false };
    audience.versions.push({ id, status: 'draft', context, isNew, ...nothing, ...well });
  }

  next(): Operation | undefined {
    const { pick, happens } = this.scheduler;
    const again = happens(0.03) ? this.#repeats.again(pick) : undefined;
    if (again) return again;
    if (this.#audiences.length === 0 || (this.#audiences.length < 4 && happens(0.1))) return this.#create();
    const audience = pick(this.#audiences);
    const version = audience && pick(audience.versions.slice(-3));
    if (!audience || !version) return undefined;
    const actions = [
      'edit',
      'edit',
      'publish',
      'publish',
      'publish',
      'cancel',
      'ready',
      'open',
      'archive',
      'restore',
      'form',
      'title',
      'say',
      'say',
      'declare',
    ] as const;
    const action = pick(actions) ?? 'edit';
    const path = this.#pathOf(audience);
    switch (action) {
      case 'edit':
        return this.#edit(audience, path);
      case 'form':
        return this.#form(audience, path);
      case 'say':
        return this.#say(audience, path);
      case 'declare':
        return this.#declare();
      case 'title':
        return this.#retitle();
      case 'publish':
        return this.#publish(audience, version, path, happens(0.3) ? Date.now() + 10 * 60_000 : undefined);
      case 'open':
        return this.#openNext(audience, path);
      case 'cancel':
      case 'ready':
        return this.#move(action, audience, version, path);
      default:
        return this.#archive(action, audience, path);
    }
  }

  #create(isForPerson = this.scheduler.happens(0.6)): Operation {
    const { happens } = this.scheduler;
    const status = happens(0.2) ? 'pending' : 'draft';
    const personId = isForPerson ? this.#persons.some() : undefined;
    return this.#repeats.first({
      method: 'POST',
      path: `/v0/pages/${this.#pageId}/audiences`,
      body: { status, ...(personId !== undefined && { personId }) },
      // The person was erased, or got another audience, before a retry.
      allows: (code) => personId !== undefined && (code === 404 || code === 409),
      commit: async () => {
        if (personId !== undefined && !this.#persons.exists(personId)) return 404;
        if (personId !== undefined && this.#audiences.some((one) => one.personId === personId)) return 409;
        const select = 'select audience_id as id from audiences order by audience_number desc';
        const id = (await env.DB.prepare(select).first<string>('id')) ?? '';
        const audience: Audience = { id, personId, isArchived: false, form: null, said: {}, versions: [] };
        await this.#open(audience, null);
        const [first] = audience.versions;
        if (first) first.status = status;
        this.#audiences.push(audience);
        return 201;
      },
    });
  }

  /** A request that makes an audience. */
  create = (isForPerson?: boolean): Operation => this.#create(isForPerson);

  /** Requests that make the latest version of every audience a draft. */
  readyAll = (): Operation[] =>
    this.#audiences.flatMap((audience) => {
      const version = audience.versions.at(-1);
      return version?.status === 'pending'
        ? [this.#move('ready', audience, version, this.#pathOf(audience))]
        : [];
    });

  /** Requests that open a draft of every audience, with words of its own. */
  editAll = (): Operation[] =>
    this.#audiences.map((audience) => this.#form(audience, this.#pathOf(audience), 'f0'));

  /** Requests that publish the latest version of every audience, at one time if there is any. */
  publishAll = (publishAt: number | undefined): Operation[] =>
    this.#audiences.flatMap((audience) => {
      const version = audience.versions.at(-1);
      return version ? [this.#publish(audience, version, this.#pathOf(audience), publishAt)] : [];
    });

  #pathOf = ({ id }: Audience) => `/v0/pages/${this.#pageId}/audiences/${id}`;

  #openNext(audience: Audience, path: string): Operation {
    // A draft may be open, and be published before a retry: the retry is known by then.
    let isDone = false;
    return {
      method: 'POST',
      path: `${path}/versions`,
      body: {},
      commit: async () => {
        const latest = audience.versions.at(-1);
        if (!isDone && latest && !isOpen(latest)) await this.#open(audience, latest.context);
        isDone = true;
        return 200;
      },
    };
  }

  #edit(audience: Audience, path: string): Operation {
    const context = this.scheduler.pick(['a', 'b', 'c', null]) ?? null;
    return {
      method: 'PATCH',
      path,
      body: { supplementaryContext: context },
      commit: async () => {
        const latest = audience.versions.at(-1);
        if (latest && isOpen(latest)) latest.context = context;
        else if (latest && latest.context !== context) await this.#open(audience, context);
        return 200;
      },
    };
  }

  #form(audience: Audience, path: string, form = this.scheduler.pick(['f1', 'f2', 'f3']) ?? 'f1'): Operation {
    return {
      method: 'PATCH',
      path,
      // The name is no word that visitors get: it opens no draft.
      body: { actionFormIdOverride: form, customName: `With ${form}` },
      commit: async () => {
        const latest = audience.versions.at(-1);
        const isOther = audience.form !== form;
        audience.form = form;
        if (isOther && latest && !isOpen(latest)) await this.#open(audience, latest.context);
        return 200;
      },
    };
  }

  #retitle(): Operation {
    const title = this.scheduler.pick(['T1', 'T2', 'T3']) ?? 'T1';
    return {
      method: 'PATCH',
      path: `/v0/pages/${this.#pageId}`,
      body: { title },
      commit: () => {
        this.#title = title;
        return 200;
      },
    };
  }

  #say(audience: Audience, path: string): Operation {
    const { pick } = this.scheduler;
    const name = pick(['a', 'b']) ?? 'a';
    const value = pick(['1', '2', null]) ?? null;
    // The page may lose the field before a retry, which is known by then.
    let isDone = false;
    return {
      method: 'PATCH',
      path,
      body: { fieldOverrides: { [name]: value } },
      allows: (status) => status === 422,
      commit: async () => {
        if (isDone) return 200;
        if (value !== null && !this.#fields.has(name)) return 422;
        isDone = true;
        const latest = audience.versions.at(-1);
        const isOther = (audience.said[name] ?? null) !== value;
        if (value === null) delete audience.said[name];
        else audience.said[name] = value;
        if (isOther && latest && !isOpen(latest)) await this.#open(audience, latest.context);
        return 200;
      },
    };
  }

  #declare(): Operation {
    const { pick } = this.scheduler;
    const usual = pick(['usual', 'other']) ?? 'usual';
    const names = pick([['a'], ['b'], ['a', 'b'], ['b', 'a'], []]) ?? [];
    return {
      method: 'PATCH',
      path: `/v0/pages/${this.#pageId}`,
      body: { fields: names.map((name) => ({ name, label: name, kind: 'text', default: usual })) },
      commit: () => {
        this.#fields = new Map(names.map((name) => [name, usual]));
        return 200;
      },
    };
  }

  contentOf = ({ form, said }: Audience, { context }: Version): string => {
    const fields = [...this.#fields].map(([name, usual]) => [name, said[name] ?? usual]);
    return JSON.stringify([this.#title, form, context, Object.fromEntries(fields)]);
  };

  #move(action: 'cancel' | 'ready', audience: Audience, version: Version, path: string): Operation {
    const from = action === 'ready' ? ['pending'] : ['draft', 'pending', 'queued', 'processing'];
    return {
      method: 'POST',
      path: `${path}/versions/${version.id}/${action}`,
      body: {},
      commit: () => {
        if (!from.includes(version.status)) return 409;
        if (action === 'cancel') {
          const isShown = this.tests.some(
            ({ status, arms }) => status === 'running' && arms.includes(version),
          );
          if (isShown && this.#runs(audience)) return 409;
          if (isInFlight(version)) this.#takeBack(version);
        }
        version.status = action === 'ready' ? 'draft' : 'cancelled';
        version.request = undefined;
        return 200;
      },
    };
  }

  /** A publish that does not come to its end: what a test has frozen stays. */
  #takeBack(version: Version): void {
    version.kept = isArm(this.tests, version) ? version.frozen : undefined;
  }

  #archive(action: 'archive' | 'restore', audience: Audience, path: string): Operation {
    return {
      method: 'POST',
      path: `${path}/${action}`,
      body: {},
      commit: () => {
        if (action === 'archive' && !audience.isArchived) {
          for (const version of audience.versions.filter(isInFlight)) {
            this.#takeBack(version);
            version.status = 'cancelled';
          }
          for (const test of this.tests)
            if (test.audience === audience && test.status === 'running')
              Object.assign(test, { status: 'ended', endReason: 'archived', revision: test.revision + 1 });
        }
        audience.isArchived = action === 'archive';
        return 200;
      },
    };
  }

  #publish(audience: Audience, version: Version, path: string, publishAt: number | undefined): Operation {
    const key = this.scheduler.happens(0.3) ? this.scheduler.pick(['k1', 'k2', 'k3']) : undefined;
    return {
      method: 'POST',
      path: `${path}/versions/${version.id}/publish`,
      body: {
        ...(key !== undefined && { operationKey: key }),
        ...(publishAt !== undefined && { publishAt: new Date(publishAt).toISOString() }),
      },
      commit: async () => {
        const known = key === undefined ? undefined : this.#keys.get(key);
        if (known) return known === version ? 200 : 422;
        if (!['draft', 'cancelled'].includes(version.status) || audience.isArchived) return 409;
        if (this.#runs(audience)) return 409;
        if (key !== undefined) this.#keys.set(key, version);
        await this.queued(audience, version, version.kept);
        return 200;
      },
    };
  }

  /** A version is queued: with the words that a test has frozen, or with those of now. */
  async queued(audience: Audience, version: Version, kept: string | undefined): Promise<void> {
    const select = 'select transition_id as id from audience_versions where version_id = ?';
    const request = (await env.DB.prepare(select).bind(version.id).first<string>('id')) ?? undefined;
    Object.assign(version, {
      status: 'queued',
      request,
      frozen: kept ?? this.contentOf(audience, version),
      order: ++this.#requests,
      isSpoilt: false,
      hasFailed: false,
      ...(await this.#timeOf(version)),
    });
  }

  /** When a version is to go live: a request may have been delayed until its time had come. */
  async #timeOf({ id }: Version): Promise<Pick<Version, 'at' | 'isLater'>> {
    const select =
      'select coalesce(publish_at, queued_at) as at, publish_at is not null as later from audience_versions where version_id = ?';
    const row = await env.DB.prepare(select).bind(id).first<{ at: number; later: number }>();
    return { at: row?.at ?? 0, isLater: row?.later === 1 };
  }

  /** Applies a batch of the consumer to the model. */
  delivered(job: PublishRequested, sent: Sent[]): void {
    const audience = this.#audiences.find(({ versions }) => versions.some(({ id }) => id === job.versionId));
    const version = audience?.versions.find(({ id }) => id === job.versionId);
    if (!audience || !version) throw new Violation(`${job.versionId} is published and is not in the model`);
    if (!isInFlight(version) || version.request !== job.transitionId) return;
    const text = sent.map((one) => one.text).join('\n');
    const [isGivenUp, isFailing] = [/Publishing failed/.test(text), /set "failure" = \?/.test(text)];
    // D1, queues and Workers fail, too: that is no failure of a version.
    if ((isGivenUp && !version.hasFailed) || (isFailing && !version.isSpoilt))
      throw new Violation(`${version.id} was accepted, and takes a fault of others for its own`);
    version.hasFailed ||= isFailing;
    if (isGivenUp) {
      version.status = 'cancelled';
      // What cannot be read is no use to a test.
      version.kept = undefined;
    } else if (/"processing_at" =/.test(text)) {
      version.status = 'processing';
    } else if (/"snapshot" =/.test(text)) this.#complete(audience, version);
  }

  /** Spoils what was frozen for a version in flight, by hand. It cannot be published then. */
  async spoil(): Promise<void> {
    const version = this.scheduler.pick(
      // Otherwise a test would show what is spoilt.
      this.#audiences.flatMap(({ versions }) =>
        versions.filter((version) => isInFlight(version) && !isArm(this.tests, version)),
      ),
    );
    if (!version) return;
    version.isSpoilt = true;
    const spoil = `update audience_versions set frozen = '{' where version_id = ?`;
    await env.DB.prepare(spoil).bind(version.id).run();
  }

  #complete(audience: Audience, version: Version): void {
    const before = liveOf(audience);
    version.snapshot = version.frozen;
    version.kept = undefined;
    if (before && comesAfter(before, version)) {
      version.status = 'archived';
      return;
    }
    if (before) before.status = 'archived';
    version.status = 'published';
  }

  async compare(): Promise<void> {
    const select = `select v.version_id as id, v.status, supplementary_context as context, is_new_page_agent as isNew,
        snapshot, a.archived_at is not null as isArchived
      from audience_versions v join audiences a using (audience_id) where audience_id = ? order by version_number`;
    for (const audience of this.#audiences) {
      type Row = Record<string, unknown> & { snapshot: string | null };
      const { results } = await env.DB.prepare(select).bind(audience.id).all<Row>();
      const found = results.map(({ snapshot, ...row }) => {
        if (snapshot === null) return { ...row, snapshot };
        const { title, actionFormId, supplementaryContext, fields } = JSON.parse(snapshot);
        return { ...row, snapshot: JSON.stringify([title, actionFormId, supplementaryContext, fields]) };
      });
      const expected = audience.versions.map(({ id, status, context, isNew, snapshot = null }) => ({
        id,
        status,
        context,
        isNew: Number(isNew),
        isArchived: Number(audience.isArchived),
        snapshot,
      }));
      agree(`The versions of ${audience.id}`, found, expected);
      if (audience.versions.some(isInFlight))
        throw new Violation(`A version of ${audience.id} waits for ever.`);
    }
  }
}
