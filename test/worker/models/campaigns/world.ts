import { env } from 'cloudflare:workers';
import type { Audience as Shown } from '../../../../src/content/audiences/schemas.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import type {
  CampaignRow,
  CampaignRowsResult,
  Campaign as Told,
} from '../../../../src/visits/campaigns/schemas.ts';
import type { PageLink } from '../../../../src/visits/page-links/schemas.ts';
import { contents, forgetKeys, type Problem, send } from '../../support/client.ts';
import { emptyDatabase } from '../../support/empty.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { newPage } from '../../support/pages.ts';
import {
  type Audience,
  type Campaign,
  type Found,
  type Job,
  live,
  Model,
  type Page,
  type Person,
  type Row,
  type Sent,
  type Version,
  wasCancelled,
} from './model.ts';
import { longestHead, paths, type Said, templates, toWords } from './words.ts';

type Result = CampaignRowsResult['results'][number];
/** A message that waits, with what it leads to. */
interface Message {
  body: unknown;
  arrive: () => void;
}

const field = { name: 'head', label: 'Head', kind: 'text', default: 'D', maxLength: longestHead };

/** The service beside its model. */
export class World {
  readonly model = new Model();
  readonly queue = new HeldQueue();
  readonly pages: Page[] = [];
  messages: Message[] = [];

  ask = <T = object>(method: string, path: string, body?: object) =>
    send<T & Problem>(method, path, body, { bindings: this.queue.bindings() });

  at = ({ id, page }: { id: string; page: Page }) =>
    `/v0/pages/${page.id}/${id.startsWith('campaign') ? 'campaigns' : 'audiences'}/${id}`;

  async start(): Promise<void> {
    await emptyDatabase(env.DB);
    forgetKeys();
    for (const isRefusing of [false, true]) {
      const page = { id: (await newPage({ title: 'T', fields: [field] })).pageId, hasHead: true };
      this.pages.push(page);
      const words = templates[0] as Said;
      const given = { words: toWords(words), path: paths[0], onPathTaken: isRefusing ? 'refuse' : 'suffix' };
      const { body } = await this.ask<Told>('POST', `/v0/pages/${page.id}/campaigns`, {
        name: 'C',
        ...given,
      });
      this.model.campaigns.push({
        id: body.campaignId,
        page,
        path: paths[0] ?? '',
        isRefusing,
        words,
        earlier: undefined,
        cleared: new Set(),
        rows: [],
        job: undefined,
        isArchived: false,
      });
    }
  }

  /** Takes the messages that were sent since: one for each version that was queued. */
  #take(queued: [Audience, Version][]): void {
    const sent = this.queue.sent.splice(0);
    expect(sent).toHaveLength(queued.length);
    for (const [index, [audience, version]] of queued.entries())
      this.messages.push({ body: sent[index], arrive: () => this.model.complete(audience, version) });
  }

  async rows(campaign: Campaign, rows: Sent[], dryRun: boolean): Promise<void> {
    const reply = await this.ask<CampaignRowsResult>('POST', `${this.at(campaign)}/rows`, { rows, dryRun });
    expect(reply.status).toBe(campaign.isArchived ? 409 : 200);
    if (campaign.isArchived) return;
    const queued: [Audience, Version][] = [];
    for (const [index, sent] of rows.entries()) {
      const result = reply.body.results[index] as Result;
      const found = this.model.look(campaign, sent);
      const told = [result.status, result.outcome, result.problem?.code];
      expect(told, JSON.stringify([sent, result])).toEqual([found.status, found.outcome, found.code]);
      if (found.outcome === null) {
        expect(result).toMatchObject({ personId: null, audienceId: null, pageLinkId: null, words: null });
      } else if (dryRun) {
        expect(result.words).toEqual(toWords(found.words ?? {}));
        expect(result.personId).toBe(found.person?.id ?? null);
      } else this.#write(campaign, sent, found, result, queued);
    }
    this.#take(queued);
  }

  /** Writes a row to the model, with the ids of the answer. */
  #write(campaign: Campaign, sent: Sent, found: Found, result: Result, queued: [Audience, Version][]): void {
    const { model } = this;
    const { words = {}, outcome } = found;
    expect([result.isNewPerson, result.isNewAudience]).toEqual([!found.person, !found.audience]);
    const { email, phoneNumber, name = '' } = sent.person ?? {};
    let { person, audience, link, row } = found;
    if (!person) {
      person = { id: result.personId ?? '', email, phone: phoneNumber, secrets: new Set() };
      model.persons.push(person);
    }
    for (const secret of [email, name, sent.columns.secret]) if (secret) person.secrets.add(secret);
    if (!audience) {
      const id = result.audienceId ?? '';
      audience = { id, page: campaign.page, person, isArchived: false, said: {}, versions: [] };
      model.audiences.push(audience);
    }
    if (!link) {
      const path = result.path ?? '';
      const end = found.hasEnd ? path.slice((found.path ?? '').length) : '';
      expect(path).toBe(found.path + end);
      if (found.hasEnd) expect(end).toMatch(/^-[0-9a-z]{4}$/);
      link = { id: result.pageLinkId ?? '', path, audience, isDeleted: false };
      model.links.push(link);
    }
    const ids = [result.personId, result.audienceId, result.pageLinkId, result.path];
    expect(ids).toEqual([person.id, audience.id, link.id, link.path]);
    if (outcome === 'unchanged') return;
    if (!model.holder('email', email)) person.email ??= email;
    if (!model.holder('phone', phoneNumber)) person.phone ??= phoneNumber;
    const now = { sent: JSON.stringify(sent), columns: sent.columns, words: JSON.stringify(words) };
    let version = row?.version;
    if (!version || row?.words !== now.words || (row && wasCancelled(row))) {
      version = model.say(campaign, audience, words);
      queued.push([audience, version]);
    }
    if (row) Object.assign(row, now, { version });
    else campaign.rows.push({ person, audience, link, version, ...now });
  }

  async change(campaign: Campaign, words: Said | undefined, path: string | undefined): Promise<void> {
    const { status } = await this.ask('PATCH', this.at(campaign), {
      ...(words && { words: toWords(words) }),
      path,
    });
    if (campaign.isArchived || (words && campaign.job?.state === 'running')) expect(status).toBe(409);
    else if (words?.head !== undefined && !campaign.page.hasHead) expect(status).toBe(422);
    else {
      expect(status).toBe(200);
      if (words) this.model.change(campaign, words);
      if (path) campaign.path = path;
    }
  }

  async job(campaign: Campaign, action: 'publish' | 'roll_back' | 'archive' | 'stop'): Promise<void> {
    const { status } = await this.ask('POST', `${this.at(campaign)}/${action}`, {});
    const isRunning = campaign.job?.state === 'running';
    if (action === 'stop') {
      expect(status).toBe(200);
      if (isRunning && campaign.job) campaign.job.state = 'stopped';
      return;
    }
    // An archive that was stopped goes on.
    const isHalf =
      action === 'archive' && campaign.job?.kind === 'archive' && campaign.job.state === 'stopped';
    const isLost = campaign.earlier?.head !== undefined && !campaign.page.hasHead;
    const isRefused =
      (campaign.isArchived && !isHalf) ||
      isRunning ||
      (action === 'roll_back' && campaign.earlier === undefined);
    const expected = isRefused ? 409 : action === 'roll_back' && isLost ? 422 : 200;
    expect(status).toBe(expected);
    const [body] = this.queue.sent.splice(0);
    expect(body === undefined).toBe(expected !== 200);
    if (expected !== 200) return;
    if (action === 'roll_back' && campaign.earlier) this.model.change(campaign, campaign.earlier);
    if (action === 'archive') campaign.isArchived = true;
    const kind = action === 'archive' ? 'archive' : 'publish';
    const total = campaign.rows.length;
    const job: Job = { kind, state: 'running', total, done: 0, changed: 0, refused: 0 };
    campaign.job = job;
    this.messages.push({
      body,
      arrive: () => {
        const queued: [Audience, Version][] = [];
        this.model.advance(campaign, job, (...one) => queued.push(one));
        this.#take(queued);
      },
    });
  }

  async deliver(message: Message, isLast: boolean): Promise<void> {
    if (isLast) this.messages.splice(this.messages.indexOf(message), 1);
    expect(await this.queue.deliver(message.body)).toBe('ack');
    message.arrive();
    expect(this.queue.sent).toEqual([]);
  }

  async edit(audience: Audience, said: Said): Promise<void> {
    expect((await this.ask('PATCH', this.at(audience), toWords(said))).status).toBe(200);
    const isOther = Object.entries(said).some(
      ([name, text]) => (audience.said[name as 'title'] ?? '') !== text,
    );
    if (isOther && audience.versions.at(-1)?.status !== 'draft') audience.versions.push({ status: 'draft' });
    Object.assign(audience.said, said);
  }

  async publish(audience: Audience): Promise<void> {
    if (audience.isArchived || audience.versions.at(-1)?.status !== 'draft') return;
    const { latestVersion } = (await send<Shown>('GET', this.at(audience))).body;
    const path = `${this.at(audience)}/versions/${latestVersion.versionId}/publish`;
    expect((await this.ask('POST', path, {})).status).toBe(200);
    this.#take([[audience, this.model.queue(audience)]]);
  }

  async archive(audience: Audience, isArchived: boolean): Promise<void> {
    expect(
      (await this.ask('POST', `${this.at(audience)}/${isArchived ? 'archive' : 'restore'}`)).status,
    ).toBe(200);
    if (isArchived) this.model.archive(audience);
    else audience.isArchived = false;
  }

  async link(path: string, page: Page, audience: Audience | undefined): Promise<void> {
    const target = audience ? { audienceId: audience.id } : { targetType: 'page', pageId: page.id };
    const { status, body } = await this.ask<PageLink>('POST', '/v0/page_links', { path, target });
    const isTaken =
      audience?.isArchived || this.model.links.some((link) => !link.isDeleted && link.path === path);
    expect(status).toBe(isTaken ? 409 : 201);
    if (!isTaken) this.model.links.push({ id: body.pageLinkId, path, audience, isDeleted: false });
  }

  async unlink({ link }: Row): Promise<void> {
    await this.ask('DELETE', `/v0/page_links/${link.id}`);
    link.isDeleted = true;
  }

  async rename(person: Person, email: string): Promise<void> {
    const { status } = await this.ask('PATCH', `/v0/persons/${person.id}`, { email });
    const holder = this.model.holder('email', email);
    expect(status).toBe(holder && holder !== person ? 409 : 200);
    if (status !== 200) return;
    person.email = email;
    person.secrets.add(email);
  }

  async erase(person: Person): Promise<void> {
    expect((await this.ask('DELETE', `/v0/persons/${person.id}`)).status).toBe(200);
    this.model.erase(person);
    const others = new Set(this.model.persons.flatMap(({ secrets }) => [...secrets]));
    const all = Object.entries(await contents());
    for (const secret of person.secrets)
      if (!others.has(secret))
        expect(all.filter(([, rows]) => JSON.stringify(rows).includes(secret))).toEqual([]);
  }

  async declare(page: Page, hasHead: boolean): Promise<void> {
    const fields = hasHead ? [field] : [];
    expect((await this.ask('PATCH', `/v0/pages/${page.id}`, { fields })).status).toBe(200);
    page.hasHead = hasHead;
  }

  async compare(): Promise<void> {
    for (const campaign of this.model.campaigns) {
      const { body } = await this.ask<Told>('GET', this.at(campaign));
      expect(body).toMatchObject({ rowsCount: campaign.rows.length, words: toWords(campaign.words) });
      expect(body.archivedAt !== null).toBe(campaign.isArchived);
      if (campaign.job) expect(body.job).toMatchObject(campaign.job);
      else expect(body.job).toBeNull();
      const { items } = (await this.ask<List<CampaignRow>>('GET', `${this.at(campaign)}/rows`)).body;
      const rows = campaign.rows.toSorted((a, b) => (a.person.id < b.person.id ? -1 : 1));
      expect(items).toMatchObject(
        rows.map(({ person, audience, link, columns, version }) => ({
          personId: person.id,
          audienceId: audience.id,
          pageLinkId: link.id,
          path: link.path,
          isLinkDeleted: link.isDeleted,
          columns,
          status: version.status,
        })),
      );
    }
    for (const link of this.model.links) await this.#compareLink(link);
  }

  async #compareLink({ id, path, audience, isDeleted }: Model['links'][number]): Promise<void> {
    const holder = this.model.links.find((link) => !link.isDeleted && link.path === path);
    if (holder && holder.id !== id) return;
    type Answer = {
      audienceId: string | null;
      content: {
        metadata: { title: string };
        supplementaryContext: string | null;
        actionUrl: string | null;
        fields: Record<string, string>;
      };
    };
    const { status, body } = await this.ask<Answer>(
      'GET',
      `/v0/page_links/resolve?path=${encodeURIComponent(path)}`,
    );
    expect(status, path).toBe(isDeleted ? 404 : 200);
    // What nobody is named in any more, or what leads to a page, is not of a campaign.
    if (isDeleted || !audience || !this.model.audiences.includes(audience)) return;
    const shown = audience.isArchived ? undefined : live(audience);
    const page = { title: 'T', context: '', url: '', ...(audience.page.hasHead && { head: 'D' }) };
    const { metadata, supplementaryContext, actionUrl, fields } = body.content;
    const content = {
      title: metadata.title,
      context: supplementaryContext ?? '',
      url: actionUrl ?? '',
      ...fields,
    };
    expect(content, path).toEqual(shown?.content ?? page);
  }
}
