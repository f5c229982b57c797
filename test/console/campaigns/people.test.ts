import type { Person } from '@footfall/client';
import { expect, test } from 'vitest';
import {
  columnsNamed,
  firstMapping,
  peopleFrom,
  peopleOf,
  planOf,
  recipientName,
  suggestedName,
  suggestedPath,
  writeOf,
} from '../../../console/src/screens/campaigns/people.ts';
import { listRows, lookThrough } from '../../../src/lib/import/look.ts';
import type { Row } from '../../../src/lib/import/rows.ts';
import { fileOf } from '../import/files.ts';

/** The list of people in a CSV file, read as it is at first. */
async function listOf(text: string) {
  const open = fileOf(new TextEncoder().encode(text));
  const look = await lookThrough(open);
  const rows: Row[] = [];
  for await (const some of listRows(open, look)) rows.push(...some);
  return peopleOf(rows, planOf(look.columns, firstMapping(look)));
}

test('columns are the person, and each other one is a column of the texts', async () => {
  const list = await listOf(
    'First name,Last name,E-mail,Company,Phone,Topic {x}\nZoë,Bauer,zoe@north.example,Northwind,030 12,prices\n,,tom@,,,\n',
  );
  expect(list.columns.map(({ name }) => name)).toEqual([
    ...['firstName', 'lastName', 'name', 'companyName', 'email'],
    ...['Phone', 'Topic x'],
  ]);
  const [zoe, tom] = list.recipients;
  expect(zoe?.who).toEqual({
    person: { name: 'Zoë Bauer', email: 'zoe@north.example', companyName: 'Northwind' },
  });
  expect(zoe?.values).toMatchObject({
    firstName: 'Zoë',
    name: 'Zoë Bauer',
    Phone: '030 12',
    'Topic x': 'prices',
  });
  expect(zoe && recipientName(zoe)).toBe('Zoë Bauer');
  // Whether an email is one, the service says.
  expect(tom?.who).toEqual({ person: { email: 'tom@' } });
  expect(list.refused).toEqual([]);
});

test('a phone number is the person only where there is no email', async () => {
  const look = async (text: string) => lookThrough(fileOf(new TextEncoder().encode(text)));
  expect(firstMapping(await look('Email,Phone\na@b.example,1\n'))).toEqual(['email', null]);
  expect(firstMapping(await look('Name,Phone\nA,+4930123\n'))).toEqual(['name', 'phoneNumber']);
});

test('a row that says not who somebody is, is refused, and words for nothing are no value', async () => {
  const list = await listOf('Email,Name,Topic\n,Nobody,x\na@b.example,A,n/a\n');
  expect(list.refused.map(({ row, reasons }) => [row.number, reasons[0]])).toEqual([
    [2, 'The row has no email, phone number or LinkedIn profile.'],
  ]);
  expect(list.recipients[0]?.values).toEqual({ email: 'a@b.example', name: 'A' });
});

test('free columns have names of their own', async () => {
  const list = await listOf('Email,Name,Work email,name,Topic,Topic\na@b.example,A,w@b.example,other,1,2\n');
  const names = list.columns.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain('Topic (2)');
});

test('a row has the columns that the texts use first, and no more than the service takes', async () => {
  const headings = Array.from({ length: 60 }, (_, at) => `c${at}`);
  const list = await listOf(`Email,${headings.join()}\na@b.example,${headings.join()}\n`);
  const [one] = list.recipients;
  const { columns = {} } = one ? writeOf(one, ['c59']) : {};
  expect(Object.keys(columns)).toHaveLength(50);
  expect(Object.keys(columns)[0]).toBe('c59');
  const long = await listOf(`Email,Long\na@b.example,${'x'.repeat(3000)}\n`);
  const [other] = long.recipients;
  expect(other && writeOf(other, []).columns).toEqual({ email: 'a@b.example' });
  expect(other && Object.keys(writeOf(other, ['Long']).columns ?? {})).toEqual(['Long', 'email']);
});

test('the path that is offered tells people apart', async () => {
  expect(suggestedPath(await listOf('Email,Name,Company\na@b.example,A,X\nc@d.example,C,Y\n'))).toBe(
    '/for/{{companyName}}',
  );
  expect(suggestedPath(await listOf('Email,Name,Company\na@b.example,A,X\nc@d.example,C,x\n'))).toBe(
    '/for/{{name}}',
  );
  expect(suggestedPath(await listOf('Email,Name\na@b.example,A\nc@d.example,\n'))).toBe('/for/{{name|you}}');
});

test.each([
  ['spring-outreach.csv', 'Spring outreach'],
  ['Q1_list 2.CSV', 'Q1 list 2'],
])('%s is the campaign %s', (file, name) => expect(suggestedName(file)).toBe(name));

test('persons who are known are sent by their ids, with their values as columns', () => {
  const person = {
    personId: 'person_1',
    name: 'Zoë',
    email: 'zoe@north.example',
    domain: null,
    phoneNumber: null,
    linkedinProfileUrl: null,
  } as Person;
  const list = peopleFrom([person], () => 'Northwind');
  expect(list.columns.map(({ label }) => label)).toEqual(['Full name', 'Name of the company', 'Email']);
  const [one] = list.recipients;
  expect(one && writeOf(one, ['companyName'])).toEqual({
    personId: 'person_1',
    columns: { companyName: 'Northwind', name: 'Zoë', email: 'zoe@north.example' },
  });
});

test('columns of a campaign are in the order in which those of a list are offered', () =>
  expect(columnsNamed(['companyName', 'Topic', 'email', 'firstName']).map(({ label }) => label)).toEqual([
    'First name',
    'Name of the company',
    'Email',
    'Topic',
  ]));
