import { deburr } from 'es-toolkit/string';
import {
  accountStory,
  billingStory,
  bookingStory,
  type Company,
  type Contact,
  campaignStory,
  chatStory,
  contactStory,
  createRandom,
  type DemoEvent,
  day,
  dealStory,
  formStory,
  type Identifiers,
  type Random,
  type Story,
  ticketStory,
} from './demo-payloads.ts';

/** The body of a POST to /v0/persons. */
export type DemoPerson = Identifiers & { name: string; domain?: string };

type DemoLog = Pick<DemoEvent, 'source' | 'type' | 'payload'> & { idempotencyKey: string };

/** The body of a POST to /v0/person_logs; it has one identifier. */
export type DemoPersonLog = DemoLog & Identifiers & { name?: string };

/** The body of a POST to /v0/account_logs. */
export type DemoAccountLog = DemoLog & { domain: string };

/** Name, domain, country, plan, seats, and how an address starts (F: an initial); nobody is known at the last two. */
const companyTable: [string, string, Company['country'], Company['plan'], number, string][] = [
  ['Northwind Logistics', 'northwind', 'us', 'Scale', 64, 'first.last'],
  ['Ridgeline Outdoor', 'ridgeline', 'us', 'Team', 22, 'Flast'],
  ['Kestrel Analytics', 'kestrel', 'gb', 'Scale', 48, 'first.last'],
  ['Brightwater Energy', 'brightwater', 'gb', 'Team', 30, 'first.last'],
  ['Atelier Mirabel', 'atelier-mirabel', 'fr', 'Starter', 8, 'first'],
  ['Lindenhof Maschinenbau', 'lindenhof', 'de', 'Scale', 55, 'F.last'],
  ['Polarvik Shipping', 'polarvik', 'gb', 'Team', 26, 'first.last'],
  ['Quillon Software', 'quillon', 'us', 'Team', 18, 'first'],
  ['Tamarind Foods', 'tamarind-foods', 'gb', 'Starter', 12, 'first.last'],
  ['Verdant Labs', 'verdantlabs', 'us', 'Starter', 9, 'first'],
  ['Oakmere Insurance', 'oakmere', 'gb', 'Scale', 70, 'Flast'],
  ['Saffron & Stone', 'saffronstone', 'fr', 'Starter', 6, 'first'],
  ['Lumen Harbour Studios', 'lumenharbour', 'de', 'Team', 16, 'first.last'],
  ['Halden Robotics', 'halden-robotics', 'de', 'Team', 20, 'first.last'],
  ['Cobaltworks', 'cobaltworks', 'us', 'Team', 14, 'first'],
  ['Meridian Paper', 'meridian-paper', 'gb', 'Starter', 5, 'first'],
];

/** Who is known where; `private` has no company. */
const staff = `
northwind: Zoë Lindqvist, Marcus Okafor, Grace Whitfield, Hannah Abrams, DeShawn Carter, Mei-Ling Chen,
  Rafael Domínguez, Siobhán O'Brien, Aaron Feldman, Yusuf Demir, Colleen Murphy, Tomasz Wójcik, Priscilla Vance
ridgeline: Maya Castellanos, Owen Prescott, Noor Haddad, Jürgen Vogel, Bianca Ferraro, Kwame Mensah,
  Tessa Halloran, Renée Thibault, Ian Novak
kestrel: Eleanor Ashworth, Łukasz Kowalczyk, Amara Nwosu, Gareth Pritchard, Saoirse Ní Bhriain, Dev Malhotra,
  Imogen Clarke, Søren Kjær, Farah Siddiqui, Alasdair MacLeod, Nguyễn Thị Mai
brightwater: Fiona Galbraith, Oluwaseun Adeyemi, Peter Hargreaves, Małgorzata Zając, Rhys Llewellyn,
  Chloé Marchand, Harriet Osgood, Anil Deshpande, Ruth Ellery
atelier-mirabel: Anne-Sophie Lefèvre, Thibault Garnier, Inès Benali, François Léger, Hélène Dubreuil
lindenhof: Jürgen Großmann, Annika Schäfer, Björn Hölscher, Katharina Weiß, Mehmet Yıldız, Sabine Krüger,
  Dieter Oberhäuser, Franziska Böhm, Lothar Prinz, Ewa Wiśniewska, Jan-Philipp Königs, Uwe Stamm
polarvik: Søren Østergaard, Åsa Bergström, Guðrún Jónsdóttir, Mikael Rautio, Ingrid Håkonsen, Thor Aagaard,
  Päivi Mäkelä, Lars Nygård, Sigrid Dahl
quillon: Dmitri Volkov, Ayaka Fujimoto, Nguyễn Văn Minh, Beatriz Araújo, Sanjay Iyer, Chiamaka Eze,
  Ethan Rosenthal, Lucía Peña, Caleb Stone
tamarind-foods: Lakshmi Narayanan, Joaquín Ibáñez, Precious Dlamini, Callum Reid, Trần Quốc Bảo,
  Shireen Kazemi, María García, Blessing Okonkwo
verdantlabs: Elif Çelik, Jonas Petrauskas, Camila Muñoz, Arjun Bhatt, Molly O'Shea, Nikolaj Friis
oakmere: Margaret Thistlewood, Desmond Achebe, Víctor Núñez, Olivia Pemberton, Andrzej Świątek,
  Joan Fairbrother, Hamza Qureshi, Clémence Aubert, Stuart Inglis, Bronwen Parry, Miloš Jovanović
saffronstone: Étienne Caron, Leïla Amrani, Gaël Kerbrat, Noémie Faure, María García
lumenharbour: Niklas Brandt, Zuzana Horáková, Aylin Öztürk, Matthias Fürst, Ioana Popescu, Gergő Szabó
halden-robotics: René Müller, Ottilie von Stetten, Hiroshi Tanaka, Ștefan Ionescu, Daniela Kučera, Paweł Żak
private: Zoë Castellane, Amir Tehrani, Júlia Fekete, Ben O'Connell, Xóchitl Ramírez, Wanda Jabłońska,
  Émile Girard, Tariq Anwar, Nina Sørensen, Lê Hoàng Anh, Petra Häusler, Gustavo Leão, Mairéad Byrne,
  Ravi Pillai, Signe Holmgård
`;

/** People whom only their logs name, each with one identifier, so that all logs find whom the first creates. */
const strangers: DemoPerson[] = [
  { name: 'Jiří Černý', email: 'j.cerny@lindenhof.example' },
  { name: 'Abena Boateng', email: 'abena.boateng@kestrel.example' },
  { name: 'Hugo Villaseñor', email: 'hugo.villasenor@halden-robotics.example' },
  { name: 'Yara Mansour', email: 'yara@mansour-design.example' },
  { name: 'Dorian Peake', email: 'dorian.peake.demo-person@proton.me' },
  { name: 'Sunniva Moe', phoneNumber: '+447700900987' },
  { name: 'Kofi Antwi', linkedinProfileUrl: 'https://www.linkedin.com/in/kofi-antwi-f00d5' },
];

const jobTitles = ['Head of Operations', 'Store Manager', 'Data Analyst', 'CFO', 'IT Administrator', 'Buyer'];

const companies = companyTable.map(([name, key, country, plan, seats, addresses]) => ({
  key,
  addresses,
  company: { name, domain: `${key}.example`, country, plan, seats },
}));

/** Without accents and apostrophes, as mail addresses and profile slugs spell names. */
const ascii = (text: string): string =>
  deburr(text.normalize('NFKD').replace(/[\p{M}']/gu, '')).toLowerCase();

/** The nth number of a range that the country's regulator keeps free for fiction. */
function phoneNumberOf(country: Company['country'], n: number): string {
  // 37 is prime to the size of each range: numbers differ and do not count up.
  const slot = String((n * 37) % (country === 'us' ? 300 : 1000)).padStart(3, '0');
  if (country === 'us') return `+1${['212', '312', '415'][Number(slot[0])]}55501${slot.slice(1)}`;
  return { gb: '+447700900', fr: '+33639980', de: '+493023125' }[country] + slot;
}

function contactOf(random: Random, name: string, employer: string, n: number): Contact {
  const known = companies.find(({ key }) => key === employer);
  const company = known?.company;
  const words = ascii(name).split(' ');
  const [first = '', last = first] = [words[0], words.at(-1)];
  // Gmail gives nobody an address with a hyphen.
  const pattern = known?.addresses ?? 'first.last.demo-person';
  const local = pattern.replace('first', first).replace('last', last).replace('F', first.slice(0, 1));
  const email = `${local}@${company?.domain ?? random.pick(['gmail.com', 'proton.me', 'gmx.net'])}`;
  const phoneNumber = phoneNumberOf(company?.country ?? 'gb', n);
  const linkedinProfileUrl = `https://www.linkedin.com/in/${words.join('-')}-${(n * 7919 + 4096).toString(16)}`;
  const hasEmail = company === undefined || random.chance(0.92);
  const hasProfile = random.chance(0.5);
  const hasPhone = random.chance(0.55) || !(hasEmail || hasProfile);
  return {
    name,
    jobTitle: random.pick(jobTitles),
    crmId: 51_200 + n,
    ...(company && { company }),
    ...(hasEmail && { email }),
    ...(hasPhone && { phoneNumber }),
    ...(hasProfile && { linkedinProfileUrl }),
  };
}

/** Everyone of `staff`, the same at each call. */
function staffContacts(): Contact[] {
  const random = createRandom(1);
  const rows = staff.trim().split(/\n(?! )/);
  const people = rows.flatMap((row) => {
    const [employer = '', names = ''] = row.split(': ');
    return names.split(/,\s+/).map((name) => [name, employer] as const);
  });
  return people.map(([name, employer], n) => contactOf(random, name, employer, n));
}

/** Returns the people to create before any log is written. */
export const demoPersons = (): DemoPerson[] =>
  staffContacts().map(({ company, jobTitle: _, crmId, ...person }) => ({
    ...person,
    // An e-mail address says the domain already; some systems send both.
    ...(company && (!person.email || crmId % 4 === 0) && { domain: company.domain }),
  }));

interface Kind {
  story: Story;
  /** How often this kind comes up, as against the others. */
  weight: number;
  needs?: 'email' | 'company';
  /** The system sends the name, and knows some people by this identifier rather than by their address. */
  sendsName?: true;
  mayUse?: keyof Identifiers;
}

const billing: Kind = { story: billingStory, weight: 0, needs: 'email' };
const kinds: Kind[] = [
  { story: campaignStory, weight: 6, needs: 'email' },
  { story: formStory, weight: 3, needs: 'email', sendsName: true },
  { story: bookingStory, weight: 2, needs: 'email', sendsName: true },
  { story: chatStory, weight: 3, sendsName: true, mayUse: 'phoneNumber' },
  { story: ticketStory, weight: 3, mayUse: 'phoneNumber' },
  { story: contactStory, weight: 3, mayUse: 'linkedinProfileUrl' },
  { story: dealStory, weight: 1, needs: 'company', mayUse: 'linkedinProfileUrl' },
];

function identifierOf(random: Random, contact: Contact, { mayUse }: Kind) {
  const { email, phoneNumber, linkedinProfileUrl } = contact;
  if (mayUse === 'phoneNumber' && phoneNumber && random.chance(0.35)) return { phoneNumber };
  if (mayUse === 'linkedinProfileUrl' && linkedinProfileUrl && random.chance(0.35))
    return { linkedinProfileUrl };
  return email ? { email } : phoneNumber ? { phoneNumber } : { linkedinProfileUrl: linkedinProfileUrl ?? '' };
}

/** A moment of a working day, so many days before. */
function workingTime(random: Random, until: Date, daysAgo: number): Date {
  const midnight = Math.floor((until.getTime() - daysAgo * day) / day) * day;
  const weekend = { 0: 2, 6: 1 }[new Date(midnight).getUTCDay()] ?? 0;
  return new Date(midnight - weekend * day + random.int((7 * day) / 24, (18 * day) / 24));
}

/** How many logs the nth busiest person has: a few very many, many some, and the rest none. */
function activityOf(random: Random, rank: number): number {
  if (rank < 7) return random.int(20, 38);
  if (rank < 35) return random.int(6, 11);
  return rank < 105 ? random.int(1, 5) : 0;
}

type Timed<T> = { at: Date; log: Omit<T, 'idempotencyKey'> & { type: string } };

/** What happened until then, oldest first; keys count in the order given, which is the same for every date. */
function inOrder<T>(logs: Timed<T>[], until: Date) {
  const counts = new Map<string, number>();
  const keyed = logs.map(({ at, log }) => {
    const count = (counts.get(log.type) ?? 0) + 1;
    counts.set(log.type, count);
    return { at, log: { ...log, idempotencyKey: `demo-${log.type}-${count}` } };
  });
  const past = keyed.filter(({ at }) => at <= until);
  return past.sort((a, b) => a.at.getTime() - b.at.getTime()).map(({ log }) => log);
}

/** Returns the logs of persons in the eight weeks before `until`, oldest first. */
export function demoPersonLogs(until: Date): DemoPersonLog[] {
  const random = createRandom(2);
  const logs: Timed<DemoPersonLog>[] = [];
  const tell = (contact: Contact, kind: Kind, daysAgo: number): number => {
    const identifier = identifierOf(random, contact, kind);
    const events = kind.story(random, contact, workingTime(random, until, daysAgo));
    for (const { at, ...event } of events) {
      const name = kind.sendsName && { name: contact.name };
      logs.push({ at, log: { ...event, ...identifier, ...name } });
    }
    return events.length;
  };
  const tellMany = (contact: Contact, count: number) => {
    const possible = kinds.filter(({ needs }) => needs === undefined || contact[needs] !== undefined);
    const choices = possible.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
    for (let told = 0; told < count; ) told += tell(contact, random.pick(choices), random.int(1, 53));
  };

  const people = staffContacts();
  for (const { company } of companies) {
    const payer = people.find((person) => person.email && person.company?.domain === company.domain);
    if (payer) tell(payer, billing, random.int(31, 48));
  }
  const ranked = people.map((contact) => ({ contact, order: random.int(0, 1e9) }));
  ranked.sort((a, b) => a.order - b.order);
  for (const [rank, { contact }] of ranked.entries()) tellMany(contact, activityOf(random, rank));
  for (const [index, stranger] of strangers.entries()) {
    const company = companies.find((known) => stranger.email?.endsWith(`@${known.company.domain}`))?.company;
    const contact = { ...stranger, jobTitle: random.pick(jobTitles), crmId: 51_900 + index };
    tellMany(company ? { ...contact, company } : contact, random.int(1, 4));
  }
  return inOrder<DemoPersonLog>(logs, until);
}

/** Returns the logs of companies in the eight weeks before `until`, oldest first. */
export function demoAccountLogs(until: Date): DemoAccountLog[] {
  const random = createRandom(3);
  const logs = companies.flatMap(({ company }) => {
    const events = accountStory(random, company, workingTime(random, until, random.int(50, 53)));
    return events.map(({ at, ...event }) => ({ at, log: { domain: company.domain, ...event } }));
  });
  return inOrder<DemoAccountLog>(logs, until);
}
