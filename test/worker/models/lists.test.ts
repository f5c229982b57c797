import fc from 'fast-check';
import type { List } from '../../../src/lib/cursor.ts';
import type { Account } from '../../../src/people/accounts/schemas.ts';
import type { Person, PersonList } from '../../../src/people/persons/schemas.ts';
import type { VisitMessage } from '../../../src/visits/beacons/schemas.ts';
import { newAudienceId } from '../support/audiences.ts';
import { send } from '../support/client.ts';
import { newPerson } from '../support/persons.ts';
import { place } from '../support/places.ts';
import { allOf, ok, pagesOf } from '../support/replies.ts';
import { hour, minute, setClock } from '../support/times.ts';
import { merge, messageOf, newId, prepareVisits, visitOf } from '../support/visits.ts';
import { action, weighted } from './stories.ts';

// Random accounts, persons, logs and visits. The lists must be those of a scan of a simple model, in every order, for
// every search, and page by page.

prepareVisits();

const start = Math.floor(Date.now() / 1000) * 1000;

interface ModelAccount {
  accountId: string;
  domain: string;
  name: string;
  activity: number;
  /** Its place in the order by latest activity. */
  place: number;
  visit: number;
  hasName: boolean;
  logs: number;
}
interface ModelPerson {
  personId: string;
  email: string;
  audienceId: string;
  domain: string;
  visit: number;
}

const names = ['Zoë Café', 'Łódź Works', 'Straße & Co', 'zoe', '北京公司', 'Ab', 'Việt Nam Foods'];
const queries = [
  'zo',
  'zoe',
  'ZOË',
  'lodz',
  'łódź',
  'strasse',
  'c',
  'cafe',
  'xam',
  'viet',
  '公',
  'work example',
  'w',
  'no',
];
const visit = fc.record({
  of: fc.nat(20),
  minutes: fc.nat(200),
  by: fc.constantFrom('link', 'form', 'both'),
});
const step = weighted(
  [3, action('person', { company: fc.nat(5) })],
  [1, action('erase', { of: fc.nat(20) })],
  [1, action('move', { of: fc.nat(20), company: fc.nat(5) })],
  [2, action('rename', { of: fc.nat(20), name: fc.constantFrom(...names) })],
  [3, action('log', { company: fc.nat(5), ago: fc.option(fc.nat(600)) })],
  [6, action('visits', { of: fc.array(visit, { minLength: 1, maxLength: 4 }), isTwice: fc.boolean() })],
  [1, action('again', { of: fc.nat(20) })],
  [2, action('wait', { minutes: fc.nat(90) })],
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let serial = 0;

class World {
  readonly run = `${(serial++).toString(36)}`;
  accounts: ModelAccount[] = [];
  persons: ModelPerson[] = [];
  sent: VisitMessage[][] = [];

  domainOf = (company: number) => `w${this.run}c${company}.example`;
  accountOf = (domain: string) => this.accounts.find((account) => account.domain === domain);
  linked = (domain: string) => this.persons.filter((person) => person.domain === domain).length;

  /** Reads the id of an account that the last step has created. */
  async found(domain: string, activity: number): Promise<ModelAccount> {
    const known = this.accountOf(domain);
    if (known) return known;
    const { items } = await ok(send<List<Account>>('GET', `/v0/accounts?domain=${domain}`));
    const { accountId = '' } = items[0] ?? {};
    const times = { activity, place: activity, visit: 0 };
    const account = { accountId, domain, name: domain, ...times, hasName: false, logs: 0 };
    this.accounts.push(account);
    return account;
  }

  /** Moves the latest activity, and the place in its order if that was ten minutes before. */
  active(account: ModelAccount, at: number): void {
    account.activity = Math.max(account.activity, at);
    if (at >= account.place + 10 * minute) account.place = at;
  }

  async person(company: number): Promise<void> {
    const email = `p${newId()}@${this.domainOf(company)}`;
    const { personId } = await newPerson({ email });
    const audienceId = await newAudienceId(place.pageId, { personId });
    this.persons.push({ personId, email, audienceId, domain: this.domainOf(company), visit: 0 });
    await this.found(this.domainOf(company), Date.now());
  }

  async erase(person: ModelPerson): Promise<void> {
    await ok(send('DELETE', `/v0/persons/${person.personId}`));
    this.persons = this.persons.filter((other) => other !== person);
    const account = this.accountOf(person.domain);
    if (account && this.linked(person.domain) === 0 && !account.hasName && account.logs === 0)
      this.accounts = this.accounts.filter((other) => other !== account);
  }

  async move(person: ModelPerson, company: number): Promise<void> {
    const domain = this.domainOf(company);
    await ok(send('PATCH', `/v0/persons/${person.personId}`, { domain }));
    person.domain = domain;
    await this.found(domain, Date.now());
  }

  async log(company: number, ago: number | null): Promise<void> {
    const domain = this.domainOf(company);
    const at = Date.now() - (ago ?? 0) * minute;
    const occurred = ago === null ? {} : { occurredAt: new Date(at).toISOString() };
    const body = { domain, source: 'crm', payload: {}, ...occurred };
    const reply = await send('POST', '/v0/account_logs', body);
    expect(reply.status, reply.text).toBe(201);
    const account = await this.found(domain, at);
    account.logs++;
    this.active(account, at);
  }

  /** Merges visits, in one batch. Those of one hour write the latest visit of each once. */
  async visits(of: { person: ModelPerson; at: number; by: string }[], isTwice: boolean): Promise<void> {
    const messages = of.map(({ person: { audienceId, email }, at, by }) => {
      const form = { formSubmissionId: 'f', email };
      const { audienceId: _, ...visit } = visitOf(newId(), by === 'link' ? {} : { formSubmit: form });
      return messageOf({ ...visit, ...(by === 'form' ? {} : { audienceId }) }, at + 10_500);
    });
    this.sent.push(messages);
    await merge(...messages);
    if (isTwice) await Promise.all([merge(...messages), merge(...messages.toReversed())]);
    const latest = new Map<{ visit: number }, number>();
    for (const { person, at, by } of of) {
      const account = this.accountOf(person.domain);
      // A form is a log of its sender.
      if (by !== 'link' && account) this.active(account, at + 10_500);
      for (const one of [person, account])
        if (one) latest.set(one, Math.max(latest.get(one) ?? 0, Math.min(at, Date.now())));
    }
    for (const [one, at] of latest) if (at >= one.visit + hour) one.visit = at;
  }

  async act(one: Step): Promise<void> {
    const pick = <T>(list: T[], n: number): T | undefined => list[n % Math.max(list.length, 1)];
    if (one.kind === 'person') return this.person(one.company);
    if (one.kind === 'wait') return void vi.setSystemTime(Date.now() + one.minutes * minute);
    if (one.kind === 'log') return this.log(one.company, one.ago);
    if (one.kind === 'again') return void (await merge(...(pick(this.sent, one.of) ?? [])));
    if (one.kind === 'rename') {
      const account = pick(this.accounts, one.of);
      if (!account) return;
      await ok(send('PATCH', `/v0/accounts/${account.accountId}`, { name: one.name }));
      Object.assign(account, { name: one.name, hasName: true });
      return;
    }
    if (one.kind === 'visits') {
      const of = one.of.flatMap(({ of, minutes, by }) => {
        const person = pick(this.persons, of);
        return person ? [{ person, at: Date.now() - 10_500 - minutes * minute, by }] : [];
      });
      return of.length === 0 ? undefined : this.visits(of, one.isTwice);
    }
    const person = pick(this.persons, one.of);
    if (person) await (one.kind === 'erase' ? this.erase(person) : this.move(person, one.company));
  }

  async compare(): Promise<void> {
    const shown = (account: ModelAccount) => [
      ...[
        account.domain,
        account.name,
        this.linked(account.domain),
        new Date(account.activity).toISOString(),
      ],
      account.visit === 0 ? null : new Date(account.visit).toISOString(),
    ];
    const isOwn = ({ domain }: Account) => domain.startsWith(`w${this.run}c`);
    const ofItem = (item: Account) => [
      ...[item.domain, item.name, item.linkedPersonsCount, item.latestActivityAt],
      item.latestVisitAt,
    ];
    const list = async (query: string) =>
      (await allOf<Account>(`/v0/accounts?${query}`, 3)).filter(isOwn).map(ofItem);
    const byId = this.accounts.toSorted((a, b) => (a.accountId < b.accountId ? 1 : -1));
    const byPlace = byId.toSorted((a, b) => b.place - a.place);
    // Pages follow each other by place. Each is in the order of the times that it shows.
    for (const [query, expected] of [
      ['', byPlace],
      ['&includeEmptyOnly=1', byPlace.filter(({ domain }) => this.linked(domain) === 0)],
    ] as const) {
      const found: ModelAccount[] = [];
      const read = (next: string) =>
        ok(send<List<Account>>('GET', `/v0/accounts?sort=latestActivityAt&limit=3${query}${next}`));
      for await (const { items } of pagesOf(read)) {
        const times = items.map(({ latestActivityAt }) => latestActivityAt);
        expect(times).toEqual(times.toSorted().toReversed());
        const own = new Map(items.filter(isOwn).map((item) => [item.domain, item]));
        for (const account of byPlace) {
          const item = own.get(account.domain);
          if (!item) continue;
          expect(ofItem(item)).toEqual(shown(account));
          found.push(account);
        }
      }
      expect(found.map(({ domain }) => domain)).toEqual(expected.map(({ domain }) => domain));
    }
    const orders = {
      createdAt: () => 0,
      latestVisitAt: (account: ModelAccount) => account.visit,
      linkedPersonsCount: (account: ModelAccount) => this.linked(account.domain),
    };
    for (const [sort, numberOf] of Object.entries(orders)) {
      const sorted = byId.toSorted((a, b) => numberOf(b) - numberOf(a));
      const empty = sorted.filter(({ domain }) => this.linked(domain) === 0);
      for (const [query, accounts] of [
        ['', sorted],
        ['&includeEmptyOnly=1', empty],
      ] as const) {
        const [found, expected] = [await list(`sort=${sort}${query}`), accounts.map(shown)];
        const times = found.map((row) => String(row.at(-1) ?? ''));
        if (sort === 'latestVisitAt') expect(times, sort).toEqual(times.toSorted().toReversed());
        // Those with one latest visit, or none, come in the order in which they were written. The id of an account that a
        // form made has the time of the form.
        const inOrder =
          sort === 'latestVisitAt' ? (rows: unknown[]) => rows.map(String).toSorted() : identity;
        expect(inOrder(found), sort).toEqual(inOrder(expected));
      }
    }
    for (const query of queries) {
      const matching = this.accounts.filter((account) => matches(account, query)).toReversed();
      expect(await list(`query=${encodeURIComponent(query)}`), query).toEqual(matching.map(shown));
    }
    const persons = await allOf<PersonList['items'][number]>('/v0/persons/search?sort=latestVisitAt', 3);
    const visited = this.persons
      .toSorted((a, b) => (a.personId < b.personId ? 1 : -1))
      .toSorted((a, b) => b.visit - a.visit);
    expect(
      persons
        .filter(({ email }) => email?.includes(`@w${this.run}c`))
        .map(({ personId, latestVisitAt }: Person) => [personId, latestVisitAt]),
    ).toEqual(
      visited.map(({ personId, visit }) => [personId, visit === 0 ? null : new Date(visit).toISOString()]),
    );
  }
}

const identity = (rows: unknown[]) => rows;

const foldOf: Record<string, string> = {
  'Zoë Café': 'zoe cafe',
  'Łódź Works': 'lodz works',
  'Straße & Co': 'strasse & co',
  'Việt Nam Foods': 'viet nam foods',
  ZOË: 'zoe',
  łódź: 'lodz',
};
const folded = (text: string) => foldOf[text] ?? text.toLowerCase();

/** Every word is a part of name or domain; a short one is the start of a word, and in Chinese anywhere. */
function matches({ name, domain }: ModelAccount, query: string): boolean {
  const texts = [folded(name), domain];
  return folded(query)
    .split(' ')
    .every((word) => {
      if (word.length > 2 || word === '公') return texts.some((text) => text.includes(word));
      return [...folded(name).split(' '), domain].some((text) => text.startsWith(word));
    });
}

beforeAll(() => setClock(start));

test('sorted and searched lists of accounts and persons equal a scan of a simple model', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const world = new World();
      for (const one of steps) await world.act(one);
      await world.compare();
    }),
    { numRuns: 8, seed: 7, endOnFailure: true },
  );
});
