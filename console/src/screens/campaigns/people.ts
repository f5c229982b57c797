import type { CampaignRowWrite, Person } from '@footfall/client';
import { type Field, fieldLabels, type Mapping } from '../../../../src/lib/import/fields.ts';
import { type Look, mappingOf } from '../../../../src/lib/import/look.ts';
import type { Country } from '../../../../src/lib/import/phone.ts';
import { type Plan, readRow } from '../../../../src/lib/import/read-row.ts';
import type { Row } from '../../../../src/lib/import/rows.ts';
import type { Refused } from '../../../../src/lib/import/run.ts';
import { isNothing } from '../../../../src/lib/nothing.ts';
import { longestColumn } from '../../../../src/lib/template.ts';
import { longestRow, longestValue, mostColumns } from '../../../../src/visits/campaigns/limits.ts';
import { nameOf } from '../../data/person-names.ts';

/** A column that a text can name. */
export interface ListColumn {
  name: string;
  label: string;
}

/** Somebody of a list: who they are, and the values of their columns. */
export interface Recipient {
  row: Row;
  who: { personId: string } | { person: Record<string, string> };
  values: Readonly<Record<string, string>>;
}

/** Who somebody is, as far as a list says: two rows with the same are of one person. */
export function whoIs({ who }: Recipient): string {
  if ('personId' in who) return who.personId;
  const { email, phoneNumber, linkedinProfileUrl = '' } = who.person;
  return (email ?? phoneNumber ?? linkedinProfileUrl).toLowerCase();
}

/** How many people some rows are of. */
export const countPeople = (recipients: readonly Recipient[]): number => new Set(recipients.map(whoIs)).size;

/** A list of people, from a file or from the screen. */
export interface PeopleList {
  columns: ListColumn[];
  recipients: Recipient[];
  /** The rows that say not who somebody is. */
  refused: Refused[];
  /** What the cells of a row are, for a file of those that are refused. */
  headings: readonly string[];
}

/** The room of a row for who somebody is and the values, beside what else is in its JSON. */
const room = longestRow - 1000;

/** What each column of a file is. A phone number says who somebody is only where there is no email. */
export function firstMapping(look: Look): Mapping {
  const mapping = mappingOf(look, 'persons');
  return mapping.includes('email') ? mapping.map((of) => (of === 'phoneNumber' ? null : of)) : mapping;
}

/** The names of the columns that are no field of the person, by which a text names them. */
function freeNames(columns: readonly string[], mapping: Mapping): Map<number, string> {
  const used = new Set<string>(mapping.filter((field) => field !== null));
  if (used.has('firstName') || used.has('lastName')) used.add('name');
  const names = new Map<number, string>();
  for (const [at, column] of columns.entries()) {
    if (mapping[at]) continue;
    const base =
      column
        .replaceAll(/[{}|\s]+/g, ' ')
        .trim()
        .slice(0, longestColumn - 5) || `Column ${at + 1}`;
    let name = base;
    for (let number = 2; used.has(name); number++) name = `${base} ${number}`;
    used.add(name);
    names.set(at, name);
  }
  return names;
}

/** The fields of a person in the order in which they are offered. */
const offered = ['firstName', 'lastName', 'name', 'companyName', 'email', 'domain'] as const;
const offeredLast = ['phoneNumber', 'linkedinProfileUrl'] as const;

/** The columns of these names as they are offered: who somebody is, and then the others. */
export function columnsNamed(names: readonly string[]): ListColumn[] {
  const ofPerson: readonly string[] = [...offered, ...offeredLast];
  const place = (name: string) => (ofPerson.includes(name) ? ofPerson.indexOf(name) : ofPerson.length);
  return names
    .toSorted((a, b) => place(a) - place(b))
    .map((name) => ({ name, label: fieldLabels[name as Field] ?? name }));
}

/** How the rows of a file say who somebody is. */
export const planOf = (columns: readonly string[], mapping: Mapping, country?: Country): Plan => ({
  kind: 'persons',
  columns,
  mapping,
  country,
  dates: { zone: 'UTC', order: undefined, areSerials: false },
  source: 'import',
  type: 'imported',
});

/** A list of people from the rows of a file. */
export function peopleOf(rows: readonly Row[], plan: Plan): PeopleList {
  const { columns, mapping } = plan;
  const free = freeNames(columns, mapping);
  const recipients: Recipient[] = [];
  const refused: Refused[] = [];
  for (const row of rows) {
    const read = readRow(row, plan);
    if ('reasons' in read) {
      refused.push({ row, reasons: read.reasons });
      continue;
    }
    const person = read.write as Record<string, string>;
    const values: Record<string, string> = { ...person };
    for (const [at, field] of mapping.entries()) {
      const cell = (row.cells[at] ?? '').trim();
      const name = field === 'firstName' || field === 'lastName' ? field : free.get(at);
      if (name !== undefined && cell !== '' && !isNothing(cell)) values[name] ??= cell;
    }
    recipients.push({ row, who: { person }, values });
  }
  const has = (field: Field) =>
    mapping.includes(field) ||
    (field === 'name' && (mapping.includes('firstName') || mapping.includes('lastName')));
  const ofPerson = [...offered, ...offeredLast]
    .filter(has)
    .map((name): ListColumn => ({ name, label: fieldLabels[name] }));
  const others = [...free.values()].map((name): ListColumn => ({ name, label: name }));
  return { columns: [...ofPerson, ...others], recipients, refused, headings: columns };
}

/** A list of persons who are known, with the names of their companies by domain. */
export function peopleFrom(
  persons: readonly Person[],
  companyName: (person: Person) => string | undefined,
): PeopleList {
  const recipients = persons.map((person, at): Recipient => {
    const { personId, email, phoneNumber, linkedinProfileUrl, domain } = person;
    const all = {
      name: nameOf(person),
      companyName: companyName(person),
      email,
      domain,
      phoneNumber,
      linkedinProfileUrl,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1]));
    const values = Object.fromEntries(given);
    return { row: { number: at + 1, cells: [values.name ?? '', email ?? ''] }, who: { personId }, values };
  });
  const columns = [...offered, ...offeredLast]
    .filter((name) => recipients.some(({ values }) => values[name] !== undefined))
    .map((name): ListColumn => ({ name, label: fieldLabels[name] }));
  return { columns, recipients, refused: [], headings: ['Name', 'Email'] };
}

/** A row as the service takes it: with the columns that the texts use, and others as far as there is room. */
export function writeOf({ who, values }: Recipient, used: readonly string[]): CampaignRowWrite {
  const columns: Record<string, string> = {};
  let [count, length] = [0, JSON.stringify(who).length];
  const names = new Set([...used.filter((name) => values[name] !== undefined), ...Object.keys(values)]);
  for (const name of names) {
    const value = values[name] ?? '';
    const size = JSON.stringify([name, value]).length;
    const isNeeded = used.includes(name);
    if (!isNeeded && (count >= mostColumns || value.length > longestValue || length + size > room)) continue;
    columns[name] = value;
    count += 1;
    length += size;
  }
  return { ...who, columns };
}

/** Whether each has a value of a column that nobody else has. */
const isTelling = (name: string, recipients: readonly Recipient[]): boolean => {
  const values = new Set(recipients.map(({ values }) => values[name]?.toLowerCase()));
  return !values.has(undefined) && values.size === recipients.length;
};

/** The path that is offered for the links: by the company if each has another one, or else by the name. */
export function suggestedPath({ columns, recipients }: PeopleList): string {
  const has = (name: string) => columns.some((column) => column.name === name);
  if (has('companyName') && isTelling('companyName', recipients)) return '/for/{{companyName}}';
  if (has('name') && recipients.every(({ values }) => values.name)) return '/for/{{name}}';
  return '/for/{{name|you}}';
}

/** The name that is offered for a campaign, from the name of its file: "Spring outreach" for `spring-outreach.csv`. */
export function suggestedName(file: string): string {
  const words = file
    .replace(/\.\w+$/, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.slice(0, 100);
}

/** What somebody of a list is called. */
export const recipientName = ({ values, row }: Recipient): string =>
  values.name ?? values.email ?? values.phoneNumber ?? values.linkedinProfileUrl ?? `Row ${row.number}`;
