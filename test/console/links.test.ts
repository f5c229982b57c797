import type { FoundPageLink, TenantDomain } from '@footfall/client';
import decodeQR from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { domainChoices, suggestedDomain, wholeAddress } from '../../console/src/data/domains.ts';
import { originOf } from '../../console/src/data/websites.ts';
import { mostUsedFirst } from '../../console/src/screens/audience/use-links.ts';
import { grouped } from '../../console/src/screens/links/groups.ts';
import { modulesOf, svgOf } from '../../console/src/screens/links/qr-code.tsx';
import { fileNameOf, sharedAddress } from '../../console/src/screens/links/share.tsx';
import { suggestedPath } from '../../console/src/screens/made/make.ts';

/** A link to an audience, or to the page without one, with its visits and conversions. */
const link = (path: string, audienceId: string, ...counts: [visits: number, conversions: number] | []) => {
  const [totalSessions, conversionCount] = counts;
  return {
    path,
    target: { audienceId, pageId: 'page' },
    ...(counts.length > 0 && { visits: { totalSessions, conversionCount } }),
  } as FoundPageLink;
};

describe('links with the same target', () => {
  const words = (links: FoundPageLink[], isForMany = true, isMostUsedFirst = false) =>
    grouped(links, () => isForMany, isMostUsedFirst).map(({ link: { path }, together, isFirst, isBest }) =>
      [path, together, isFirst && 'first', isBest && 'best'].filter(Boolean).join(' '),
    );

  test('stand together, the best first; those with too few visits for a rate are last', () => {
    const few = link('/few', 'a', 3, 3);
    expect(
      words([few, link('/page', '', 9, 0), link('/low', 'a', 100, 1), link('/high', 'a', 40, 8)]),
    ).toEqual(['/high 3 first best', '/low 3', '/few 3', '/page 1 first']);
  });

  test('are at the place of the newest, or those with the most visits first', () => {
    const links = [
      ...[link('/new', 'a', 1, 0), link('/most', '', 60, 1), link('/half', 'b', 40, 0)],
      ...[link('/other half', 'b', 35, 9), link('/old', 'a', 1, 0)],
    ];
    const a = ['/new 2 first', '/old 2'];
    const b = ['/other half 2 first best', '/half 2'];
    expect(words(links)).toEqual([...a, '/most 1 first', ...b]);
    expect(words(links, true, true)).toEqual([...b, '/most 1 first', ...a]);
  });

  test('have a best only by more than chance, and only if they are for many', () => {
    expect(words([link('/a', 'a', 34, 1), link('/b', 'a', 121, 9)])).toEqual(['/b 2 first', '/a 2']);
    const certain = [link('/a', 'a', 100, 1), link('/b', 'a', 40, 8)];
    expect(words(certain, false)).toEqual(['/b 2 first', '/a 2']);
    // A page is for many.
    expect(words([link('/a', '', 100, 1), link('/b', '', 40, 8)], false)).toEqual([
      '/b 2 first best',
      '/a 2',
    ]);
  });

  test('have a best only among those with enough visits, and not when they are equal', () => {
    expect(words([link('/a', 'a', 29, 9), link('/b', 'a', 100, 1)])).toEqual(['/b 2 first', '/a 2']);
    expect(words([link('/a', 'a', 50, 5), link('/b', 'a', 100, 10)])).toEqual(['/b 2 first', '/a 2']);
    expect(words([link('/new', 'a'), link('/old', 'a')])).toEqual(['/new 2 first', '/old 2']);
  });
});

test('the most used link of an audience is first; without visits, the newest with a domain', () => {
  const links = [
    { path: '/newest', tenantDomainId: null },
    { path: '/given', tenantDomainId: 'domain' },
    { path: '/used', tenantDomainId: null },
    { path: '/old', tenantDomainId: 'domain' },
  ];
  const order = (visits: Record<string, number>) =>
    mostUsedFirst(links, ({ path }) => visits[path] ?? 0).map(({ path }) => path);
  expect(order({})).toEqual(['/given', '/old', '/newest', '/used']);
  expect(order({ '/used': 9, '/old': 1 })).toEqual(['/used', '/old', '/given', '/newest']);
});

describe('a link to share', () => {
  const address = 'https://hello.example/für/zoë';

  test('has the fields of a campaign that are written', () => {
    expect(sharedAddress(address, {})).toBe(address);
    expect(sharedAddress(address, { utm_source: ' ', utm_campaign: ' Spring & more ' })).toBe(
      `${address}?utm_campaign=Spring+%26+more`,
    );
    expect(new URL(sharedAddress(address, { utm_term: 'a=b#c' })).searchParams.get('utm_term')).toBe('a=b#c');
  });

  test('is on a website, and nothing else is one', () => {
    expect(originOf(' https://www.example.com/path?x=1 ')).toBe('https://www.example.com');
    for (const text of ['', 'www.example.com', 'javascript:alert(1)', 'data:text/html,x'])
      expect(originOf(text)).toBeUndefined();
  });

  test('has a QR code that a reader reads, with letters of all languages percent-encoded', () => {
    for (const text of [address, `https://a.example/${'x'.repeat(700)}`]) {
      const modules = modulesOf(text) ?? [];
      const scale = 4;
      const side = modules.length * scale;
      const data = new Uint8Array(side * side * 3);
      for (let at = 0; at < side * side; at++) {
        const isBlack = modules[Math.floor(at / side / scale)]?.[Math.floor((at % side) / scale)];
        data.fill(isBlack ? 0 : 255, at * 3, at * 3 + 3);
      }
      expect(decodeQR({ width: side, height: side, data })).toBe(new URL(text).href);
    }
    expect(modulesOf(`https://a.example/${'x'.repeat(3000)}`)).toBeUndefined();
  });

  test('has a QR code with a white edge, whose file draws each black module', () => {
    const modules = modulesOf(address) ?? [];
    expect(modules.slice(0, 4).flat()).not.toContain(true);
    const runs = [...svgOf(modules).matchAll(/M\d+ \d+h(\d+)v1/g)].map(([, length]) => Number(length));
    expect(runs.reduce((sum, length) => sum + length, 0)).toBe(modules.flat().filter(Boolean).length);
  });

  test('names its files after its path', () => {
    expect(['/for/zoë-lindqvist', '/'].map(fileNameOf)).toEqual(['qr-for-zoë-lindqvist', 'qr-link']);
  });
});

test('the path for a person is their name, then with the page, then with a number', () => {
  const taken = new Set<string>();
  const next = () => {
    const path = suggestedPath('zoe', 'https://www.example.com/shop/pricing/?x=1', taken);
    taken.add(path);
    return path;
  };
  expect([next(), next(), next()]).toEqual(['/for/zoe', '/for/zoe/pricing', '/for/zoe/pricing-2']);
  expect(suggestedPath('zoe', 'https://www.example.com/', new Set(['/for/zoe']))).toBe('/for/zoe/home');
});

const domain = (id: string, name: string) => ({ tenantDomainId: id, domain: name }) as TenantDomain;
const domains = [domain('one', 'links.example'), domain('two', 'www.example.com')];

test('the domain that a new link is offered is that of the page’s website, or none', () => {
  expect(suggestedDomain('https://www.example.com/pricing', domains)).toBe('two');
  expect(suggestedDomain('http://127.0.0.1:8788/', domains)).toBe('');
  expect(suggestedDomain('not an address', domains)).toBe('');
  expect(suggestedDomain(undefined, domains)).toBe('');
  const words = (url: string) => domainChoices(domains, url).map(({ label }) => label);
  expect(words('http://127.0.0.1:8788/').at(0)).toBe('Same website: http://127.0.0.1:8788');
  expect(words('not an address').at(0)).toBe('Same website');
});

test('the whole address of a link is on its domain, or on the website of its page', () => {
  const page = { url: 'https://shop.example/home?x=1' };
  const addressOn = (tenantDomainId: string | null, of: typeof page | undefined) =>
    wholeAddress({ path: '/retail', tenantDomainId }, domains, of);
  expect(addressOn('one', page)).toBe('https://links.example/retail');
  expect(addressOn(null, page)).toBe('https://shop.example/retail');
  // What is written as the address of a page may be anything.
  expect(addressOn(null, { url: 'javascript:alert(1)' })).toBe('/retail');
  expect(addressOn(null, undefined)).toBe('/retail');
});
