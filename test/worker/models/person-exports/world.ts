import { env } from 'cloudflare:workers';
import { clearErasedAudiences } from '../../../../src/analytics/worker/clear.ts';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import type { Visit } from '../../../../src/visits/beacons/schemas.ts';
import type { PersonExport } from '../../../../src/visits/person-export/schemas.ts';
import { newAlert } from '../../support/alerts.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { newCampaign, pathOf, write } from '../../support/campaigns.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { newPhone, telling } from '../../support/erasures.ts';
import { HeldQueue } from '../../support/held-queue.ts';
import { newPage } from '../../support/pages.ts';
import { log, newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';
import { newSource, sign } from '../../support/sources.ts';
import { later, minute, now } from '../../support/times.ts';
import { merge, messageOf, newId } from '../../support/visits.ts';
import { seen } from './seen.ts';

let serial = 0;
/** A word that nothing else has, in which no other is. */
const word = (of: string) => `zq${of}${(serial++).toString(36).padStart(4, '0')}qz`;

export type Line = Record<string, unknown>;

/** A person of a story, and all that names them and nobody else. */
export class Someone {
  personId = '';
  readonly name = word('name');
  readonly email: string;
  phoneNumber: string | null = newPhone();
  readonly linkedin = `https://www.linkedin.com/in/${word('in')}`;
  /** What only their own page, their campaign and their logs say. */
  readonly words = { page: word('page'), row: word('row'), log: word('log'), form: word('form') };
  /** Ids of what was made for them, by kind. */
  readonly ids: string[] = [];
  readonly audiences: { pageId: string; audienceId: string }[] = [];
  readonly visits: Visit[] = [];
  /** What of others they have sent themselves, or a log of theirs names. */
  readonly told = new Set<string>();
  isErased = false;

  readonly domain: string;

  constructor(domain: string) {
    this.domain = domain;
    this.email = `${word('mail')}@${domain}`;
  }

  /** What must not be in the export of anybody else. A log of a form has the id of its audience, whose ever it is. */
  get marks(): string[] {
    const { personId, name, email, phoneNumber, linkedin, words } = this;
    const handle = linkedin.slice(linkedin.lastIndexOf('/') + 1);
    return [personId, name, email, ...(phoneNumber ? [phoneNumber] : []), handle, ...Object.values(words)];
  }
}

/** A workspace in which people do things, and what is known of it. */
export class World {
  readonly pages: string[] = [];
  readonly campaigns: { pageId: string; campaignId: string }[] = [];
  readonly people: Someone[] = [];
  source = '';
  /** Words of what names two: nobody gets them. */
  readonly shared: string[] = [];
  /** Ids in such, and keys of websites: nobody has to get them. */
  readonly untold: string[] = [];
  readonly #held = new HeldQueue();
  #lastWord = '';
  #source: Awaited<ReturnType<typeof newSource>> | undefined;

  static async begin(count: number, isShared: boolean, hasAlert: boolean): Promise<World> {
    const world = new World();
    world.pages.push((await newPage()).pageId, (await newPage()).pageId);
    for (const pageId of world.pages)
      world.campaigns.push(await newCampaign({ words: { supplementaryContext: 'About {{name}}' } }, pageId));
    if (hasAlert) await newAlert({ condition: { type: 'link_opened' } });
    const domain = `${word('shared')}.example`;
    for (let n = 0; n < count; n++) {
      const one = new Someone(isShared && n > 0 ? domain : `${word('own')}.example`);
      const { name, email, phoneNumber, linkedin } = one;
      one.personId = (await newPerson({ name, email, phoneNumber, linkedinProfileUrl: linkedin })).personId;
      world.people.push(one);
    }
    return world;
  }

  one = (n: number): Someone => this.people[n % this.people.length] as Someone;
  /** Another than `one` of the same number. */
  other = (n: number): Someone => this.one(n + 1);
  page = (n: number): string => this.pages[n % this.pages.length] as string;

  async log(of: Someone, about: Someone | undefined) {
    const { personId, words } = of;
    if (about) of.told.add(about.email);
    seen.note(about ? 'a log that names another' : 'a log');
    await ok(log({ personId, type: 'met', payload: { note: words.log, with: about?.email } }));
  }

  async audience(of: Someone, page: number) {
    const pageId = this.page(page);
    if (of.audiences.some((one) => one.pageId === pageId)) return;
    const audienceId = await newAudienceId(pageId, {
      personId: of.personId,
      customName: `For ${of.words.page}`,
      metadataOverride: { title: `Hello ${of.words.page}` },
    });
    of.audiences.push({ pageId, audienceId });
    of.ids.push(audienceId);
  }

  async link(of: Someone, at: number) {
    const audience = of.audiences[at % of.audiences.length];
    if (!audience) return;
    const path = `/for/${of.words.page}-${newId().slice(0, 8)}`;
    const { pageLinkId } = await ok(
      send<{ pageLinkId: string }>('POST', '/v0/page_links', {
        path,
        target: { audienceId: audience.audienceId },
      }),
    );
    of.ids.push(pageLinkId);
    seen.note('a link');
  }

  /** A form as somebody sends it: by which identifier, and whether it names another too. */
  form(of: Someone, by: number, also: Someone | undefined): Visit['formSubmit'] {
    const fields = [{ email: of.email }, { phone: of.phoneNumber }, { linkedin: of.linkedin }][by % 3];
    const sent = fields && Object.values(fields)[0] ? fields : { email: of.email };
    const formSubmissionId = newId();
    of.ids.push(formSubmissionId);
    const form = { formSubmissionId, ...sent, fields: { message: of.words.form } };
    if (!also?.phoneNumber || 'phone' in form || 'linkedin' in form) return form as Visit['formSubmit'];
    of.told.add(also.phoneNumber);
    seen.note('a form that names two');
    return { ...form, phone: also.phoneNumber } as Visit['formSubmit'];
  }

  /** A visit of a page: of an audience, and with a form. */
  visit(whose: Someone | undefined, at: number, formSubmit: Visit['formSubmit']): Visit {
    const audience = whose?.audiences[at % whose.audiences.length];
    const of = { pageId: audience?.pageId ?? this.page(at), audienceId: audience?.audienceId ?? null };
    const said = audience ? (whose?.words.page ?? '') : word('visit');
    this.#lastWord = said;
    return { ...telling(of as never, said, undefined), formSubmit, ...(at % 2 ? { hasInput: true } : {}) };
  }

  async come(
    whose: Someone | undefined,
    at: number,
    sender: Someone | undefined,
    by: number,
    also?: Someone,
  ) {
    const visit = this.visit(whose, at, sender && this.form(sender, by, also));
    seen.note(
      sender
        ? `a form on ${!visit.audienceId ? 'a page' : whose === sender ? 'their page' : 'the page of another'}`
        : 'a visit',
    );
    (sender ?? whose)?.visits.push(visit);
    if (sender && !visit.audienceId) sender.ids.push(this.#lastWord);
    await merge(messageOf(visit, now));
  }

  /** Reports a visit once more: one that is sealed waits for its correction. */
  async again(of: Someone, at: number) {
    const visit = of.visits[at % of.visits.length];
    if (visit) await merge(messageOf({ ...visit, clicksCount: visit.clicksCount + 5 }, now + 1000));
    if (visit) seen.note('a visit once more');
  }

  async rows(of: Someone, campaign: number) {
    const to = this.campaigns[campaign % this.campaigns.length];
    if (!to) return;
    const [result] = await write(to, [{ person: { email: of.email }, columns: { name: of.words.row } }]);
    const { audienceId, pageLinkId } = result as unknown as { audienceId?: string; pageLinkId?: string };
    for (const id of [audienceId, pageLinkId]) if (id) of.ids.push(id);
    if (audienceId && !of.audiences.some((one) => one.audienceId === audienceId))
      of.audiences.push({ pageId: to.pageId, audienceId });
    seen.note('a row');
  }

  async waits(of: Someone, campaign: number, also: Someone | undefined) {
    const to = this.campaigns[campaign % this.campaigns.length];
    if (!to) return;
    const isMixed = also?.phoneNumber;
    const said = isMixed ? word('two') : of.words.row;
    if (isMixed) this.untold.push(said);
    const person = { email: of.email, ...(isMixed && { phoneNumber: also.phoneNumber }) };
    const rows = [{ person, columns: { name: said } }];
    await ok(send('POST', `${pathOf(to)}/waiting_rows`, { rows }, { bindings: this.#held.bindings() }));
    seen.note(isMixed ? 'a row of two that waits' : 'a row that waits');
  }

  async giveUp(
    whose: Someone | undefined,
    at: number,
    sender: Someone | undefined,
    also: Someone | undefined,
    isWrapped: boolean,
  ) {
    const visit = this.visit(whose, at, sender && this.form(sender, 0, also));
    const { email, phone } = (visit.formSubmit ?? {}) as { email?: string; phone?: string };
    const inner = { workspace: 'main', receivedAt: now, visit };
    const keyHash = word('key');
    this.untold.push(keyHash);
    // Nobody knows whose page it was.
    if (!visit.audienceId) this.untold.push(this.#lastWord);
    const body = JSON.stringify(isWrapped ? { keyHash, message: inner } : inner);
    const identifiers = JSON.stringify([email, phone].filter(Boolean));
    await env.DB.prepare(
      `insert into given_up (given_up_id, source, kind, received_at, given_up_at, attempts, what, page_id, session_id, identifiers, body, audience_id)
       values (?1, ?2, 'visit', ?3, ?4, 5, 'Error', ?5, ?6, ?7, ?8, ?9)`,
    )
      .bind(
        newId(),
        newId(),
        now,
        now + 1,
        visit.pageId,
        visit.analyticsSessionId,
        identifiers,
        body,
        visit.audienceId ?? null,
      )
      .run();
    seen.note(
      `a visit that was given up${sender && whose && sender !== whose ? ' on the page of another' : ''}`,
    );
  }

  async deliver(of: Someone, kind: 'kept' | 'kept of both' | 'logged') {
    this.#source ??= await newSource('stripe');
    this.source = this.#source.sourceId;
    const other = this.other(this.people.indexOf(of));
    const said = kind === 'kept of both' ? this.#word() : of.words.log;
    const body =
      kind === 'logged'
        ? { created: Math.floor(now / 1000), data: { object: { customer_email: of.email, note: said } } }
        : { note: kind === 'kept' ? [said, of.email] : [said, of.email, other.email] };
    const id = newId();
    if (kind === 'kept of both') this.untold.push(id);
    const { body: answer } = await sign(
      this.#source,
      JSON.stringify({ id, type: kind === 'kept of both' ? `two.${id}` : 'invoice.paid', ...body }),
    );
    expect(answer.outcomes?.[0]?.outcome).toBe(kind.split(' ')[0]);
    seen.note(`a delivery: ${kind}`);
  }

  async fire(of: Someone, isOfAccount: boolean) {
    const account = await env.DB.prepare('select account_id as id from accounts where domain = ?')
      .bind(of.domain)
      .first<string>('id');
    await env.DB.prepare("insert into alert_firings values (?1, ?1, 'w', ?2, 1, ?3, ?4)")
      .bind(newId(), isOfAccount ? account : of.personId, JSON.stringify({ word: newId() }), now)
      .run();
    seen.note('a firing');
  }

  /** A job of a campaign that the person has a row of says what went wrong with it. */
  async problem(of: Someone, at: number) {
    const detail = word('problem');
    const { meta } = await env.DB.prepare(
      `update campaigns set job = json_set(coalesce(job, '{"state":"done"}'), '$.problems',
         json_insert(coalesce(job -> '$.problems', '[]'), '$[#]', json_object('personId', ?1, 'row', 7, 'detail', ?2)))
       where campaign_id = ?3 and campaign_id in (select campaign_id from campaign_rows where person_id = ?1)`,
    )
      .bind(of.personId, detail, this.campaigns[at % this.campaigns.length]?.campaignId)
      .run();
    if (meta.changes === 0) return;
    of.ids.push(detail);
    seen.note('a problem of a job');
  }

  /** A phone number goes from one person to another, as when colleagues find that two were mixed up. */
  async move(from: Someone, to: Someone) {
    const { phoneNumber } = from;
    if (!phoneNumber || from === to) return;
    await ok(send('PATCH', `/v0/persons/${from.personId}`, { phoneNumber: null }));
    await ok(send('PATCH', `/v0/persons/${to.personId}`, { phoneNumber }));
    from.phoneNumber = null;
    to.phoneNumber = phoneNumber;
    from.told.add(phoneNumber);
    seen.note('a phone number that moves');
  }

  seal = () => sealSessions(openTestDatabase(), later);

  /** All lines of the export of a person. */
  async exportOf({ personId }: Someone): Promise<Line[]> {
    const lines: Line[] = [];
    let cursor = '';
    do {
      const path = `/v0/persons/${personId}/export${cursor && `?cursor=${cursor}`}`;
      const page = await ok(send<PersonExport>('GET', path));
      lines.push(...(page.lines as Line[]));
      cursor = page.nextCursor ?? '';
    } while (cursor);
    return lines;
  }

  async erase(of: Someone) {
    await ok(send('DELETE', `/v0/persons/${of.personId}`));
    of.isErased = true;
    for (let n = 1; n <= 10; n++) await clearErasedAudiences(openTestDatabase(), Date.now() + n * 2 * minute);
    await this.seal();
  }

  #word(): string {
    const made = word('both');
    this.shared.push(made);
    return made;
  }
}
