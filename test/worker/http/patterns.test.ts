import fc from 'fast-check';
import * as z from 'zod/mini';
import document from '../../../public/openapi.json';
import { domain } from '../../../src/http/host-schemas.ts';
import * as identifiers from '../../../src/http/identifier-schemas.ts';
import * as schemas from '../../../src/http/schemas.ts';
import { rfc3339 } from '../../../src/lib/time.ts';
import { kinds } from '../support/values.ts';

/** Every `pattern` of a part of the document, with its place. */
function patternsOf(part: unknown, path = ''): [where: string, pattern: string][] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]): [string, string][] =>
    name === 'pattern' && typeof value === 'string' ? [[path, value]] : patternsOf(value, `${path}/${name}`),
  );
}
const patterns = [...new Set(patternsOf(document).map(([, pattern]) => pattern))];

/** The contents of the character classes of a pattern. */
const classesOf = (pattern: string) =>
  [...pattern.matchAll(/\\.|\[\^?((?:\\.|[^\]\\])*)\]/gsv)].flatMap(([, inside]) => inside ?? []);

describe('every pattern of the document', () => {
  test.each(patterns)('%s is valid in ECMAScript, Java, Python and RE2', (pattern) => {
    for (const flags of ['', 'u', 'v']) expect(() => new RegExp(pattern, flags)).not.toThrow();
    // Groups have no names, look-around or inline flags.
    expect(pattern.replace(/\\./gsv, '')).not.toMatch(/\((?!\?:)\?/v);
    // Only escapes that all engines know: of punctuation, of classes, and with two hexadecimal digits.
    for (const [one] of pattern.matchAll(/\\(?:x..|.)/gsv))
      expect(one).toMatch(/^\\(?:[dDwWsS]|x[0-9A-F]{2}|[!-\/:-@\[-`\{-~])$/v);
    for (const inside of classesOf(pattern)) {
      const plain = inside.replace(/\\(?:x[0-9A-F]{2}|.)/gsv, '_');
      expect(plain).not.toMatch(/[\[\]\(\)\{\}\/\|]/v);
      // No set operations, and no hyphen outside a range.
      expect(plain).not.toMatch(/^-|-$|--|&&|\|\||~~/v);
    }
    // No quantifier directly after another one.
    expect(pattern.replace(/\\./gsv, '_').replace(/\[[^\]]*\]/gv, '_')).not.toMatch(/[*+?\}][*+]/v);
  });

  test('are found in the whole document', () => {
    expect(patterns.length).toBeGreaterThan(15);
    expect(patterns).toContain(rfc3339.source);
  });
});

const matches = (schema: z.ZodMiniType) => {
  const pattern = z.globalRegistry.get(schema)?.pattern;
  if (typeof pattern !== 'string') throw new Error('the schema has no pattern');
  const [unicode, sets] = [new RegExp(pattern, 'u'), new RegExp(pattern, 'v')];
  return (text: string) => {
    expect(unicode.test(text)).toBe(sets.test(text));
    return sets.test(text);
  };
};

/** Parts of texts, which make the texts come close to the rules. */
const pieces = [
  'a',
  'B',
  '1',
  '-',
  '_',
  '.',
  '..',
  '@',
  ':',
  '/',
  '//',
  '?',
  '#',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '\\',
  ' ',
  '\t',
  '\n',
  '\u00a0',
  '\u2003',
  '\u2028',
  '\ufeff',
  '\u00ad',
  '\u200b',
  '\u202e',
  '\u2066',
  '\u0000',
  '\u001f',
  '\u007f',
  '\u0085',
  'ü',
  'é',
  '\u0301',
  '王',
  '\u{1f4a9}',
  'İ',
  '+',
  '%',
  "'",
  '"',
  'www.',
  'http://',
  'HTTPS://',
  'ftp://',
  'mailto:',
  'tel:',
  ':80',
  'acme.example',
  'user@',
  'x:y@',
];
/** What the fields take at the limits of their rules. */
const taken = Object.values(kinds).flatMap((valuesOf) => valuesOf(1, 100).good.map(String));
const texts = fc.oneof(
  fc.constantFrom(...taken),
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  fc.emailAddress(),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
);

describe('the patterns in the document match the rules of the service', () => {
  // Invisible characters beyond the BMP have no notation that all engines share, so the patterns allow them.
  const isTold = (text: string) => !/[\u{10000}-\u{10ffff}]/v.test(text) || !/\p{Cf}/v.test(text);
  test.each([
    ['name', schemas.name],
    ['text', schemas.text(1, 255)],
    ['multilineText', schemas.multilineText(1, 255)],
  ] as const)('%s, in both directions', (_name, schema) => {
    const isMatch = matches(schema);
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(isTold(text) && text.length <= 200);
        expect(isMatch(text)).toBe(schema.safeParse(text).success);
      }),
      { numRuns: 3000 },
    );
  });

  // Only URL can decide whether a host or a port is valid.
  test.each([
    ['webUrl', schemas.webUrl(1)],
    ['webUrl or nothing', schemas.webUrl(0)],
    ['actionUrl', schemas.actionUrl],
    ['instant', schemas.instant],
    ['linkedinProfileUrl', identifiers.linkedinProfileUrl],
    ['email', identifiers.email],
    ['domain', domain],
  ] as const)('%s: everything that is taken matches', (name, schema) => {
    const isMatch = name === 'instant' ? (text: string) => rfc3339.test(text) : matches(schema);
    const more =
      name === 'instant' ? fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) : texts;
    fc.assert(
      fc.property(fc.oneof(texts, more), (text) => {
        fc.pre(isTold(text));
        if (schema.safeParse(text).success) expect(isMatch(text), text).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  // Values that are taken, and others that are refused though no pattern can say so: support/values.ts.
  test.each([
    ['email', identifiers.email, 'a@b@c'],
    ['email', identifiers.email, 'a b@c'],
    ['email', identifiers.email, 'a\u00ad@b'],
    ['email', identifiers.email, 'a\u0000@b'],
    ['domain', domain, 'acme.example\n'],
    ['name', schemas.name, '\u00a0\u3000'],
    ['name', schemas.name, 'a\nb'],
    ['webUrl', schemas.webUrl(1), ''],
    ['webUrl', schemas.webUrl(0), 'https://user@x.example/'],
    ['webUrl', schemas.webUrl(1), 'javascript:alert(1)'],
    ['actionUrl', schemas.actionUrl, 'https://user:pass@x.example/'],
    ['actionUrl', schemas.actionUrl, 'https://x.example\\@evil.example/'],
    ['actionUrl', schemas.actionUrl, 'https://pay\u00adpal.example/'],
    ['actionUrl', schemas.actionUrl, 'mailto:a\u200b@b.example'],
  ] as const)('%s: %o is refused, and the pattern says so', (_name, schema, text) => {
    expect([schema.safeParse(text).success, matches(schema)(text)]).toEqual([false, false]);
  });
});
