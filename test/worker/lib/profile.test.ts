import fc from 'fast-check';
import { linkedinKey, normaliseLinkedinProfileUrl } from '../../../src/lib/profile.ts';

const linkedin = 'https://www.linkedin.com';
const anna = `${linkedin}/in/anna`;

/** The form of an address that is compared. */
function keyOf(text: string) {
  const url = normaliseLinkedinProfileUrl(text);
  return url === undefined ? undefined : linkedinKey(url);
}

describe('one profile', () => {
  test.each([
    anna,
    'http://www.linkedin.com/in/anna',
    'linkedin.com/in/anna',
    '//www.linkedin.com/in/anna',
    'HTTPS://WWW.LINKEDIN.COM/in/anna',
    'LinkedIn.com/In/anna',
    'https://de.linkedin.com/in/anna',
    'https://zh-cn.linkedin.com/in/anna',
    'https://m.linkedin.com/in/anna',
    'https://touch.www.linkedin.com/in/anna',
    'https://www.linkedin.com./in/anna',
    'http://www.linkedin.com:80/in/anna',
    'https://www.linkedin.com/mwlite/in/anna',
    'https://www.linkedin.com/mwlite/profile/in/anna',
    'https://www.linkedin.com/comm/in/anna?midToken=AQF&trk=eml',
    `${anna}//`,
    `${anna}/en`,
    `${anna}/details/experience/`,
    `${anna}?`,
    `${anna}?utm_source=share&utm_medium=x`,
    `${anna}#about`,
    ` \t${anna}\n`,
    'in/anna',
    '/in/anna',
    '@anna',
    'anna',
  ])('%j is the profile of anna', (spelling) => expect(normaliseLinkedinProfileUrl(spelling)).toBe(anna));

  test.each([
    ['https://www.linkedin.com/in/Anna', `${linkedin}/in/Anna`],
    ['HTTP://DE.LINKEDIN.COM/IN/ANNA', `${linkedin}/in/ANNA`],
    ['Anna', `${linkedin}/in/Anna`],
  ])('%j keeps its case, and is compared as anna', (spelling, stored) => {
    expect(normaliseLinkedinProfileUrl(spelling)).toBe(stored);
    expect(keyOf(spelling)).toBe(anna);
  });

  test.each([
    ['a handle as typed', 'Zo\u00eb'],
    ['a URL in capitals', 'https://www.linkedin.com/in/ZO\u00cb'],
    ['a decomposed URL', 'linkedin.com/in/zoe\u0308'],
    ['upper-case percent-encoding', 'https://www.linkedin.com/in/zo%C3%AB'],
    ['lower-case percent-encoding', 'https://www.linkedin.com/in/zo%c3%ab'],
    ['a percent-encoded capital', 'https://www.linkedin.com/in/zo%C3%8B'],
    ['a decomposed percent-encoded letter', 'https://www.linkedin.com/in/zoe%CC%88'],
    ['percent-encoding of a plain letter', 'https://www.linkedin.com/in/%7ao%C3%AB'],
  ])('%s is the profile of zo\u00eb: %j', (_what, spelling) =>
    expect(keyOf(spelling)).toBe(`${linkedin}/in/zo%C3%AB`),
  );

  test.each([
    ['https://www.linkedin.com/pub/jane-roe/1/2/3?trk=x', `${linkedin}/pub/jane-roe/1/2/3`],
    ['http://uk.linkedin.com/pub/jane-roe/4a/b12/9c/', `${linkedin}/pub/jane-roe/4a/b12/9c`],
    ['https://www.linkedin.com/pub/jane-roe/4a/b12/9c/en', `${linkedin}/pub/jane-roe/4a/b12/9c`],
    ['https://www.linkedin.com/profile/view?id=42', `${linkedin}/profile/view?id=42`],
    ['linkedin.com/profile/view/?trk=nav&id=42&authType=name#x', `${linkedin}/profile/view?id=42`],
    ['https://www.linkedin.com/sales/lead/ACwAAB1x,NAME_SEARCH,x?_ntb=1', `${linkedin}/sales/lead/ACwAAB1x`],
    ['https://www.linkedin.com/sales/lead/ACwAAB1x%2CNAME_SEARCH%2Cy', `${linkedin}/sales/lead/ACwAAB1x`],
    ['linkedin.com/sales/people/ACwAAB1x,name,z', `${linkedin}/sales/lead/ACwAAB1x`],
    ['https://www.linkedin.com/sales/profile/123,abc,x', `${linkedin}/sales/profile/123`],
    ['https://www.linkedin.com/talent/profile/AEMAAB1x?trk=y', `${linkedin}/talent/profile/AEMAAB1x`],
    ['https://www.linkedin.com/recruiter/profile/42,x,CAP', `${linkedin}/recruiter/profile/42`],
  ])('%j is the profile %j', (spelling, expected) => {
    expect(normaliseLinkedinProfileUrl(spelling)).toBe(expected);
    expect(keyOf(spelling)).toBe(expected);
  });
});

describe('two people', () => {
  test.each([
    ['/pub/jane-roe/1/2/3', '/pub/jane-roe/4a/b12/9c'],
    ['/in/ACoAAB1x_YzQk', '/in/ACoAAB1x_yzqk'],
    ['/in/ACwAAB1x_YzQk', '/in/acwaab1x_yzqk'],
    ['/profile/view?id=1', '/profile/view?id=2'],
    ['/profile/view?id=AAEAAx', '/profile/view?id=AAEAAX'],
    ['/sales/lead/ACwAAB,NAME_SEARCH,x', '/sales/lead/ACwAAb,NAME_SEARCH,x'],
    ['/recruiter/profile?id=1', '/recruiter/profile?id=2'],
  ])('at LinkedIn: %s and %s', (one, other) => {
    const [a, b] = [keyOf(linkedin + one), keyOf(linkedin + other)];
    expect(a).toBeDefined();
    expect(a === b && a !== undefined).toBe(false);
  });

  test.each([
    ['profile.php?id=1', 'profile.php?id=2'],
    ['u?id=1&x=1', 'u?id=1&x=2'],
    ['u?a', 'u?b'],
    ['u', 'u?id=1'],
    ['Anna', 'anna'],
    ['#/users/1', '#/users/2'],
    ['#!/anna', '#!/ben'],
  ])('elsewhere: %s and %s', (one, other) => {
    expect(keyOf(`https://social.example/${one}`)).not.toBe(keyOf(`https://social.example/${other}`));
  });
});

test.each([
  ['anna-berg_7', `${linkedin}/in/anna-berg_7`],
  [`${linkedin}/in/ACoAAB1x_YzQk/?x=1`, `${linkedin}/in/ACoAAB1x_YzQk`],
  [`${linkedin}/in/a%22b`, `${linkedin}/in/a%22b`],
  [`${linkedin}/in/a"b`, `${linkedin}/in/a%22b`],
  ['https://github.com/Anna', 'https://github.com/Anna'],
  ['https://acme.example/team/anna', 'https://acme.example/team/anna'],
  ['https://social.example/?id=7', 'https://social.example?id=7'],
  ['https://example.com/Anna/', 'https://example.com/Anna'],
  ['http://EXAMPLE.com:8443/Anna?x=1', 'https://example.com:8443/Anna?x=1'],
  ['http://example.com:443/Anna', 'https://example.com/Anna'],
  ['https://example.com./Anna', 'https://example.com/Anna'],
  ['https://example.com/u?utm_source=a&id=7&utm_medium=b&&UTM_term=c#top', 'https://example.com/u?id=7'],
  ['https://example.com/u?utm_source=a', 'https://example.com/u'],
  ['https://example.com/u/?b=2&a=1', 'https://example.com/u?b=2&a=1'],
  ['https://example.com/#!/anna/', 'https://example.com#!/anna'],
  ['https://notlinkedin.com/in/Anna', 'https://notlinkedin.com/in/Anna'],
  ['https://linkedin.com.evil.example/in/Anna', 'https://linkedin.com.evil.example/in/Anna'],
])('the profile %j is stored as %j', (spelling, expected) =>
  expect(normaliseLinkedinProfileUrl(spelling)).toBe(expected),
);

test.each([
  '',
  ' ',
  '/',
  '%',
  'https://',
  'an na',
  'linkedin.com/in/an na',
  'javascript:alert(1)',
  'javascript://www.linkedin.com/%0aalert(1)',
  'mailto:anna@acme.com',
  'ftp://www.linkedin.com/in/anna',
  'anna@acme.com',
  'https://anna@www.linkedin.com/in/anna',
  'https://:secret@www.linkedin.com/in/anna',
  'a\u0000b',
  'https://www.linkedin.com:99999/in/anna',
  './/',
  'https://../anna',
  'https://anna./',
  'an',
  'linkedin',
  'linkedin.com',
  'https://business.linkedin.com/in/Anna',
  'https://lnkd.in/dAbC1',
  'https://google.com',
  'acme.example',
  'https://acme.example/?utm_source=x',
  'https://acme.example/#top',
  'https://acme.example/en/',
  'https://acme.example/de-ch',
  'https://acme.example/index.html',
  'https://acme..example/anna',
])('%j is no profile', (text) => expect(normaliseLinkedinProfileUrl(text)).toBeUndefined());

test.each([
  '',
  '/',
  '/in/',
  '/in/me/',
  '/in/..',
  '/profile/view',
  '/profile/view?id=',
  '/in/an',
  '/in/-',
  '/in/%',
  `/in/${'a'.repeat(101)}`,
  '/in/linkedin',
  '/in/https://www.linkedin.com/in/anna',
  '/in/linkedin.com',
  '/in/{{handle}}',
  '/in/%7Bhandle%7D',
  '/in/%Handle%',
  '/in/%25Handle%25',
  '/in/%CoinÉ',
  `/in/${'İ'.repeat(60)}`,
  '/in/$handle',
  '/in/a%2Fb',
  '/in/anna@acme.example',
  '/pub/dir/Anna/Berg/1',
  '/company/acme',
  '/feed/update/urn:li:activity:7',
  '/pub/jane-roe',
  '/sales/lead/',
  '/sales/lead/,NAME_SEARCH,x',
  '/recruiter/profile',
])('%j of LinkedIn is not a profile', (path) =>
  expect(normaliseLinkedinProfileUrl(linkedin + path)).toBeUndefined(),
);

test.each(['%ff%fe', '%zz'])('broken percent-encoding is kept: %j', (handle) => {
  expect(normaliseLinkedinProfileUrl(`linkedin.com/in/${handle}`)).toBe(`${linkedin}/in/${handle}`);
});

/** Addresses of all kinds, most of them on linkedin.com. */
const address = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string({ unit: 'binary' }).map((handle) => `https://www.linkedin.com/in/${handle}`),
  fc.string({ unit: 'grapheme' }).map((handle) => `linkedin.com/in/${encodeURIComponent(handle)}`),
  fc
    .tuple(
      fc.constantFrom('http:', 'https:', ''),
      fc.constantFrom('linkedin.com', 'm.linkedin.com', 'linkedin.com.', 'x.example', 'x.example:80'),
      fc.string({
        unit: fc.constantFrom(
          '/',
          'in',
          'pub',
          'profile/view',
          'A',
          'Co',
          '%',
          '%2F',
          '%25',
          'İ',
          '?id=',
          '&',
          '#/',
          '!',
          'É',
        ),
      }),
    )
    .map(([scheme, host, path]) => `${scheme}//${host}/${path}`),
);

test('normalising never throws, and changes nothing the second time', () => {
  fc.assert(
    fc.property(address, (spelling) => {
      const once = normaliseLinkedinProfileUrl(spelling);
      if (once === undefined) return;
      expect(once).toMatch(/^https:\/\/[^/]/);
      expect(normaliseLinkedinProfileUrl(once)).toBe(once);
    }),
    { numRuns: 2000 },
  );
});

test('a key is an address, and its own key', () => {
  fc.assert(
    fc.property(address, (spelling) => {
      const key = keyOf(spelling);
      if (key === undefined) return;
      expect(linkedinKey(key)).toBe(key);
      expect(keyOf(key)).toBe(key);
    }),
    { numRuns: 2000 },
  );
});

test('ids of members have one key each', () => {
  const id = fc
    .tuple(fc.constantFrom('ACo', 'ACw'), fc.stringMatching(/^[\w-]{1,8}$/))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(keyOf(`in/${one}`) === keyOf(`de.linkedin.com/in/${other}?trk=x`)).toBe(one === other);
    }),
  );
});
