import { expect, test } from 'vitest';
import { type Country, countries, readPhone } from '../../../src/lib/import/phone.ts';

test.each<[text: string, country: Country | undefined, value: string]>([
  ['+4915112345678', undefined, '+4915112345678'],
  ['+49 151 1234 5678', undefined, '+4915112345678'],
  ['+49 (0) 151 / 123-456 78', undefined, '+4915112345678'],
  ['+49(0)30 1234567', undefined, '+49301234567'],
  ['(+49) 30 1234567', undefined, '+49301234567'],
  ['(+49) (0)30 1234567', undefined, '+49301234567'],
  ['+39 06 1234567', undefined, '+39061234567'],
  ['0 30 / 1234567', 'DE', '+49301234567'],
  ['0049 30 1234567', undefined, '+49301234567'],
  ['tel:+1-212-555-0123', undefined, '+12125550123'],
  ["'+4930123456", undefined, '+4930123456'],
  ['\u202a+49 30 123456\u202c', undefined, '+4930123456'],
  ['+49\u00a030\u2011123456', undefined, '+4930123456'],
  // The plus is lost, or was never there.
  ['4915112345678', 'DE', '+4915112345678'],
  ['0151 12345678', 'DE', '+4915112345678'],
  ['(212) 555-0123', 'US', '+12125550123'],
  ['1 212 555 0123', 'US', '+12125550123'],
  ['020 7946 0958', 'GB', '+442079460958'],
  ['447911123456', 'GB', '+447911123456'],
  ['612 34 56 78', 'ES', '+34612345678'],
  ['34612345678', 'ES', '+34612345678'],
  // A number with a country is not of the chosen one.
  ['+33 1 23 45 67 89', 'DE', '+33123456789'],
])('%s (%s) is %s', (text, country, value) => {
  expect(readPhone(text, country)).toEqual({ value });
});

test.each<[text: string, country: Country | undefined, problem: RegExp]>([
  ['4.91E+11', 'DE', /shortened by the spreadsheet/],
  ['4,91511E+12', 'DE', /shortened by the spreadsheet/],
  ['491511234567.0', 'DE', /decimals/],
  ['4915112345678', undefined, /no country/],
  ['0151 12345678', undefined, /no country/],
  // Excel took the zero, so it is not known what it was.
  ['15112345678', 'DE', /begins neither with 0 nor with 49/],
  ['555-0123', 'US', /another length/],
  ['+49 30 1234 ext. 5', 'DE', /letters or an extension/],
  ['+49301234, +49301235', 'DE', /no phone number, or more than one/],
  ['+0301234567', 'DE', /the first of them not 0/],
  ['+12345', 'DE', /7 to 15 digits/],
  ['call me', 'DE', /letters/],
  ['+49 0151 12345678', undefined, /a 0 behind the code/],
  ['0044 020 7946 0958', undefined, /a 0 behind the code/],
  ['0301234 / 0305678', 'AT', /more than one/],
  ['0301234; 0305678', 'AT', /more than one/],
  ['+', 'DE', /no phone number/],
])('%s (%s) is refused', (text, country, problem) => {
  expect(readPhone(text, country)).toEqual({ problem: expect.stringMatching(problem) });
});

test('no number is both national and one that has lost its plus', () => {
  for (const { trunk, code, digits } of Object.values(countries)) {
    const [least, most] = digits;
    // A national number begins with 0, or all have one length.
    expect(trunk === '0' ? !code.startsWith('0') : least === most).toBe(true);
  }
});

test('what is read is a number that the API takes', () => {
  for (const country of ['DE', 'US', 'IE', 'CZ'] as const)
    for (let length = 1; length < 20; length++)
      for (const start of ['', '+', '00', '0', '49', '1', '353', '420']) {
        const reading = readPhone(start + '5'.repeat(length), country);
        if ('value' in reading) expect(reading.value).toMatch(/^\+[1-9]\d{1,14}$/);
      }
});
