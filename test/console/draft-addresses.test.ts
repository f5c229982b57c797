import { expect, test } from 'vitest';
import { draftAddresses, withToken } from '../../console/src/screens/audience/preview.tsx';

const links = [
  { path: '/retail', tenantDomainId: null },
  { path: '/shops', tenantDomainId: 'd1' },
  { path: '/gone', tenantDomainId: 'd2' },
];
const nameOf = (id: string) => ({ d1: 'www.acme.example' })[id];
const at = (...origins: string[]) =>
  draftAddresses(
    links,
    nameOf,
    origins.map((origin) => ({ origin })),
  );

test('a link is on its domain, and one without a domain on each website', () => {
  expect(at('https://acme.example', 'https://shop.example')).toEqual([
    'https://acme.example/retail',
    'https://shop.example/retail',
    'https://www.acme.example/shops',
  ]);
  expect(at()).toEqual(['https://www.acme.example/shops']);
});

test.each(['http://127.0.0.1:8791', 'http://localhost:3000', 'http://[::1]:3000'])(
  'a local website, %s, has every link',
  (origin) => {
    expect(at(origin)).toEqual([
      `${origin}/retail`,
      `${origin}/shops`,
      'https://www.acme.example/shops',
      `${origin}/gone`,
    ]);
  },
);

test('an address is named once', () => {
  expect(
    draftAddresses([links[1] ?? { path: '', tenantDomainId: null }], nameOf, [
      { origin: 'https://www.acme.example' },
    ]),
  ).toHaveLength(1);
  expect(
    draftAddresses(
      [
        { path: '/a', tenantDomainId: null },
        { path: '/a', tenantDomainId: 'd1' },
      ],
      nameOf,
      [{ origin: 'https://www.acme.example' }],
    ),
  ).toEqual(['https://www.acme.example/a']);
});

test('a token stands in the query', () => {
  expect(withToken('https://acme.example/retail', 'a.1.b-_')).toBe(
    'https://acme.example/retail?footfall_preview=a.1.b-_',
  );
});
