import {
  actionUrlPattern,
  domainPattern,
  emailPattern,
  fragmentPattern,
  linePattern,
  multilinePattern,
  namePattern,
  optionalNamePattern,
  optionalWebUrlPattern,
  originPattern,
  viewPattern,
  webhookPattern,
  webUrlPattern,
} from '../../../src/http/patterns.ts';
import { rfc3339 } from '../../../src/lib/time.ts';

/** A value that must be refused, and the codes of its violations; `.0 code` is a code of its first item. */
export type Bad = [value: unknown, codes: string[]];

/** Valid and invalid values of a field. */
export interface Values {
  good: unknown[];
  bad: Bad[];
}

export const astral = '\u{1f4a9}';
/** Values with these codes. */
export const each = (values: unknown[], ...codes: string[]): Bad[] => values.map((value) => [value, codes]);

/** Values without spaces, with this code. */
const words = (texts: string, code: string): Bad[] => each(texts.split(' '), code);

const controls = ['\u0000', '\u0007', '\u001b', '\u007f', '\u0085', '\u009f'];
/** JSON.stringify sends them as escapes such as `\ud800`. */
const surrogates = ['\ud800', '\udfff', '\udca9\ud83d'];
const breaks = ['\n', '\r', '\t'];
const nasty = `<script>|'; drop table pages; --|"\\|%s%n|__proto__|null|0|\u202e|e\u0301|\u738b\u4f1f`.split(
  '|',
);

/** Invalid values of any text. An empty list is too short as well, so it is left out where a text must not be empty. */
export const notText = (min = 0): Bad[] =>
  each([0, 1, true, false, ['a'], {}, ...(min === 0 ? [[]] : [])], 'invalid_type');

const tooLong = (max: number): Bad[] => each(['x'.repeat(max + 1), astral.repeat(max + 1)], 'too_long');
const unprintable = (characters: string[], before = ''): Bad[] =>
  each(
    characters.map((character) => `${before}a${character}b`),
    'invalid_format',
  );

const line = (_min: number, max: number): Values => ({
  good: ['a', ' a ', 'x'.repeat(max), astral.repeat(max), ...nasty],
  bad: [...tooLong(max), ...unprintable([...controls, ...surrogates, ...breaks])],
});
const lines = (_min: number, max: number): Values => ({
  good: [...line(0, max).good, 'a\nb\r\n\tc', '\n'],
  bad: [...tooLong(max), ['\n'.repeat(max + 1), ['too_long']], ...unprintable([...controls, ...surrogates])],
});
const name = (min: number, max: number): Values => ({
  good: line(min, max).good,
  bad: [
    ...line(min, max).bad,
    ...each([' ', '\u00a0\u3000'], 'invalid_value'),
    ['\t', ['invalid_format', 'invalid_value']],
  ],
});

const kebab = (): Values => ({
  good: ['a', '0', 'a-b', '1-2-3', 'website-form', 'x'.repeat(100), `${'x-'.repeat(49)}xx`],
  bad: [
    ['', ['too_short', 'invalid_format']],
    ...each(['x'.repeat(101), `${'x-'.repeat(50)}x`, 'x'.repeat(255), 'x'.repeat(256)], 'too_long'),
    ...words('-a a- - a--b A aB a_b a.b a/b caf\u00e9 \u0430 \uff41 \u0661', 'invalid_format'),
    ...each(['a b', ' a', 'a ', 'a\n', astral, 'a\u0000', '\ud800'], 'invalid_format'),
  ],
});

const email = (): Values => ({
  good: [
    'a@b.example',
    ' Anna@ACME.example\n',
    'mailto:a+b@c.example?subject=x y',
    'none',
    "o'neil@x.example",
    'zo\u00eb@b\u00fccher.example',
    '"quoted"@x.example',
    `${'x'.repeat(310)}@x.example`,
    `${astral.repeat(310)}@x.example`,
  ],
  bad: [
    ...each(['', 'a', 'a@', 'a@b', 'a@b@c', 'a b@c', 'a@b c', 'a\n@b', 'a@b\t.c', ' '], 'invalid_format'),
    ...words('a@b..example a@.example a@b,example.com a@*.example a@[::1] a@1.2.3.4', 'invalid_format'),
    ...each(['\ud800@b.example', 'a@b\udfff.example', 'a\u0000@b.example'], 'invalid_format'),
    ...each(['a@b\u0000.example', 'a\u0007@b.example', 'a\u200b@b.example'], 'invalid_format'),
    ...each([`${'x'.repeat(311)}@x.example`, `${astral.repeat(311)}@x.example`], 'too_long'),
  ],
});

const phoneNumber = (): Values => ({
  good: ['+12', '+19', '+999', '+123456789012345', 'N/A'],
  bad: [
    ...words('+1 +1234567890123456 +0 +0123456 12345 0049151 +1-234 +(1)234 ++123', 'invalid_format'),
    ...words('+12a +1\u0662 \uff0b123 +12\u0000 tel:+123 +1e9', 'invalid_format'),
    ...each(['', '+1 234', ' +123', '+123 ', '+123\n'], 'invalid_format'),
    [15551234567, ['invalid_type']],
  ],
});

const domain = (): Values => ({
  good: [
    'acme.example',
    'https://www.ACME.example:8443/x?y#z',
    ' acme.example ',
    'b\u00fccher.example',
    `${'x'.repeat(49)}${`.${'x'.repeat(50)}`.repeat(4)}`,
  ],
  bad: [
    ['x'.repeat(254), ['too_long', 'invalid_format']],
    ...each([' ', 'a b', 'https://a', 'anna@acme.example', 'acme'], 'invalid_format'),
    ...words(
      'acme..example .acme.example *.acme.example acme,inc.example 1.2.3.4 a_b.example',
      'invalid_format',
    ),
    ...each(['a\u0000b', '\ud800', 'a\u0007'], 'invalid_format'),
  ],
});

const noUrls = [
  ...'x /a ./a //host/a //x.example ?x #x www.acme.example x.example/a null https'.split(' '),
  ...'https:/x.example https:x.example https: https:// https:///x https://?x https://#x'.split(' '),
  ...'https//x.example https://x:99999/ https://x:y/ https://[::1 https://%zz/'.split(' '),
  ...'https://user@x.example/ https://user:password@x.example/ https://:password@x.example/'.split(' '),
  ...'::https://x.example javascript:alert(1) JaVaScRiPt:alert(1) vbscript:x about:blank sms:+1'.split(' '),
  ...'javascript://x.example/%0aalert(1) data:text/html,x data: file:///etc/passwd ftp://x/'.split(' '),
  ...'blob:https://x.example/y view-source:https://x.example/ intent://x'.split(' '),
  ...[' ', 'http:// x', ' https://x.example', ' javascript:alert(1)'],
  ...['https://a b.example/', 'https://a<b.example/'],
];
const origin = (): Values => ({
  good: [],
  bad: [
    [`https://${'x'.repeat(300)}`, ['too_long', 'invalid_format']],
    ...each(
      noUrls.filter((text) => text !== ' https://x.example'),
      'invalid_format',
    ),
    ...each(['https://x.example/y', 'https://x.example?y', 'https://*.example'], 'invalid_format'),
  ],
});
const view = (): Values => ({
  good: ['/', '/?range=7d', '/pages/x?a=b&a=c+d%2F', '/a//b', `/${'x'.repeat(1999)}`],
  bad: [
    ['', ['too_short', 'invalid_format']],
    [`/${'x'.repeat(2000)}`, ['too_long']],
    ...words('x //x.example ///x /\\x.example \\\\x ?x #x /#x /x#y /<x> /"x /é', 'invalid_format'),
    ...each(
      ['javascript:alert(1)', 'https://x.example/', ' /', '/ ', '/\n', '/\u0000', '/\ud800'],
      'invalid_format',
    ),
  ],
});
const longUrl = (length: number) => `https://x.example/${'x'.repeat(length - 18)}`;
const webUrl = (): Values => ({
  good: [
    'https://x.example',
    'HTTP://X.example:8080/a?b#c',
    'https://bücher.example/ü',
    'http://[::1]/',
    'https://x.example/a b',
    longUrl(2048),
  ],
  bad: [
    ...each([...noUrls, 'mailto:a@b.example', 'tel:+1'], 'invalid_value'),
    ...each([longUrl(2049), `https://x.example/${astral.repeat(2031)}`], 'too_long'),
    ...unprintable([...controls, ...surrogates, ...breaks], 'https://x.example/'),
    ...each(['\u0000https://x.example', 'https\n://x.example'], 'invalid_format', 'invalid_value'),
  ],
});
const webhookUrl = (): Values => ({
  good: ['https://hooks.acme.example/', 'HTTPS://Hooks.acme.example:8443/x?a=b%20c'],
  bad: [
    ['', ['too_short']],
    [longUrl(2049), ['too_long']],
    ...each(
      noUrls.filter((text) => text !== ''),
      'invalid_format',
    ),
    ...words(
      'http://acme.example/ https://acme.example/#x https://10.0.0.1/ https://acme/',
      'invalid_format',
    ),
    ...unprintable([...controls, ...breaks], 'https://x.example/'),
  ],
});
const actionUrl = (): Values => ({
  good: [
    ...webUrl().good,
    'mailto:a@b.example',
    'MAILTO:a@b.example?subject=x y',
    'tel:+15551234',
    'TEL:123',
  ],
  bad: [
    ...webUrl().bad.filter(([value]) => value !== 'mailto:a@b.example' && value !== 'tel:+1'),
    ...words('mailto: mailto:?subject=x mailto:/x mailto:#x tel: tel:?1', 'invalid_value'),
    ...each(['mailto: ', 'tel: 1'], 'invalid_value'),
    ...each(
      ['java\nscript:alert(1)', 'java\tscript:alert(1)', '\u0001javascript:alert(1)'],
      'invalid_format',
      'invalid_value',
    ),
  ],
});

const fragment = (): Values => ({
  good: [
    '/',
    '/pages',
    '/pages/page_x?range=30d&country=DE',
    '/?q=a b#c',
    '/a//b\\c',
    '/über',
    `/${'x'.repeat(1999)}`,
  ],
  bad: [
    ...each(['x', '#/', '?/', ' /', '//', '//x.example', '/\\x.example', '///'], 'invalid_value'),
    ...each(['https://x.example/', 'javascript:alert(1)', 'data:text/html,x'], 'invalid_value'),
    ...each([`/${'x'.repeat(2000)}`, `/${astral.repeat(2000)}`], 'too_long'),
    ...unprintable([...controls, ...surrogates, ...breaks], '/'),
    ...each(['\u0000/'], 'invalid_format', 'invalid_value'),
  ],
});

const instant = (): Values => ({
  good: [],
  bad: [
    ...words('never 2999-12-31 2999-12-31T23:59:59 32503680000 1741082400000', 'invalid_format'),
    ...words('2999-02-29T00:00:00Z 2999-13-01T00:00:00Z 2999-12-31T24:00:00Z', 'invalid_format'),
    ...words('+012999-12-31T23:59:59Z 2999-12-31T23:59:59+24:00', 'invalid_format'),
    ...words('2025-03-04T25:00:00Z 2025-03-04T10:00:00+2:00', 'invalid_format'),
    ...each(['', 'x', '2999-12-31 23:59:59Z', '2999-12-31T23:59:59Z\n'], 'invalid_format'),
    [`2026-01-01T00:00:00.${'0'.repeat(300)}Z`, ['too_long']],
    [32503680000, ['invalid_type']],
  ],
});

/** The values of a text by the `pattern` of its schema. */
export const kinds: Record<string, (min: number, max: number) => Values> = {
  [linePattern]: line,
  [multilinePattern]: lines,
  [namePattern]: name,
  [optionalNamePattern]: name,
  '^[a-z0-9]+(-[a-z0-9]+)*$': kebab,
  [emailPattern]: email,
  '^\\+[1-9]\\d{1,14}$': phoneNumber,
  [domainPattern]: domain,
  [originPattern]: origin,
  [viewPattern]: view,
  [webUrlPattern]: webUrl,
  [optionalWebUrlPattern]: webUrl,
  [webhookPattern]: webhookUrl,
  [actionUrlPattern]: actionUrl,
  [fragmentPattern]: fragment,
  [rfc3339.source]: instant,
  '^[A-Za-z][A-Za-z0-9_+\\-\\/]*$': () => ({
    good: ['UTC', 'Europe/Berlin', 'america/new_york'],
    bad: [
      ...each(['', 'x', 'Berlin', '+05:30', 'CEST', 'Europe/Berlin ', 'UTC\u0000', '\ud800'], 'not_allowed'),
      ['x'.repeat(65), ['too_long']],
    ],
  }),
  // The name of a field of a page.
  '^[A-Za-z][A-Za-z0-9_\\-]*$': () => ({
    good: ['hero', 'Hero-2_b', 'x'.repeat(50)],
    bad: [
      ...each(['', 'my hero', '2nd', '-a', 'zo\u00eb', 'a.b', 'a\u0000', '\ud800'], 'invalid_format'),
      ...each(['constructor', 'toString', 'hasOwnProperty'], 'invalid_value'),
      ['x'.repeat(51), ['too_long']],
    ],
  }),
  // Names of fields.
  '^[\\w\\-,]*$': (_min, max) => ({
    good: ['hero,button', 'x'.repeat(max)],
    bad: [...each(['a b', 'é', 'a\u0000', '<b>'], 'invalid_format'), ['x'.repeat(max + 1), ['too_long']]],
  }),
  '^[\\w\\-]{16,64}$': () => ({
    good: [],
    bad: [
      ...each(['', 'x'.repeat(15), 'x'.repeat(65), 'é'.repeat(16), '../../../../../..'], 'invalid_format'),
      ...each(
        [' ', '\n', '\u0000'].map((end) => `${'x'.repeat(16)}${end}`),
        'invalid_format',
      ),
    ],
  }),
  '^[\\w\\-]{11}$': () => ({
    good: ['x'.repeat(11), '-_09AZaz-_0'],
    bad: each(
      ['x'.repeat(10), 'x'.repeat(12), 'abcdefghij=', 'abcdefghijé', 'abcde fghij'],
      'invalid_format',
    ),
  }),
  '^[\\w\\-]{1,64}$': () => ({
    good: [],
    bad: each(['', 'x'.repeat(65), 'a b', 'é'], 'invalid_format'),
  }),
  '^[^\\s\\/\\\\?#@%]+$': () => ({
    good: [],
    bad: [
      ['x'.repeat(256), ['too_long', 'invalid_format']],
      ...words('https://x.example x.example/a x.example:80 a@x.example .x.example', 'invalid_format'),
      ...words('x..example x? # - x.example%2f', 'invalid_format'),
      ...each(['x y', 'a\u0000b', 'a\nb', '\ud800', `${'x'.repeat(64)}.example`], 'invalid_format'),
    ],
  }),
  '^[A-Z]{2}$': () => ({ good: [], bad: each(['', 'de', 'DEU', 'D', 'D1'], 'invalid_format') }),
};
