import { env } from 'cloudflare:workers';
import { newAudienceId } from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok } from '../../support/replies.ts';

// Who exists, in which company, and whom audiences are made for: as the model knows it, from what was sent.

/** Somebody who may be a person, a sender of forms, or both. */
interface Contact {
  email: string;
  phone: string;
  /** A company besides that of the email. */
  domain: string | null;
}

export interface Person {
  /** Empty until the service has created the person. */
  personId: string;
  email: string | null;
  phone: string | null;
  domain: string | null;
}

/** Somebody as analytics know them: with the account of a moment. */
export interface Visitor {
  personId: string;
  accountId: string | null;
}

interface ModelAudience {
  audienceId: string;
  person: Person | null;
  isArchived: boolean;
}

export interface Place {
  pageId: string;
  audiences: ModelAudience[];
}

/** Anna and Ben are of one company, Carl of another. Dora has none. Nobody knows Sam and Tess yet. */
const names = ['anna', 'ben', 'carl', 'dora', 'eve', 'sam', 'tess'] as const;
export const contactCount = names.length;
const knownCount = 5;
const companies = ['alpha', 'beta', 'gamma', 'delta'] as const;
const employers: Partial<Record<string, (typeof companies)[number]>> = {
  anna: 'alpha',
  ben: 'alpha',
  sam: 'alpha',
  carl: 'beta',
};
/** Whom the audiences of each page are made for at first, by their number. Null is nobody. */
const firstAudiences = [
  [0, 1, 2, 3, null],
  [0, 4, null],
];
/** Nobody has a company by such an address. */
const freeMail = 'gmail.com';

export class People {
  readonly contacts: readonly Contact[];
  /** Those who have not been erased. */
  readonly persons: Person[] = [];
  /** The ids of those who have been erased. */
  readonly erased: string[] = [];
  places: readonly Place[] = [];
  readonly #companies: readonly string[];
  /** By domain, the accounts that exist. */
  #accounts = new Map<string, string>();
  /** When identifiers have been erased last. */
  readonly #erasedAt = new Map<string, number>();

  private constructor(run: number) {
    const domainOf = (company: string) => `${company}-${run}.example`;
    this.#companies = companies.map(domainOf);
    this.contacts = names.map((name, index) => {
      const company = employers[name];
      return {
        email: `${name}${run}@${company ? domainOf(company) : freeMail}`,
        phone: `+1555${String(run).padStart(6, '0')}${index}`,
        domain: name === 'eve' ? domainOf('gamma') : null,
      };
    });
  }

  static async begin(run: number): Promise<People> {
    const people = new People(run);
    await Promise.all(people.contacts.slice(0, knownCount).map((contact) => people.#makePerson(contact)));
    await people.learn();
    people.places = await Promise.all(
      firstAudiences.map(async (owners) => {
        const place: Place = { pageId: await newPageId(), audiences: [] };
        for (const owner of owners)
          await people.#makeAudience(place, owner === null ? null : (people.persons[owner] ?? null));
        return place;
      }),
    );
    return people;
  }

  async #makeAudience(place: Place, person: Person | null): Promise<void> {
    const body = person ? { personId: person.personId } : {};
    const audienceId = await newAudienceId(place.pageId, body);
    place.audiences.push({ audienceId, person, isArchived: false });
  }

  /** The person who has one of some identifiers. */
  personWith = (...identifiers: (string | null)[]): Person | undefined =>
    this.persons.find(({ email, phone }) =>
      [email, phone].some((own) => own !== null && identifiers.includes(own)),
    );

  async #makePerson({ email, phone, domain }: Contact): Promise<void> {
    const person: Person = { personId: '', email, phone, domain };
    this.persons.push(person);
    person.personId = (
      await newPerson({ email, phoneNumber: phone, ...(domain !== null && { domain }) })
    ).personId;
  }

  /** Creates the person of a contact, if nobody has the identifiers. */
  async join(n: number): Promise<void> {
    const contact = this.contacts[n % contactCount] as Contact;
    if (this.personWith(contact.email, contact.phone)) return;
    await this.#makePerson(contact);
    await this.learn();
  }

  placeAt = (nth: number): Place => this.places[nth % this.places.length] as Place;

  /** Makes an audience of a page for a person, who has none there. */
  async address(nthPlace: number, nthPerson: number): Promise<void> {
    const place = this.placeAt(nthPlace);
    const person = this.persons[nthPerson % this.persons.length];
    if (!person || place.audiences.some((audience) => audience.person === person)) return;
    await this.#makeAudience(place, person);
  }

  /** A person whom the service creates, because a form came with an unknown identifier. */
  create(identifier: string): Person {
    const isEmail = identifier.includes('@');
    const person: Person = {
      personId: '',
      email: isEmail ? identifier : null,
      phone: isEmail ? null : identifier,
      domain: null,
    };
    this.persons.push(person);
    return person;
  }

  /** A person moves to a company, or to none besides that of the email. */
  async move(nthPerson: number, nthCompany: number): Promise<boolean> {
    const person = this.persons[nthPerson % this.persons.length];
    if (!person) return false;
    const before = this.#companyOf(person);
    person.domain = this.#companies[nthCompany] ?? null;
    await ok(send('PATCH', `/v0/persons/${person.personId}`, { domain: person.domain }));
    await this.learn();
    return this.#companyOf(person) !== before;
  }

  /** Erases a person at a time of the model. Visits of their audiences that began by `until` are to be cleared. */
  async erase(nthPerson: number, { now, until }: { now: number; until: number }) {
    const [person] = this.persons.splice(nthPerson % Math.max(this.persons.length, 1), 1);
    if (!person) return undefined;
    await ok(send('DELETE', `/v0/persons/${person.personId}`));
    this.erased.push(person.personId);
    for (const identifier of [person.email, person.phone])
      if (identifier !== null) this.#erasedAt.set(identifier, now);
    const own = this.places
      .flatMap(({ audiences }) => audiences)
      .filter((audience) => audience.person === person);
    for (const audience of own) audience.person = null;
    // D1 has a clock of its own, which is ahead of that of the story.
    await env.DB.batch([
      env.DB.prepare('update erased_identifiers set erased_at = ?1 where erased_at > ?1').bind(now),
      env.DB.prepare('update erased_audiences set clears_until = ?1 where clears_until > ?1').bind(until),
    ]);
    await this.learn();
    return { person, audienceIds: own.map(({ audienceId }) => audienceId) };
  }

  /** Whether one of some identifiers has been erased since a time. */
  isErasedSince = (identifiers: string[], at: number): boolean =>
    identifiers.some((identifier) => (this.#erasedAt.get(identifier) ?? -1) >= at);

  #companyOf({ domain, email }: Person): string | null {
    const ofEmail = email?.split('@')[1] ?? null;
    return domain ?? (ofEmail === freeMail ? null : ofEmail);
  }

  /** Somebody, with the account of now. */
  visitorOf(person: Person): Visitor {
    const company = this.#companyOf(person);
    return {
      personId: person.personId,
      accountId: company === null ? null : (this.#accounts.get(company) ?? null),
    };
  }

  /** Archives an audience, or restores it. This changes nothing of who came. */
  async archive(nthPlace: number, nthAudience: number, isRestored: boolean): Promise<void> {
    const { pageId, audiences } = this.placeAt(nthPlace);
    const audience = audiences[nthAudience % audiences.length] as ModelAudience;
    audience.isArchived = !isRestored;
    const verb = isRestored ? 'restore' : 'archive';
    await ok(send('POST', `/v0/pages/${pageId}/audiences/${audience.audienceId}/${verb}`, {}));
  }

  audienceOf = (audienceId: string | null): ModelAudience | undefined =>
    this.places.flatMap(({ audiences }) => audiences).find((one) => one.audienceId === audienceId);

  /** Learns the ids of new persons and accounts, which are random. Holds that exactly the model's persons exist. */
  async learn(): Promise<void> {
    const [persons, accounts] = await env.DB.batch<Record<string, string | null>>([
      env.DB.prepare(
        `select person_id as personId, email, phone_number as phone, domain from persons
          where email in (select value from json_each(?1)) or phone_number in (select value from json_each(?1))`,
      ).bind(JSON.stringify(this.contacts.flatMap(({ email, phone }) => [email, phone]))),
      env.DB.prepare(
        'select domain, account_id as accountId from accounts where domain in (select value from json_each(?))',
      ).bind(JSON.stringify(this.#companies)),
    ]);
    const stored = (persons?.results ?? []) as unknown as Person[];
    for (const person of this.persons)
      if (person.personId === '')
        person.personId =
          stored.find(({ email, phone }) => email === person.email && phone === person.phone)?.personId ?? '';
    const byId = (a: Person, b: Person) => (a.personId < b.personId ? -1 : 1);
    expect(stored.sort(byId)).toEqual(this.persons.toSorted(byId));
    this.#accounts = new Map(
      (accounts?.results ?? []).map(({ domain, accountId }) => [domain ?? '', accountId ?? '']),
    );
    for (const person of this.persons)
      expect(this.visitorOf(person).accountId === null).toBe(this.#companyOf(person) === null);
  }
}
