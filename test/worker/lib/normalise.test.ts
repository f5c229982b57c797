import fc from 'fast-check';
import { domainOfEmail, normaliseDomain, normaliseEmail } from '../../../src/lib/normalise.ts';

describe('an email is normalised', () => {
  test.each([
    ['Anna.Berg@ACME.com', 'anna.berg@acme.com'],
    ['\u00a0anna@acme.com\ufeff', 'anna@acme.com'],
    ['ZOE\u0308@acme.com', 'zo\u00eb@acme.com'],
    ['anna+Tag@acme.com', 'anna+tag@acme.com'],
    ['an na@acme.com', 'an na@acme.com'],
    ['"a@b"@acme.com', '"a@b"@acme.com'],
    ['mailto:anna@acme.com', 'anna@acme.com'],
    ['MAILTO: Anna@acme.com?subject=Hello there', 'anna@acme.com'],
    ['mailto:mailto:anna@acme.com', 'anna@acme.com'],
    ['anna@\uff41\uff43\uff4d\uff45\uff0e\uff43\uff4f\uff4d', 'anna@acme.com'],
    ['\uff21\uff4e\uff4e\uff41\uff20acme\u3002com', 'anna@acme.com'],
    ['anna@acme.com..', 'anna@acme.com'],
    ['anna@B\u00dcCHER.example', 'anna@b\u00fccher.example'],
    ['anna@bu\u0308cher.example', 'anna@b\u00fccher.example'],
    ['anna@xn--bcher-kva.example', 'anna@b\u00fccher.example'],
    ['anna@fa\u00df.example', 'anna@fa\u00df.example'],
    ['anna@www.acme.com', 'anna@www.acme.com'],
    ['anna@acme..example', 'anna@acme..example'],
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

describe('the domain of an email', () => {
  test.each([
    ['anna@acme.com', 'acme.com'],
    ['"a@b"@acme.com', 'acme.com'],
    ['anna@www.acme.com', 'acme.com'],
    ['info@www.de', 'www.de'],
    ['info@www.www.de', 'www.de'],
    ['info@www.co.uk', 'www.co.uk'],
    ['info@www.acme.co.uk', 'acme.co.uk'],
  ])('of %j is %j', (email, expected) => expect(domainOfEmail(email)).toBe(expected));
});

describe('a domain is normalised', () => {
  test.each([
    [' ACME.com\n', 'acme.com'],
    ['https://www.Acme.com/x', 'acme.com'],
    ['ftp://acme.com/x', 'acme.com'],
    ['www2.acme.com', 'www2.acme.com'],
    ['wwwacme.com', 'wwwacme.com'],
    ['acme.com.', 'acme.com'],
    ['acme.com:8443', 'acme.com'],
    ['acme.com/a/b?c#d', 'acme.com'],
    ['acme.com?utm=1', 'acme.com'],
    ['acme.com#top', 'acme.com'],
    ['acme.com/a\nb', 'acme.com'],
    ['xn--bcher-kva.example', 'b\u00fccher.example'],
    ['BU\u0308CHER.example', 'b\u00fccher.example'],
    ['\uff41\uff43\uff4d\uff45\uff0e\uff43\uff4f\uff4d', 'acme.com'],
    ['www.com', 'www.com'],
    ['www.www.de', 'www.de'],
    ['www.www.acme.com', 'acme.com'],
    ['https://acme.com\\x', 'acme.com'],
    ['localhost', 'localhost'],
    ['', ''],
    ['https://', ''],
  ])('%j is %j', (domain, expected) => expect(normaliseDomain(domain)).toBe(expected));
});
