import fc from 'fast-check';
import { hostName, isHost, toHost, withoutWww } from '../../../src/lib/host.ts';
import { place } from '../support/places.ts';
import { collect, newId, prepareVisits, visitOf } from '../support/visits.ts';

prepareVisits();

test('a name of letters, digits and hyphens, which is not parsed, is what the parser of URLs makes of it', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abxn019-'), minLength: 1, maxLength: 70 });
  const label = fc.oneof(
    word,
    word.map((text) => `xn--${text}`),
  );
  const names = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.'));
  fc.assert(
    fc.property(names, (name) => {
      const host = URL.parse(`https://${name}`)?.hostname;
      expect([host, isHost(toHost(name) ?? '')]).toEqual([toHost(name), isHost(host ?? '')]);
    }),
    { numRuns: 2000 },
  );
});

describe('the host of a page', () => {
  test.each([
    ['News.Example', 'news.example'],
    ['intranet', 'intranet'],
    ['10.0.0.7', '10.0.0.7'],
    ['[::1]', '[::1]'],
    ['foo-.tumblr.com', 'foo-.tumblr.com'],
    ['my_shop.example', 'my_shop.example'],
    ['m\u00fcller.example.', 'xn--mller-kva.example'],
  ])('%j is %j', (text, expected) => {
    expect(toHost(text)).toBe(expected);
    expect(isHost(expected)).toBe(true);
  });

  test.each(['a..b', '.a', '-a.example', 'a*b.example', 'a,b', '', 'a'.repeat(64), `${'a.'.repeat(128)}a`])(
    '%j is none',
    (text) => expect(isHost(toHost(text) ?? text)).toBe(false),
  );

  test.each([
    'a/b',
    'a:80',
    'a@b',
    'a%62',
    'a b',
    'a?b',
    'a#b',
    'a\\b',
    'a\u00adb.example',
    'a\u203fb.example',
    '\u2100.example',
  ])('%j has what no host has', (text) => expect(toHost(text)).toBeUndefined());
});

describe('a visit with an odd referrer', () => {
  test.each([
    ['www.Müller.example.', true],
    ['foo-.tumblr.com', true],
    ['localhost', true],
    ['[2001:db8::1]', true],
    ['a_b.example', true],
    ['192.168.0.1', true],
    ['t.co', true],
    ['android-app:com.google', false],
    ['a..b', false],
    ['', false],
    ['not a host', false],
    ['<script>', false],
    ['http://x.example/', false],
    ['a'.repeat(300), false],
    ['\ud800', false],
  ])('%j counts: kept %j', async (referrer, isKept) => {
    const { status, body } = await collect({ ...visitOf(newId(), place), referrer });
    expect([status, (body as { ignoredFields?: string[] }).ignoredFields]).toEqual([
      202,
      isKept ? undefined : ['referrer'],
    ]);
  });
});

describe('the full name of a host (RFC 1123)', () => {
  test.each([
    ['acme.example', 'acme.example'],
    ['Acme.Example.', 'acme.example'],
    ['a-1.b.example', 'a-1.b.example'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  ])('of %j is %j: two labels or more of letters, digits and hyphens', (text, expected) =>
    expect(hostName(text)).toBe(expected),
  );

  test.each([
    ['one label', 'acme'],
    ['an empty label', 'acme..example'],
    ['an empty label at its start', '.acme.example'],
    ['an IP address', '192.168.0.1'],
    ['an IPv6 address', '[::1]'],
    ['other punctuation', 'a_b.example'],
    ['a hyphen at the end of a label', 'a-.example'],
    ['a label of 64 characters', `${'a'.repeat(64)}.example`],
    ['254 characters', `${'a.'.repeat(123)}aexample`],
  ])('has not %s: %j', (_what, text) => expect(hostName(text)).toBeUndefined());
});

describe('www. goes only where a name remains that somebody can register', () => {
  test.each([
    ['www.acme.com', 'acme.com'],
    ['www.www.acme.com', 'acme.com'],
    ['www.acme.co.uk', 'acme.co.uk'],
    ['www.co.example', 'co.example'],
    ['www.de', 'www.de'],
    ['www.co.uk', 'www.co.uk'],
    ['www.com.br', 'www.com.br'],
    ['www.or.jp', 'www.or.jp'],
    ['www2.acme.com', 'www2.acme.com'],
  ])('%s without it is %s', (host, expected) => expect(withoutWww(host)).toBe(expected));
});
