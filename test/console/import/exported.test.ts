import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { DateChoices } from '../../../src/lib/import/dates.ts';
import type { Kind } from '../../../src/lib/import/fields.ts';
import { kindOf, listRows, lookThrough, mappingOf } from '../../../src/lib/import/look.ts';
import type { Country } from '../../../src/lib/import/phone.ts';
import { type Plan, readRow } from '../../../src/lib/import/read-row.ts';
import { fileOf } from './files.ts';

const folder = path.resolve(import.meta.dirname, '../../fixtures/import');

interface Case {
  encoding: string;
  delimiter?: string;
  kind?: Kind;
  country?: Country;
  dates?: Partial<DateChoices>;
  /** What each row is sent as, or why it is refused, by its number. */
  rows: Record<number, object | RegExp>;
}

const shortened = /shortened by the spreadsheet/;
const nobody = /no email, phone number or LinkedIn profile/;
const log = { source: 'import' };

/** Files as people export them, of people and companies that were made up. */
const cases: Record<string, Case> = {
  'hubspot.csv': {
    encoding: 'utf-8',
    rows: {
      2: {
        name: 'Anna Brandt',
        email: 'anna@brandt-tools.example',
        phoneNumber: '+49301234567',
        companyName: 'Brandt Tools',
      },
      3: {
        name: 'Tom Okafor',
        email: 'tom@okafor.example',
        phoneNumber: '+12125550123',
        companyName: 'Okafor & Sons',
      },
      4: { name: "Mia O'Neill", email: 'mia@oneill.example', companyName: "O'Neill, Inc." },
      5: nobody,
    },
  },
  'hubspot-de.csv': {
    encoding: 'utf-8',
    delimiter: ';',
    rows: {
      2: {
        name: 'Jürgen Groß',
        email: 'juergen@gross-bau.example',
        phoneNumber: '+49301234567',
        companyName: 'Groß Bau GmbH',
      },
      3: {
        name: 'Zoë Müller',
        email: 'zoe@mueller.example',
        phoneNumber: '+49407654321',
        companyName: 'Müller; Söhne',
      },
      4: /Telefonnummer “030 1234567” has no country/,
    },
  },
  'mailchimp.csv': {
    encoding: 'utf-8',
    rows: {
      2: { name: 'Nina Harbor', email: 'nina@harbor.example', phoneNumber: '+16175550101' },
      3: { name: 'Omar Pier', email: 'omar@pier.example', phoneNumber: '+16175550102' },
      4: nobody,
    },
  },
  'mailchimp-de.csv': {
    encoding: 'utf-8',
    rows: {
      2: { name: 'Käthe Süd', email: 'käthe@süd.example' },
      3: { name: 'Uwe Nord', email: 'uwe@nord.example', phoneNumber: '+49421555010' },
    },
  },
  'attio.csv': {
    encoding: 'utf-8',
    rows: {
      2: {
        name: 'Ida Holm',
        email: 'ida@holm.example',
        companyName: 'Holm',
        phoneNumber: '+4540123456',
        linkedinProfileUrl: 'https://www.linkedin.com/in/idaholm',
      },
      3: /Email addresses .* has more than one email/,
      4: { name: 'Eva Berg', companyName: 'Berg', linkedinProfileUrl: 'https://linkedin.com/in/evaberg' },
    },
  },
  'salesforce.csv': {
    encoding: 'utf-8',
    country: 'US',
    rows: {
      2: {
        name: 'Grace Lane',
        companyName: 'Lane Corp',
        phoneNumber: '+14155550134',
        email: 'grace@lane.example',
      },
      3: /Phone “415.555.0135 x12” has letters or an extension/,
      4: {
        name: 'Iris Stone',
        companyName: 'Stone',
        phoneNumber: '+14155550136',
        email: 'iris@stone.example',
      },
    },
  },
  'salesforce-de.csv': {
    encoding: 'windows-1252',
    delimiter: ';',
    country: 'DE',
    rows: {
      2: {
        name: 'Jana Weiß',
        companyName: 'Weiß & Söhne',
        phoneNumber: '+49301234567',
        email: 'jana@weiss.example',
      },
      3: {
        name: 'Kai Fröhlich',
        companyName: 'Fröhlich – Bau',
        phoneNumber: '+4930123456',
        email: 'kai@froehlich.example',
      },
      // Excel took its zero, or the number has lost more than that.
      4: /Telefon “30123456” is not as numbers of Germany are/,
    },
  },
  'salesforce-api.csv': {
    encoding: 'utf-8',
    rows: {
      2: { name: 'Maya Fox', companyName: 'Fox', phoneNumber: '+447911123456', email: 'maya@fox.example' },
      3: { name: 'Noah Hill', companyName: 'Hill', phoneNumber: '+447911123457', email: 'noah@hill.example' },
    },
  },
  'pipedrive.csv': {
    encoding: 'utf-8',
    rows: {
      2: {
        name: 'Olga Ivers',
        companyName: 'Ivers',
        email: 'olga@ivers.example',
        phoneNumber: '+37060012345',
      },
      3: { name: 'Paul Katz', companyName: 'Katz', email: 'paul@katz.example' },
      // The private address is another column: it may be chosen too.
      4: nobody,
    },
  },
  'pipedrive-de.csv': {
    encoding: 'utf-16le',
    delimiter: ';',
    rows: {
      2: { name: 'Rosa Mai', companyName: 'Mai GmbH', email: 'rosa@mai.example', phoneNumber: '+498912345' },
      3: { name: 'Sven Noll', companyName: 'Noll GmbH', email: 'sven@noll.example' },
    },
  },
  'excel-unicode-text.csv': {
    encoding: 'utf-16le',
    delimiter: '\t',
    rows: {
      2: { name: 'Thea Öl', email: 'thea@oel.example', phoneNumber: '+49891234567', companyName: 'Öl AG' },
      3: { name: 'Udo "Uhu" Pfau', email: 'udo@pfau.example', companyName: 'Pfau' },
    },
  },
  'utf-16-be.csv': {
    encoding: 'utf-16be',
    rows: {
      2: { name: 'Vera Quast', email: 'vera@quast.example' },
      3: { name: 'Wim Røst', email: 'wim@rost.example' },
    },
  },
  'excel-sep.csv': {
    encoding: 'utf-8',
    delimiter: ';',
    country: 'DE',
    rows: {
      2: shortened,
      3: shortened,
      4: { name: 'Zeno Ufer', email: 'zeno@ufer.example', phoneNumber: '+491512345678' },
    },
  },
  'no-headings.csv': {
    encoding: 'utf-8',
    rows: { 1: { email: 'ada@first.example' }, 2: { email: 'bo@second.example' } },
  },
  'only-emails.csv': {
    encoding: 'utf-8',
    // What an email is, the API decides.
    rows: { 2: { email: 'cleo@one.example' }, 3: { email: 'dan@two.example' }, 5: { email: 'not an email' } },
  },
  'broken-quotes.csv': {
    encoding: 'utf-8',
    rows: {
      2: /within a cell in quotes/,
      3: { name: 'Fay Nord', email: 'fay@nord.example', companyName: 'Nord, Ltd' },
      4: /4 cells, and there are 3 columns/,
    },
  },
  'placeholders.csv': {
    encoding: 'utf-8',
    rows: {
      2: { email: 'hal@west.example' },
      3: { name: 'Ina Kern', phoneNumber: '+4930555123', companyName: 'Kern' },
      4: nobody,
    },
  },
  'mixed-line-ends.csv': {
    encoding: 'utf-8',
    rows: {
      2: { name: 'Jo Lang', email: 'jo@lang.example' },
      3: { name: 'Kit Moos', email: 'kit@moos.example' },
      4: { name: 'Lou Nest', email: 'lou@nest.example' },
    },
  },
  'damaged-utf-8.csv': {
    encoding: 'utf-8',
    rows: {
      2: { name: 'Máté Óvári', email: 'mate@ovari.example' },
      3: { name: 'Jürgen Öz', email: 'juergen@oz.example' },
      4: /a letter that cannot be read/,
    },
  },
  'hubspot-companies.csv': {
    encoding: 'utf-8',
    kind: 'accounts',
    rows: {
      2: { domain: 'brandt-tools.example', name: 'Brandt Tools' },
      3: { domain: 'okafor.example', name: 'Okafor & Sons, Inc.' },
      4: /no domain/,
      5: { domain: 'www.oneill.example' },
    },
  },
  'unternehmen-de.csv': {
    encoding: 'windows-1252',
    delimiter: ';',
    kind: 'accounts',
    rows: {
      // The API takes the domain of an address.
      2: { domain: 'https://www.gross-bau.example/kontakt', name: 'Groß Bau GmbH' },
      3: { domain: 'MÜLLER.example', name: 'Müller; Söhne KG' },
      4: /no domain/,
    },
  },
  'activities.csv': {
    encoding: 'utf-8',
    kind: 'logs',
    rows: {
      // The day comes first: the next row shows it.
      2: {
        ...log,
        email: 'anna@brandt-tools.example',
        type: 'call',
        occurredAt: '2026-04-03T12:05:00.000Z',
        payload: { Subject: 'First call' },
      },
      3: {
        ...log,
        email: 'tom@okafor.example',
        type: 'meeting',
        occurredAt: '2026-04-13T07:00:00.000Z',
        payload: { Subject: 'Kick-off' },
      },
      4: /Activity date “31\/02\/2026 09:00” is a day or a time that does not exist/,
    },
  },
  'activities-excel.csv': {
    encoding: 'windows-1252',
    delimiter: ';',
    kind: 'logs',
    dates: { areSerials: true },
    rows: {
      2: {
        ...log,
        email: 'jana@weiss.example',
        type: 'grosse-gewahlt',
        occurredAt: '2026-04-03T10:00:00.000Z',
        payload: { Betreff: 'Größe M' },
      },
      3: {
        ...log,
        email: 'kai@froehlich.example',
        type: 'anruf',
        occurredAt: '2026-04-02T22:00:00.000Z',
        payload: { Betreff: 'Rückruf' },
      },
      4: /Datum “03\/04\/2026” may begin with the day or with the month/,
    },
  },
  'activities-us.csv': {
    encoding: 'utf-8',
    kind: 'logs',
    dates: { order: 'month' },
    rows: {
      2: {
        ...log,
        name: 'Maya Fox',
        email: 'maya@fox.example',
        type: 'signed-up',
        occurredAt: '2026-04-02T22:00:00.000Z',
        payload: {},
      },
      3: {
        ...log,
        name: 'Noah Hill',
        email: 'noah@hill.example',
        type: 'signed-up',
        occurredAt: '2026-04-04T22:00:00.000Z',
        payload: {},
      },
    },
  },
};

test.each(Object.entries(cases))('%s is read, and refused where it cannot be', async (name, expected) => {
  const { encoding, delimiter = ',', kind = 'persons', country, dates, rows } = expected;
  const open = fileOf(readFileSync(path.join(folder, name)));
  const look = await lookThrough(open);
  expect([look.encoding, look.delimiter]).toEqual([encoding, delimiter]);
  // Logs are chosen.
  expect(kindOf(look)).toBe(kind === 'logs' ? 'persons' : kind);
  expect(look.count).toBe(Object.keys(rows).length);
  const mapping = mappingOf(look, kind);
  const order = look.orders[mapping.indexOf('occurredAt')];
  const plan: Plan = {
    kind,
    columns: look.columns,
    mapping,
    country,
    dates: { zone: 'Europe/Berlin', areSerials: false, order, ...dates },
    source: 'import',
    type: 'imported',
  };
  const read = (await Array.fromAsync(listRows(open, look))).flat().map((row) => readRow(row, plan));
  for (const one of read) {
    const wanted = rows[one.row.number];
    const said = 'write' in one ? one.write : one.reasons.join(' ');
    if (wanted instanceof RegExp) expect(said).toMatch(wanted);
    else expect(said).toEqual(wanted);
  }
  expect(read).toHaveLength(Object.keys(rows).length);
});
