import { clearErasedAudiences } from '../../../../src/analytics/worker/clear.ts';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import type { TimelineKind } from '../../../../src/visits/timelines/place.ts';
import type { AccountTimeline } from '../../../../src/visits/timelines/schemas.ts';
import { act, audienceOf } from '../../support/audiences.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { log, newPerson, patch } from '../../support/persons.ts';
import { ok, pagesOf } from '../../support/replies.ts';
import { forgetSessions, importSessions } from '../../support/sessions.ts';
import { publish } from '../../support/versions.ts';
import { type Action, companyCount, epoch, type Look, pageCount, personCount } from './stories.ts';

interface Person {
  personId: string;
  email: string;
  company: number;
  isErased: boolean;
}

/** What was sent, as a plain list. */
interface Item {
  kind: TimelineKind;
  at: number;
  id: string;
  /** Of a log or a publish: its person. */
  person?: Person | undefined;
  /** Of a log: its account, if it is of one, and its kind. */
  company?: number | undefined;
  source?: string | undefined;
  type?: string | undefined;
  /** Of a visit: who sent its form, whom its audience was made for, and their companies at the visit. */
  sender?: [Person, company: number] | undefined;
  recipient?: [Person, company: number] | undefined;
}

const isoOf = (at: number) => new Date(at).toISOString();
const compare = <T extends string | number>(a: T, b: T) => Number(b > a) - Number(b < a);
let runs = 0;

/** The service and the model of one story. */
export class World {
  readonly #run = ++runs;
  readonly #items: Item[] = [];
  readonly #persons: Person[] = [];
  readonly #accounts: string[] = [];
  readonly #pages: string[] = [];
  /** By person and page. */
  readonly #audiences = new Map<string, Audience>();
  #now = epoch;
  #visits = 0;

  #domainOf = (company: number) => `company${company}-${this.#run}.example`;

  static async begin(): Promise<World> {
    await forgetSessions();
    vi.setSystemTime(epoch);
    const world = new World();
    for (let company = 0; company < companyCount; company++) await world.#logAccount(company, null, 0);
    for (let n = 0; n < personCount; n++) await world.#makePerson(n);
    for (let n = 0; n < pageCount; n++) world.#pages.push(await newPageId());
    return world;
  }

  async #makePerson(n: number): Promise<void> {
    const company = n % companyCount;
    const email = `p${n}-${this.#persons.length}-${this.#run}@${this.#domainOf(company)}`;
    const { personId } = await newPerson({ name: `P${n}`, email });
    this.#persons[n] = { personId, email, company, isErased: false };
  }

  #personAt = (n: number): Person => this.#persons[n % personCount] as Person;

  /** The fields of a log: when it happened, if it says so, and one of four kinds. */
  #logOf(happened: number | null, nth: number) {
    const kind = { source: nth % 2 ? 'crm' : 'stripe', type: nth % 4 > 1 ? 'called' : 'paid' };
    return {
      kind,
      body: { ...kind, payload: {}, ...(happened === null ? {} : { occurredAt: isoOf(happened) }) },
    };
  }

  async #logAccount(company: number, happened: number | null, nth: number): Promise<void> {
    const { kind, body } = this.#logOf(happened, nth);
    const written = await ok(
      send<{ accountLogId: string; accountId: string }>('POST', '/v0/account_logs', {
        ...body,
        domain: this.#domainOf(company),
      }),
    );
    this.#accounts[company] = written.accountId;
    this.#items.push({ kind: 'log', at: happened ?? this.#now, id: written.accountLogId, company, ...kind });
  }

  async #logPerson(person: Person, happened: number | null, nth: number): Promise<void> {
    if (person.isErased) return;
    const { kind, body } = this.#logOf(happened, nth);
    const key = { personId: person.personId, idempotencyKey: crypto.randomUUID() };
    const { personLogId } = await ok(log({ ...body, ...key }));
    // To send it again changes nothing.
    expect((await ok(log({ ...body, ...key }))).personLogId).toBe(personLogId);
    this.#items.push({ kind: 'log', at: happened ?? this.#now, id: personLogId, person, ...kind });
  }

  /** The audience of a page for a person: made when it is first asked for. */
  async #audienceOf(person: Person, page: number): Promise<Audience | undefined> {
    const [pageId, key] = [this.#pages[page % pageCount] ?? '', `${person.personId} ${page % pageCount}`];
    const known = this.#audiences.get(key);
    if (known || person.isErased) return known;
    const audience = await audienceOf(pageId, { personId: person.personId });
    this.#audiences.set(key, audience);
    return audience;
  }

  async #publish(person: Person, page: number, isArchived: boolean): Promise<void> {
    const audience = await this.#audienceOf(person, page);
    if (!audience || person.isErased) return;
    await ok(act(audience, 'restore'));
    const version = await publish(audience, await ok(act(audience, 'versions')));
    expect(version.publishedAt).toBe(isoOf(this.#now));
    if (isArchived) await ok(act(audience, 'archive'));
    this.#items.push({ kind: 'publish', at: this.#now, id: version.versionId, person });
  }

  async #visit({ page, to, from, at }: Extract<Action, { kind: 'visit' }>): Promise<void> {
    const recipient = to === null ? undefined : this.#personAt(to);
    const sender = from === null ? undefined : this.#personAt(from);
    if (sender?.isErased) return;
    const audience = recipient && (await this.#audienceOf(recipient, page));
    const id = `visit-${this.#run}-${String(this.#visits++).padStart(4, '0')}`;
    const session = {
      analyticsSessionId: id,
      audienceId: audience?.audienceId,
      sessionStartedAt: isoOf(at),
      sessionEndedAt: isoOf(at + 1),
      ...(sender ? { hasFormSubmit: true, formSubmissionId: 'f', formSubmissionEmail: sender.email } : {}),
    };
    await ok(importSessions(this.#pages[page % pageCount] ?? '', [session]));
    this.#items.push({
      kind: 'visit',
      at,
      id,
      sender: sender && [sender, sender.company],
      recipient: recipient && !recipient.isErased ? [recipient, recipient.company] : undefined,
    });
  }

  async #erase(person: Person): Promise<void> {
    if (person.isErased) return;
    await ok(send('DELETE', `/v0/persons/${person.personId}`));
    person.isErased = true;
    while ((await clearErasedAudiences(openTestDatabase(), this.#now)) > 0);
  }

  async act(action: Action): Promise<void> {
    if (action.kind === 'log') await this.#logPerson(this.#personAt(action.person), action.at, action.nth);
    else if (action.kind === 'note') await this.#logAccount(action.company, action.at, action.nth);
    else if (action.kind === 'visit') await this.#visit(action);
    else if (action.kind === 'publish')
      await this.#publish(this.#personAt(action.person), action.page, action.isArchived);
    else if (action.kind === 'move') {
      const person = this.#personAt(action.person);
      if (person.isErased) return;
      await ok(patch(person.personId, { domain: this.#domainOf(action.company) }));
      person.company = action.company;
    } else if (action.kind === 'erase') {
      await this.#erase(this.#personAt(action.person));
    } else if (action.kind === 'seal') {
      while ((await sealSessions(openTestDatabase(), Date.UTC(2100, 0), { isForced: true })) > 0);
    } else if (action.kind === 'wait') {
      this.#now += action.time;
      vi.setSystemTime(this.#now);
    } else await this.#look(action);
  }

  /** Looks at every timeline. */
  async end(look: Omit<Look, 'who' | 'nth'>): Promise<void> {
    for (let nth = 0; nth < personCount; nth++) await this.#look({ ...look, who: 'person', nth });
    for (let nth = 0; nth < companyCount; nth++) await this.#look({ ...look, who: 'account', nth });
  }

  /** Whether an item is of a person or of a company, and in which role they came. */
  #rolesOf({ kind, person, company, sender, recipient }: Item, isOne: (who: Person) => boolean, of?: number) {
    const isThere = (who: [Person, number] | undefined) =>
      who !== undefined && !who[0].isErased && (of === undefined ? isOne(who[0]) : who[1] === of);
    if (kind === 'visit') return isThere(sender) ? 'form' : isThere(recipient) ? 'recipient' : undefined;
    const isTheirs = person ? !person.isErased && isOne(person) : of !== undefined && company === of;
    return isTheirs ? 'none' : undefined;
  }

  async #look({ who, nth, kinds, source, type, start, end, limit }: Look): Promise<void> {
    const person = this.#personAt(nth);
    const company = nth % companyCount;
    const path =
      who === 'person'
        ? `/v0/persons/${person.personId}/timeline`
        : `/v0/accounts/${this.#accounts[company]}/timeline`;
    if (who === 'person' && person.isErased) {
      expect((await send('GET', path)).status).toBe(404);
      return;
    }
    const isOne =
      who === 'person' ? (one: Person) => one === person : (one: Person) => one.company === company;
    const isOfLogs = source !== undefined || type !== undefined;
    const asked: readonly string[] = isOfLogs ? ['log'] : kinds;
    const expected = this.#items
      .flatMap((item) => {
        const role = this.#rolesOf(item, isOne, who === 'account' ? company : undefined);
        const passes =
          (asked.length === 0 || asked.includes(item.kind)) &&
          (source === undefined || item.source === source) &&
          (type === undefined || item.type === type) &&
          (start === undefined || item.at >= start) &&
          (end === undefined || item.at < end);
        return role && passes ? [{ ...item, role }] : [];
      })
      .sort((a, b) => compare(a.at, b.at) || compare(a.kind, b.kind) || compare(a.id, b.id))
      .map(({ kind, at, id, role }) => `${isoOf(at)} ${kind} ${id} ${role}`);

    const query = new URLSearchParams([
      ['limit', String(limit)],
      ...asked.map((kind) => ['kind', kind]),
      ...Object.entries({
        source,
        type,
        startDate: start && isoOf(start),
        endDate: end && isoOf(end),
      }).filter(([, value]) => value !== undefined),
    ] as [string, string][]);
    const found: string[] = [];
    const read = (next: string) => ok(send<AccountTimeline>('GET', `${path}?${query}${next}`));
    for await (const page of pagesOf(read)) {
      expect(page.items.length).toBeLessThanOrEqual(limit);
      expect(page.omittedPersonsCount).toBe(who === 'person' ? undefined : 0);
      found.push(...page.items.map(shown));
      expect(page.hasMore).toBe(page.nextCursor !== null);
    }
    expect(found, `${path}?${query}`).toEqual(expected);
  }
}

/** An item of an answer, as the model has it. */
function shown(item: AccountTimeline['items'][number]): string {
  if (item.kind === 'visit') return `${item.at} visit ${item.visit.analyticsSessionId} ${item.by}`;
  if (item.kind === 'publish') return `${item.at} publish ${item.publish.versionId} none`;
  const { log: of } = item;
  return `${item.at} log ${'personLogId' in of ? of.personLogId : of.accountLogId} none`;
}
