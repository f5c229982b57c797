import { companyHeadings, type Field, fieldsOf, headings, type Kind, type Mapping } from './fields.ts';

/** A heading as headings are compared: `E-Mail-Adresse` is `emailadresse`, `Büro` is `buro`. */
export const headingKey = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]/g, '');

/** The fields of each heading, with its rank among those of the field. */
type Known = Map<string, { field: Field; rank: number }[]>;
function byHeading(of: Partial<Record<Field, string>>): Known {
  const known: Known = new Map();
  for (const [field, keys] of Object.entries(of))
    for (const [rank, key] of keys.split(' ').entries())
      known.set(key, [...(known.get(key) ?? []), { field: field as Field, rank }]);
  return known;
}
const ofAll = byHeading(headings);
const ofCompanies = byHeading({
  domain: `${headings.domain} ${companyHeadings.domain}`,
  companyName: `${headings.companyName} ${companyHeadings.companyName}`,
});

/** Whether a cell is an email, well enough to tell a list of people from its headings. */
export const hasEmail = (cell: string): boolean => /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(cell);

/**
 * What each column is, by its heading. A field is one column: the one with the best heading. Without headings, only emails
 * and profiles are recognised, in the cells. Details of a log are all columns that are nothing else.
 */
export function guessMapping(names: readonly string[], kind: Kind, firstCells?: readonly string[]): Mapping {
  const known = kind === 'accounts' ? ofCompanies : ofAll;
  const best = new Map<Field, { column: number; rank: number }>();
  const offer = (field: Field, column: number, rank: number) => {
    if (fieldsOf[kind].includes(field) && rank < (best.get(field)?.rank ?? Number.POSITIVE_INFINITY))
      best.set(field, { column, rank });
  };
  for (const [column, name] of names.entries()) {
    for (const { field, rank } of known.get(headingKey(name)) ?? []) offer(field, column, rank);
    const cell = firstCells?.[column] ?? '';
    if (hasEmail(cell)) offer('email', column, column);
    if (/linkedin\.com\/in\//i.test(cell)) offer('linkedinProfileUrl', column, column);
  }
  const fieldOf = new Map([...best].map(([field, { column }]) => [column, field]));
  return names.map((_, column) => fieldOf.get(column) ?? (kind === 'logs' ? 'payload' : null));
}

/** What a file is a list of, by its headings: companies if it has their domains, and nothing that only people have. */
export function guessKind(names: readonly string[]): Kind {
  const ofPersons = guessMapping(names, 'persons');
  const has = (...fields: Field[]) => fields.every((field) => ofPersons.includes(field));
  // Companies have phone numbers, and a name.
  const areOfPeople =
    has('email') ||
    has('linkedinProfileUrl') ||
    has('firstName') ||
    has('lastName') ||
    has('name', 'phoneNumber');
  return !areOfPeople && guessMapping(names, 'accounts').includes('domain') ? 'accounts' : 'persons';
}

/** The names of columns: their headings, `Column 3` without one, and a number behind one that is there twice. */
export function columnNames(cells: readonly string[]): string[] {
  const used = new Map<string, number>();
  return cells.map((cell, at) => {
    const name = cell.replaceAll(/\s+/g, ' ').trim() || `Column ${at + 1}`;
    const count = (used.get(name) ?? 0) + 1;
    used.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}
