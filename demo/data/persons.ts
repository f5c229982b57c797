import { deburr } from 'es-toolkit/string';
import { type Company, companies } from './companies.ts';
import { createRandom, type Random } from './random.ts';
import { staff } from './staff.ts';
import type { Contact, Identifiers } from './stories/story.ts';

/** The body of a POST to /v0/persons. */
type DemoPerson = Identifiers & { name: string; domain?: string };

/** Persons who are created by their logs. Each has one identifier, so that all logs find the same person. */
export const strangers: DemoPerson[] = [
  { name: 'Jiří Černý', email: 'j.cerny@lindenhof.example' },
  { name: 'Abena Boateng', email: 'abena.boateng@kestrel.example' },
  { name: 'Hugo Villaseñor', email: 'hugo.villasenor@halden-robotics.example' },
  { name: 'Yara Mansour', email: 'yara@mansour-design.example' },
  { name: 'Dorian Peake', email: 'dorian.peake.demo-person@proton.me' },
  { name: 'Sunniva Moe', phoneNumber: '+447700900987' },
  { name: 'Kofi Antwi', linkedinProfileUrl: 'https://www.linkedin.com/in/kofi-antwi-f00d5' },
];

/** Job titles. */
export const jobTitles = [
  'Head of Operations',
  'Store Manager',
  'Data Analyst',
  'CFO',
  'IT Administrator',
  'Buyer',
];

/** Text without accents and apostrophes, as in email addresses and profile slugs. */
const ascii = (text: string): string =>
  deburr(text.normalize('NFKD').replace(/[\p{M}']/gu, '')).toLowerCase();

/** The nth phone number of a range that the country's regulator reserves for fiction. */
function phoneNumberOf(country: Company['country'], n: number): string {
  // 37 and the size of each range have no common divisor: numbers are different and do not count up.
  const slot = String((n * 37) % (country === 'us' ? 300 : 1000)).padStart(3, '0');
  if (country === 'us') return `+1${['212', '312', '415'][Number(slot[0])]}55501${slot.slice(1)}`;
  return { gb: '+447700900', fr: '+33639980', de: '+493023125' }[country] + slot;
}

function contactOf(random: Random, name: string, employer: string, n: number): Contact {
  const known = companies.find(({ key }) => key === employer);
  const company = known?.company;
  const words = ascii(name).split(' ');
  const [first = '', last = first] = [words[0], words.at(-1)];
  // Gmail does not allow a hyphen in an address.
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

/** All persons of `staff`, the same at each call. */
export function staffContacts(): Contact[] {
  const random = createRandom(1);
  const rows = staff.trim().split(/\n(?! )/);
  const people = rows.flatMap((row) => {
    const [employer = '', names = ''] = row.split(': ');
    return names.split(/,\s+/).map((name) => [name, employer] as const);
  });
  return people.map(([name, employer], n) => contactOf(random, name, employer, n));
}

/** Returns the persons to create before any log is written. */
export const demoPersons = (): DemoPerson[] =>
  staffContacts().map(({ company, jobTitle: _, crmId, ...person }) => ({
    ...person,
    // The email already determines the domain, but some systems send both.
    ...(company && (!person.email || crmId % 4 === 0) && { domain: company.domain }),
  }));
