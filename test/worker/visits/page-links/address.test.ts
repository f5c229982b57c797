import { addressOf, isOf } from '../../../../src/visits/page-links/address.ts';

describe('an address', () => {
  test.each([
    ['https://Acme.example', 'acme.example', '/'],
    ['https://acme.example./a//b/../c/?q=1#top', 'acme.example', '/a/c'],
    ['http://acme.example:8080/%C3%BCber-uns/', 'acme.example', '/über-uns'],
    ['https://müller.example/x', 'xn--mller-kva.example', '/x'],
    ['http://127.0.0.1:8788/', '127.0.0.1', '/'],
    ['http://localhost/a', 'localhost', '/a'],
    ['https://acme.example/%FF', 'acme.example', undefined],
  ])('%s has the domain and the path of a link', (url, domain, path) => {
    expect(addressOf(url)).toMatchObject({ domain, path });
  });

  test.each([
    '',
    'acme.example/a',
    '/a',
    'ftp://acme.example/',
    'javascript:alert(1)',
    'https://',
    'https://zoe@acme.example/',
    'https://:x@acme.example/',
    'file:///etc/passwd',
  ])('is not %j', (url) => expect(addressOf(url)).toBeUndefined());

  test('is of the same website with and without TLS and www., and of no other', () => {
    const origins = addressOf('https://www.acme.example/')?.origins ?? [];
    for (const url of ['https://acme.example/x', 'http://www.acme.example/', 'HTTP://ACME.example'])
      expect(isOf(origins, url), url).toBe(true);
    for (const url of [
      'https://shop.acme.example/',
      'https://acme.example.evil.example/',
      'https://acme.example:8080/',
      'https://xacme.example/',
      'mailto:zoe@acme.example',
      '',
    ])
      expect(isOf(origins, url), url).toBe(false);
  });

  test('is a page with or without its query, fragment and slash, the closest first', () => {
    const { urls = [] } = addressOf('https://acme.example/a/?q=1#top') ?? {};
    expect(urls[0]).toBe('https://acme.example/a/?q=1#top');
    const closer = ['/a/?q=1#top', '/a?q=1#top', '/a/?q=1', '/a?q=1', '/a/', '/a'];
    expect(closer.map((end) => urls.indexOf(`https://acme.example${end}`))).toEqual([0, 4, 8, 12, 16, 20]);
    expect(new Set(urls).size).toBe(24);
    expect(addressOf('https://acme.example')?.urls).toEqual([
      'https://acme.example/',
      'http://acme.example/',
      'https://www.acme.example/',
      'http://www.acme.example/',
    ]);
  });
});
