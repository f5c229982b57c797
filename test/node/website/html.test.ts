import { describe, expect, test } from 'vitest';
import { headOf, headTags, lines } from '../../../packages/website/src/head.ts';
import { safeAddress, scriptTag, text } from '../../../packages/website/src/index.ts';
import { metadataOf } from '../../../packages/website/src/next.ts';

describe('text', () => {
  test.each<[unknown, string]>([
    ['plain', 'plain'],
    ['</script><script>alert(1)</script>', '&#60;/script&#62;&#60;script&#62;alert(1)&#60;/script&#62;'],
    [`" onclick='x' &amp;`, '&#34; onclick=&#39;x&#39; &#38;amp;'],
    [undefined, ''],
    [null, ''],
    [0, '0'],
    [['a', '<b>'], 'a,&#60;b&#62;'],
  ])('of %j is %s', (value, expected) => expect(text(value)).toBe(expected));

  test('has a br for each line break, if it is of lines', () => {
    expect(lines('a\n<b>\r\n\nc')).toBe('a<br>&#60;b&#62;<br><br>c');
  });
});

describe('an address', () => {
  test.each([
    'https://acme.example/a:b',
    'HTTP://acme.example',
    'mailto:anna@acme.example',
    'tel:+41441234567',
    '/pricing',
    '//acme.example/a',
    'pricing/a:b',
    '?a=b:c',
    '#a:b',
    '',
    'pricing',
  ])('%j is safe', (address) => expect(safeAddress(address)).toBe(address));

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript\u0000:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://acme.example/1',
    'file:///etc/passwd',
    'x:y',
    'ht\ntps-x:y',
  ])('%j is not', (address) => expect(safeAddress(address)).toBe(''));

  test('is what browsers take it for', () => {
    // All that are let through have one of four schemes, as a browser reads them.
    const parts = [
      'java',
      'script',
      ':',
      '/',
      '\t',
      '\n',
      ' ',
      '\u0000',
      'https',
      '?',
      '#',
      '&colon;',
      '\\',
      'x',
    ];
    const allowed = ['http:', 'https:', 'mailto:', 'tel:'];
    const all = parts.flatMap((a) =>
      parts.flatMap((b) => parts.flatMap((c) => parts.map((d) => a + b + c + d))),
    );
    const safe = all.filter((address) => safeAddress(address) !== '');
    const bad = safe.filter((address) => {
      const url = URL.parse(address, 'https://acme.example/');
      return url && !allowed.includes(url.protocol);
    });
    expect(bad).toEqual([]);
    expect(safe.length).toBeGreaterThan(10_000);
  });
});

const tag = { src: 'https://footfall.example/visit.js', 'data-key': 'ff_main_1', 'data-page': 'page_1' };

test('the script tag is of the page, with what a website adds, and none where there is no page', () => {
  expect(scriptTag({ tag })).toBe(
    '<script async src="https://footfall.example/visit.js" data-key="ff_main_1" data-page="page_1"></script>',
  );
  expect(scriptTag({ tag }, { src: '/hello/a.js', 'data-collector': 'a', nonce: '"><b>' })).toBe(
    '<script async src="/hello/a.js" data-key="ff_main_1" data-page="page_1" data-collector="a" nonce="&#34;&#62;&#60;b&#62;"></script>',
  );
  expect([scriptTag({ tag: false }), scriptTag({ tag: undefined })]).toEqual(['', '']);
});

const metadata = {
  title: 'For </title> retail',
  description: 'As "told".',
  keywords: ['counts', 'shops'],
  author: '',
  robots: ['noindex'],
  canonicalUrl: 'https://www.acme.example/',
  ogTitle: 'Shared',
  ogDescription: '',
  ogType: 'payment.link',
  ogUrl: 'https://www.acme.example/',
  ogImageUrl: 'javascript:alert(1)',
  ogImageAlt: 'A door',
  ogSiteName: 'Acme',
  twitterCard: 'player',
  twitterTitle: '',
  twitterImageUrl: 'https://www.acme.example/a.png',
  twitterImageAlt: '',
  themeColor: '#1f6f5c',
};
const words = {
  title: metadata.title,
  description: metadata.description,
  robots: 'noindex',
  content: {
    title: 'Acme',
    url: 'https://www.acme.example/',
    metadata,
    actionFormId: null,
    actionUrl: null,
    fields: {},
  },
};

describe('the head', () => {
  test('has what the page says, as text, and no bad address', () => {
    expect(headTags(words).replaceAll('><', '>\n<').split('\n')).toEqual([
      '<title>For &#60;/title&#62; retail</title>',
      '<meta name="description" content="As &#34;told&#34;.">',
      '<meta name="robots" content="noindex">',
      '<link rel="canonical" href="https://www.acme.example/">',
      '<meta name="keywords" content="counts, shops">',
      '<meta name="theme-color" content="#1f6f5c">',
      '<meta property="og:title" content="Shared">',
      '<meta property="og:type" content="payment.link">',
      '<meta property="og:url" content="https://www.acme.example/">',
      '<meta property="og:image:alt" content="A door">',
      '<meta property="og:site_name" content="Acme">',
      '<meta name="twitter:card" content="player">',
      '<meta name="twitter:image" content="https://www.acme.example/a.png">',
    ]);
  });

  test('has only title and description of the own words', () => {
    const own = { title: 'Own', description: '', robots: '', content: undefined };
    expect(headOf(own)).toEqual([{ tag: 'title', attributes: {}, text: 'Own' }]);
    expect(metadataOf(own)).toMatchObject({ title: 'Own', description: '', robots: null, authors: null });
  });

  test('of Next.js has nothing that it refuses', () => {
    expect(metadataOf(words)).toEqual({
      title: 'For </title> retail',
      description: 'As "told".',
      robots: 'noindex',
      keywords: 'counts, shops',
      authors: null,
      alternates: { canonical: 'https://www.acme.example/' },
      openGraph: {
        title: 'Shared',
        description: 'As "told".',
        url: 'https://www.acme.example/',
        siteName: 'Acme',
        images: undefined,
      },
      twitter: {
        card: 'summary',
        title: 'For </title> retail',
        description: 'As "told".',
        site: undefined,
        creator: undefined,
        images: [{ url: 'https://www.acme.example/a.png', alt: '' }],
      },
    });
  });
});
