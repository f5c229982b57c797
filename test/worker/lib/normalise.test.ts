import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  companyDomain,
  normaliseDomain,
  normaliseEmail,
  normaliseLinkedinProfileUrl,
} from '../../../src/lib/normalise.ts';

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

  test('gives one spelling to letters whose lower case alone has a composed form', () => {
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

describe('companyDomain', () => {
  test.each([
    ['anna@acme.com', 'acme.com'],
    ['anna@sub.acme.com', 'sub.acme.com'],
    ['"a@b"@acme.com', 'acme.com'],
    ['anna@gmail.com', null],
    ['anna@googlemail.com', null],
    ['anna@mail.gmail.com', 'mail.gmail.com'],
    ['anna@notgmail.com', 'notgmail.com'],
  ])('of %j is %j', (email, expected) => expect(companyDomain(email)).toBe(expected));
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

describe('normaliseLinkedinProfileUrl', () => {
  const anna = 'https://www.linkedin.com/in/anna';

  test.each([
    anna,
    'http://www.linkedin.com/in/anna',
    'https://linkedin.com/in/anna',
    'linkedin.com/in/anna',
    'www.linkedin.com/in/anna',
    '//www.linkedin.com/in/anna',
    'HTTPS://WWW.LINKEDIN.COM/IN/ANNA',
    'LinkedIn.com/in/Anna',
    'https://de.linkedin.com/in/anna',
    'uk.linkedin.com/in/anna',
    'https://m.linkedin.com/in/anna',
    'https://www.linkedin.com:443/in/anna',
    `${anna}/`,
    `${anna}//`,
    `${anna}?utm_source=share&utm_medium=x`,
    `${anna}/?originalSubdomain=de`,
    `${anna}#about`,
    ` \t${anna}\n`,
    'in/anna',
    'anna',
    'Anna',
    ' anna ',
  ])('%j is the profile of anna', (spelling) => expect(normaliseLinkedinProfileUrl(spelling)).toBe(anna));

  test.each([
    ['anna-berg_7', 'https://www.linkedin.com/in/anna-berg_7'],
    ['12345', 'https://www.linkedin.com/in/12345'],
    ['https://www.linkedin.com/in/anna-berg-1a2b3c', 'https://www.linkedin.com/in/anna-berg-1a2b3c'],
    ['https://www.linkedin.com/sales/lead/ACwAA', 'https://www.linkedin.com/sales/lead/acwaa'],
    ['https://example.com/Anna/', 'https://example.com/Anna'],
    ['http://EXAMPLE.com:8443/Anna?x=1', 'https://example.com:8443/Anna'],
    ['https://notlinkedin.com/in/Anna', 'https://notlinkedin.com/in/Anna'],
    ['https://linkedin.com.evil.example/in/Anna', 'https://linkedin.com.evil.example/in/Anna'],
    ['https://www.linkedin.com/in/a%22b', 'https://www.linkedin.com/in/a%22b'],
    ['https://www.linkedin.com/in/a"b', 'https://www.linkedin.com/in/a%22b'],
  ])('%j is %j', (spelling, expected) => expect(normaliseLinkedinProfileUrl(spelling)).toBe(expected));

  test.each([
    '',
    ' ',
    '/',
    '?',
    '#',
    '%',
    'https://',
    'an na',
    'linkedin.com/in/an na',
    'linkedin.com/in/\nanna',
    'javascript:alert(1)',
    'JavaScript:alert(document.cookie)',
    'javascript://www.linkedin.com/%0aalert(1)',
    'data:text/html,x',
    'vbscript:x',
    'mailto:anna@acme.com',
    'file:///etc/passwd',
    'ftp://www.linkedin.com/in/anna',
    'anna@acme.com',
    'https://anna@www.linkedin.com/in/anna',
    'https://www.linkedin.com@evil.example/in/anna',
    'a\u0000b',
    '\ud800',
    'https://\ud800/in/anna',
    'https://a b/in/anna',
    'https://www.linkedin.com:99999/in/anna',
  ])('%j is no web address', (text) => expect(normaliseLinkedinProfileUrl(text)).toBeUndefined());

  test.each([
    ['a handle as typed', 'Zo\u00eb'],
    ['a handle in capitals', 'ZO\u00cb'],
    ['a decomposed handle', 'zoe\u0308'],
    ['a URL as typed', 'https://www.linkedin.com/in/zo\u00eb'],
    ['a URL in capitals', 'https://www.linkedin.com/in/ZO\u00cb'],
    ['a decomposed URL', 'linkedin.com/in/zoe\u0308'],
    ['upper-case percent-encoding', 'https://www.linkedin.com/in/zo%C3%AB'],
    ['lower-case percent-encoding', 'https://www.linkedin.com/in/zo%c3%ab'],
    ['a percent-encoded capital', 'https://www.linkedin.com/in/zo%C3%8B'],
    ['percent-encoding of a plain letter', 'https://www.linkedin.com/in/%7ao%C3%AB'],
  ])('%s is the profile of zo\u00eb: %j', (_what, spelling) => {
    expect(normaliseLinkedinProfileUrl(spelling)).toBe(
      normaliseLinkedinProfileUrl('https://de.linkedin.com/in/zo%C3%AB/'),
    );
  });

  test.each(['https://www.linkedin.com/in/%', 'https://www.linkedin.com/in/%ff%fe', 'linkedin.com/in/%zz'])(
    'broken percent-encoding is kept: %j',
    (spelling) =>
      expect(normaliseLinkedinProfileUrl(spelling)).toMatch(/^https:\/\/www\.linkedin\.com\/in\/%/),
  );

  test('never throws, and changes nothing the second time', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.string({ unit: 'binary' }).map((handle) => `https://www.linkedin.com/in/${handle}`),
      fc.string({ unit: 'grapheme' }).map((handle) => `linkedin.com/in/${encodeURIComponent(handle)}`),
    );
    fc.assert(
      fc.property(text, (spelling) => {
        const once = normaliseLinkedinProfileUrl(spelling);
        if (once === undefined) return;
        expect(once).toMatch(/^https:\/\/[^/]/);
        expect(normaliseLinkedinProfileUrl(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
  });
});
