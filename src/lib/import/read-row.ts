import { isNothing } from '../nothing.ts';
import { type DateChoices, readDate } from './dates.ts';
import { type Field, identifying, type Kind, type Mapping } from './fields.ts';
import { type Country, type Reading, readPhone } from './phone.ts';
import type { Row } from './rows.ts';
import { unreadable } from './text.ts';

/** How the rows of a file are read. */
export interface Plan {
  kind: Kind;
  /** The names of the columns. */
  columns: readonly string[];
  mapping: Mapping;
  /** The country of phone numbers that name none. */
  country?: Country | undefined;
  dates: DateChoices;
  /** The source of logs, and the type of those whose row names none. */
  source: string;
  type: string;
}

/** What a row is sent as. */
export type Write = Record<string, unknown>;

/** A row as it is sent, or why it is not. */
export type ReadRow = { row: Row; write: Write } | { row: Row; reasons: string[] };

/** Text in one line, without spaces that nobody sees. */
const inLine = (cell: string) => cell.replaceAll(/[\s\u200b\ufeff]+/g, ' ').trim();

/** A type of a log in kebab-case: `Form submitted` is `form-submitted`. */
export const typeOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** How a cell is read, where it is not sent as it is. */
const readings: Partial<Record<Field, (text: string, plan: Plan) => Reading>> = {
  phoneNumber: (text, { country }) => readPhone(text, country),
  occurredAt: (text, { dates }) => readDate(text, dates),
  email: (text) =>
    /@.+[\s,;|].*@/.test(text) ? { problem: 'has more than one email: keep one' } : { value: text },
  type: (text) => {
    const value = typeOf(text);
    return value === '' ? { problem: 'has no letters of a to z and no digits' } : { value };
  },
};

/** The words for a value that a column cannot have. Long ones are cut. */
export const columnProblem = (column: string, value: string, problem: string): string => {
  const letters = [...inLine(value)];
  return `${column} “${letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : letters.join('')}” ${problem}.`;
};

/** The values of a row by their fields, and what is wrong with others. Of two columns of one field, the first that has a value counts. */
function valuesOf({ cells }: Row, plan: Plan) {
  const values: Partial<Record<Field, string>> = {};
  const payload: [string, string][] = [];
  const reasons: string[] = [];
  for (const [column, field] of plan.mapping.entries()) {
    const cell = cells[column] ?? '';
    const text = inLine(cell);
    const name = plan.columns[column] ?? '';
    if (field === 'payload') {
      if (text !== '') payload.push([name, cell.trim()]);
    } else if (field && text !== '' && !isNothing(text) && values[field] === undefined) {
      const reading = readings[field]?.(text, plan) ?? { value: text };
      if ('value' in reading) values[field] = reading.value;
      else reasons.push(columnProblem(name, text, reading.problem));
    }
  }
  return { values, payload, reasons };
}

/** Why the cells of a row cannot be trusted, if they cannot. */
function brokenIn({ cells, problem }: Row, { columns }: Plan): string | undefined {
  if (problem !== undefined) return problem;
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    return `The row has ${cells.length} cells, and there are ${columns.length} columns.`;
  if (cells.some((cell) => cell.includes(unreadable))) return 'The row has a letter that cannot be read.';
  return undefined;
}

/** A row as a person, a company or a log to be written, or why it is none. */
export function readRow(row: Row, plan: Plan): ReadRow {
  const broken = brokenIn(row, plan);
  if (broken !== undefined) return { row, reasons: [broken] };
  const { values, payload, reasons } = valuesOf(row, plan);
  if (reasons.length > 0) return { row, reasons };
  if (!identifying[plan.kind].some((field) => values[field] !== undefined)) {
    const isCompany = plan.kind === 'accounts';
    return {
      row,
      reasons: [`The row has no ${isCompany ? 'domain' : 'email, phone number or LinkedIn profile'}.`],
    };
  }
  if (plan.kind === 'accounts') {
    const { domain, companyName } = values;
    return { row, write: { domain, ...(companyName !== undefined && { name: companyName }) } };
  }
  const { firstName, lastName, name = [firstName, lastName].filter(Boolean).join(' '), ...rest } = values;
  const person = { ...(name === '' ? {} : { name }), ...rest };
  if (plan.kind === 'persons') return { row, write: person };
  return {
    row,
    write: {
      ...person,
      source: plan.source,
      type: values.type ?? plan.type,
      payload: Object.fromEntries(payload),
    },
  };
}
