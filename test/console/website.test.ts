import { describe, expect, test } from 'vitest';
import { typedAddress } from '../../console/src/data/pages.ts';
import { framedAddress } from '../../console/src/screens/audience/frame-message.ts';
import { addressInFrame } from '../../console/src/screens/audience/website.tsx';

const own = 'https://footfall.example';
const websites = (...origins: string[]) => origins.map((origin) => ({ origin }));

describe('the address that is shown beside the words', () => {
  const at = (addresses: string[], allowed: string[], url = 'https://www.acme.example/pricing', from = own) =>
    addressInFrame(addresses, websites(...allowed), { url }, from);

  test('is of an allowed website, first of the page’s own', () => {
    const both = ['https://shop.acme.example/retail', 'https://www.acme.example/retail'];
    expect(at(both, ['https://shop.acme.example', 'https://www.acme.example'])).toBe(both[1]);
    expect(at(both, ['https://shop.acme.example'])).toBe(both[0]);
    expect(at(both, ['https://acme.example'])).toBeUndefined();
    expect(at([], ['https://www.acme.example'])).toBeUndefined();
  });

  test('is never of the console’s own origin, even if that is allowed', () => {
    expect(at([`${own}/retail`], [own])).toBeUndefined();
  });

  test('is no http: address beside a console of https:, but of the reader’s own machine', () => {
    expect(at(['http://www.acme.example/retail'], ['http://www.acme.example'])).toBeUndefined();
    expect(at(['http://localhost:3000/retail'], ['http://localhost:3000'])).toBe(
      'http://localhost:3000/retail',
    );
    expect(
      at(['http://www.acme.example/a'], ['http://www.acme.example'], undefined, 'http://127.0.0.1:8787'),
    ).toBe('http://www.acme.example/a');
  });
});

test('only web addresses of another origin are framed', () => {
  for (const address of [
    undefined,
    null,
    7,
    {},
    '',
    'x',
    'javascript:alert(1)',
    'data:text/html,x',
    `${own}/x`,
  ])
    expect(framedAddress(address, own)).toBeUndefined();
  expect(framedAddress('https://www.acme.example/x?y', own)?.href).toBe('https://www.acme.example/x?y');
});

test.each([
  [' www.acme.example/pricing ', 'https://www.acme.example/pricing'],
  ['acme.example:8080/x', 'https://acme.example:8080/x'],
  ['http://acme.example', 'http://acme.example'],
  ['mailto:zoe@acme.example', 'mailto:zoe@acme.example'],
  ['', ''],
])('the address %j of a new page is %j', (typed, sent) => {
  expect(typedAddress(typed)).toBe(sent);
});
