import { expect, test } from 'vitest';
import { columnNames, guessKind, guessMapping } from '../../../src/lib/import/columns.ts';
import type { Field } from '../../../src/lib/import/fields.ts';

/** The fields that are recognised, with the headings of their columns. */
const recognised = (headings: string, kind: 'persons' | 'logs' = 'persons') => {
  const names = headings.split('|');
  const mapping = guessMapping(names, kind);
  return Object.fromEntries(
    mapping.flatMap((field, at): [Field, string][] => (field ? [[field, names[at] ?? '']] : [])),
  );
};

test.each<[program: string, headings: string, fields: Partial<Record<Field, string>>]>([
  [
    'HubSpot',
    'Record ID|First Name|Last Name|Email|Phone Number|Mobile Phone Number|Contact owner|Associated Company|LinkedIn URL|Create Date',
    {
      firstName: 'First Name',
      lastName: 'Last Name',
      email: 'Email',
      phoneNumber: 'Phone Number',
      companyName: 'Associated Company',
      linkedinProfileUrl: 'LinkedIn URL',
    },
  ],
  [
    'HubSpot in German',
    'Datensatz-ID|Vorname|Nachname|E-Mail|Telefonnummer|Zuständiger Mitarbeiter|Unternehmensname|Erstellungsdatum',
    {
      firstName: 'Vorname',
      lastName: 'Nachname',
      email: 'E-Mail',
      phoneNumber: 'Telefonnummer',
      companyName: 'Unternehmensname',
    },
  ],
  [
    'Mailchimp',
    'Email Address|First Name|Last Name|Address|Phone Number|Birthday|MEMBER_RATING|OPTIN_TIME|TAGS',
    { email: 'Email Address', firstName: 'First Name', lastName: 'Last Name', phoneNumber: 'Phone Number' },
  ],
  [
    'Mailchimp in German',
    'E-Mail-Adresse|Vorname|Nachname|Adresse|Telefonnummer|Geburtstag|TAGS',
    { email: 'E-Mail-Adresse', firstName: 'Vorname', lastName: 'Nachname', phoneNumber: 'Telefonnummer' },
  ],
  [
    'Attio',
    'Record ID|Record|Name|Email addresses|Company|Phone numbers|LinkedIn|Job title',
    {
      name: 'Name',
      email: 'Email addresses',
      companyName: 'Company',
      phoneNumber: 'Phone numbers',
      linkedinProfileUrl: 'LinkedIn',
    },
  ],
  [
    'Salesforce',
    'Salutation|First Name|Last Name|Title|Account Name|Phone|Mobile|Email|Account Owner',
    {
      firstName: 'First Name',
      lastName: 'Last Name',
      companyName: 'Account Name',
      phoneNumber: 'Phone',
      email: 'Email',
    },
  ],
  [
    'Salesforce in German',
    'Anrede|Vorname|Nachname|Titel|Accountname|Telefon|Mobil|E-Mail|Accountinhaber',
    {
      firstName: 'Vorname',
      lastName: 'Nachname',
      companyName: 'Accountname',
      phoneNumber: 'Telefon',
      email: 'E-Mail',
    },
  ],
  [
    'Salesforce by its API',
    'Id|FirstName|LastName|Account.Name|MobilePhone|Email',
    {
      firstName: 'FirstName',
      lastName: 'LastName',
      companyName: 'Account.Name',
      phoneNumber: 'MobilePhone',
      email: 'Email',
    },
  ],
  [
    'Pipedrive',
    'Person - ID|Person - Name|Person - Organization|Person - Email - Work|Person - Email - Home|Person - Phone - Work|Person - Phone - Mobile',
    {
      name: 'Person - Name',
      companyName: 'Person - Organization',
      email: 'Person - Email - Work',
      phoneNumber: 'Person - Phone - Work',
    },
  ],
  [
    'Pipedrive in German',
    'Person - Name|Person - Organisation|Person - E-Mail-Adresse - Büro|Person - Telefon - Büro|Person - Telefon - Mobil',
    {
      name: 'Person - Name',
      companyName: 'Person - Organisation',
      email: 'Person - E-Mail-Adresse - Büro',
      phoneNumber: 'Person - Telefon - Büro',
    },
  ],
  [
    'our own',
    'personId|name|email|domain|slug|phoneNumber|linkedinProfileUrl|createdAt',
    {
      name: 'name',
      email: 'email',
      domain: 'domain',
      phoneNumber: 'phoneNumber',
      linkedinProfileUrl: 'linkedinProfileUrl',
    },
  ],
  [
    'a list by hand',
    'Ansprechpartner|Firma|E-Mail-Adresse|Handy',
    {
      name: 'Ansprechpartner',
      companyName: 'Firma',
      email: 'E-Mail-Adresse',
      phoneNumber: 'Handy',
    },
  ],
])('the headings of %s are recognised', (_, headings, fields) => {
  expect(recognised(headings)).toEqual(fields);
});

test('of a log also type and time are recognised, and every other column is a detail', () => {
  expect(recognised('Email|Activity type|Activity date|Subject', 'logs')).toEqual({
    email: 'Email',
    type: 'Activity type',
    occurredAt: 'Activity date',
    payload: 'Subject',
  });
  expect(recognised('E-Mail|Ereignis|Datum', 'logs')).toEqual({
    email: 'E-Mail',
    type: 'Ereignis',
    occurredAt: 'Datum',
  });
});

test('a field is one column, by the heading that fits best, whatever their order', () => {
  expect(recognised('Mobile|Phone|Email 2|E-mail')).toEqual({ phoneNumber: 'Phone', email: 'E-mail' });
});

test('without headings, emails and profiles are recognised by the cells', () => {
  const cells = ['Anna', 'anna@acme.example', 'https://www.linkedin.com/in/anna'];
  expect(guessMapping(columnNames(['', '', '']), 'persons', cells)).toEqual([
    null,
    'email',
    'linkedinProfileUrl',
  ]);
});

test('columns without a heading, or with that of another, have a name', () => {
  expect(columnNames(['Email', ' ', 'Email', 'Job\ntitle'])).toEqual([
    'Email',
    'Column 2',
    'Email (2)',
    'Job title',
  ]);
});

test.each<[headings: string, kind: 'persons' | 'accounts']>([
  ['Company name|Phone Number|Company Domain Name', 'accounts'],
  ['Name|Domains|Employees', 'accounts'],
  ['Account Name|Phone|Website', 'accounts'],
  ['Unternehmen|Webseite|Telefon', 'accounts'],
  ['Email|Company|Website', 'persons'],
  ['Vorname|Firma|Webseite', 'persons'],
  ['Name|Phone|Website', 'persons'],
  ['Name|LinkedIn|Website', 'persons'],
  // Without a domain, a company is not known.
  ['Company name|City', 'persons'],
])('%s is a list of %s', (headings, kind) => expect(guessKind(headings.split('|'))).toBe(kind));
