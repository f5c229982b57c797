import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { domainOfEmail, normaliseDomain, normaliseEmail } from '../../../src/lib/normalise.ts';

describe('normaliseEmail', () => {
  test.each([
    ['anna@acme.com', 'anna@acme.com'],
    ['Anna.Berg@ACME.com', 'anna.berg@acme.com'],
    [' \t anna@acme.com\r\n', 'anna@acme.com'],
    ['\u00a0anna@acme.com\ufeff', 'anna@acme.com'],
    ['ZOE\u0308@acme.com', 'zo\u00eb@acme.com'],
    ['anna+Tag@acme.com', 'anna+tag@acme.com'],
    ['an na@acme.com', 'an na@acme.com'],
    ['"a@b"@acme.com', '"a@b"@acme.com'],
    ['', ''],
  ])('%j is %j', (email, expected) => expect(normaliseEmail(email)).toBe(expected));

  test('normalises letters of which only the lower case has a composed form', () => {
    expect(normaliseEmail('J\u030cana@acme.com')).toBe(normaliseEmail('\u01f0ana@acme.com'));
  });

  test('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (email) => {
        expect(normaliseEmail(normaliseEmail(email))).toBe(normaliseEmail(email));
      }),
    );
  });
});

describe('domainOfEmail', () => {
  test.each([
    ['anna@acme.com', 'acme.com'],
    ['anna@sub.acme.com', 'sub.acme.com'],
    ['"a@b"@acme.com', 'acme.com'],
    ['anna@mail.gmail.com', 'mail.gmail.com'],
    ['anna@www.acme.com', 'acme.com'],
  ])('of %j is %j', (email, expected) => expect(domainOfEmail(email)).toBe(expected));
});

describe('normaliseDomain', () => {
  test.each([
    ['acme.com', 'acme.com'],
    [' ACME.com\n', 'acme.com'],
    ['https://www.Acme.com/x', 'acme.com'],
    ['http://acme.com', 'acme.com'],
    ['ftp://acme.com/x', 'acme.com'],
    ['www.acme.com', 'acme.com'],
    ['www2.acme.com', 'www2.acme.com'],
    ['wwwacme.com', 'wwwacme.com'],
    ['sub.acme.com', 'sub.acme.com'],
    ['acme.com.', 'acme.com'],
    ['acme.com:8443', 'acme.com'],
    ['acme.com/', 'acme.com'],
    ['acme.com/a/b?c#d', 'acme.com'],
    ['acme.com?utm=1', 'acme.com'],
    ['acme.com#top', 'acme.com'],
    ['acme.com/a\nb', 'acme.com'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['b\u00fccher.example', 'b\u00fccher.example'],
    ['BU\u0308CHER.example', 'b\u00fccher.example'],
    ['localhost', 'localhost'],
    ['', ''],
    ['https://', ''],
    ['/', ''],
  ])('%j is %j', (domain, expected) => expect(normaliseDomain(domain)).toBe(expected));
});
