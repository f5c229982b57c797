import { expect, test } from 'vitest';
import type { Field } from '../../../src/lib/import/fields.ts';
import { type Plan, readRow } from '../../../src/lib/import/read-row.ts';
import { reasonsOf } from '../../../src/lib/import/reasons.ts';

const planOf = (columns: Record<string, Field | null>, more: Partial<Plan> = {}): Plan => ({
  kind: 'persons',
  columns: Object.keys(columns),
  mapping: Object.values(columns),
  dates: { zone: 'UTC', areSerials: false },
  source: 'import',
  type: 'imported',
  ...more,
});
const people = planOf({
  Vorname: 'firstName',
  Nachname: 'lastName',
  Mail: 'email',
  Tel: 'phoneNumber',
  Mobil: 'phoneNumber',
  Firma: 'companyName',
  Notiz: null,
});
const read = (plan: Plan, ...cells: string[]) => {
  const { row: _, ...rest } = readRow({ number: 2, cells }, plan);
  return rest;
};

test('a row is a person, with a name of its parts, without what stands for nothing', () => {
  expect(
    read(people, ' Anna\u00a0Maria ', 'Groß', 'Anna@Acme.example', '', '+49 30 123456', 'n/a', 'x'),
  ).toEqual({
    write: { name: 'Anna Maria Groß', email: 'Anna@Acme.example', phoneNumber: '+4930123456' },
  });
  expect(read(people, '', '', 'anna@acme.example')).toEqual({ write: { email: 'anna@acme.example' } });
});

test('of two columns of a field, the first that has a value counts', () => {
  expect(read(people, '', '', '', '+4930111111', '+4930222222')).toEqual({
    write: { phoneNumber: '+4930111111' },
  });
});

test('a full name comes before its parts', () => {
  const plan = planOf({ Name: 'name', First: 'firstName', Mail: 'email' });
  expect(read(plan, 'Dr. Anna Groß', 'Anna', 'a@b.example')).toEqual({
    write: { name: 'Dr. Anna Groß', email: 'a@b.example' },
  });
});

test.each<[string[], string]>([
  [['Anna', 'Groß', '', '', '', 'Acme'], 'The row has no email, phone number or LinkedIn profile.'],
  [
    ['', '', 'a@b.example; c@d.example'],
    'Mail “a@b.example; c@d.example” has more than one email: keep one.',
  ],
  [
    ['', '', 'a@b.example', '4.91E+11'],
    'Tel “4.91E+11” was shortened by the spreadsheet, and its last digits are lost: export the column as text.',
  ],
  [['1', '2', 'a@b.example', '', '', '', '', 'shifted'], 'The row has 8 cells, and there are 7 columns.'],
  [['J\ufffdrgen', '', 'a@b.example'], 'The row has a letter that cannot be read.'],
])('%j is refused: %s', (cells, reason) => {
  expect(read(people, ...cells)).toEqual({ reasons: [reason] });
});

test('a row is a log with its type, its time and its details', () => {
  const plan = planOf(
    { Mail: 'email', Was: 'type', Wann: 'occurredAt', Betreff: 'payload', Text: 'payload' },
    { kind: 'logs' },
  );
  expect(read(plan, 'a@b.example', 'Größe gewählt', '3.4.2026 14:05', 'Hallo', 'zwei\nZeilen')).toEqual({
    write: {
      email: 'a@b.example',
      source: 'import',
      type: 'grosse-gewahlt',
      occurredAt: '2026-04-03T14:05:00.000Z',
      payload: { Betreff: 'Hallo', Text: 'zwei\nZeilen' },
    },
  });
  expect(read(plan, 'a@b.example', '', '03/04/2026')).toEqual({
    reasons: [expect.stringMatching(/^Wann “03\/04\/2026” may begin with the day/)],
  });
});

test('what the API refuses is said with the names of the columns', () => {
  const write = { name: 'x', email: 'tom@', phoneNumber: '+4930123456' };
  const errors = [
    { path: 'persons.3.email', message: 'must have one @' },
    { path: 'persons.3.name', message: 'must have at most 255 characters' },
    { path: 'persons.3', message: 'must have an email' },
  ];
  expect(reasonsOf({ code: 'validation_failed', detail: '', errors }, write, people)).toEqual([
    'Mail “tom@” must have one @.',
    'Vorname “x” must have at most 255 characters.',
    'The row must have an email.',
  ]);
  const conflict = { code: 'person_conflict', detail: 'Another …', field: 'phoneNumber' };
  expect(reasonsOf(conflict, write, people)).toEqual(['Tel “+4930123456” belongs to another person.']);
  expect(reasonsOf({ code: 'other', detail: 'Why.' }, write, people)).toEqual(['Why.']);
});
