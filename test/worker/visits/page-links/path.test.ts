import fc from 'fast-check';
import { fold } from '../../../../src/lib/fold.ts';
import {
  foldPath,
  isPhrase,
  normalisePath,
  phraseOf,
  searchPathOf,
} from '../../../../src/visits/page-links/path.ts';
import { newDomain, newLink, patch, post, unique } from '../../support/page-links.ts';
import { newPageId } from '../../support/pages.ts';
import { outcome } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

/** Text from characters that occur in paths, and from characters that are invalid there. */
const pathLike = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '/',
      '.',
      '..',
      '%',
      '%2F',
      '%2e',
      '%25',
      '%C3%BC',
      '%00',
      '%20',
      ' ',
      '\\',
      'a',
      'B',
      'ü',
    ),
    fc.constantFrom(
      'u\u0308',
      '\u0308',
      'ς',
      'Σ',
      '한',
      '\u1112',
      '\u1161',
      '\u{1f4a9}',
      'ﬁ',
      '´',
      '\u00a0',
      ':',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 24,
});

describe('the path of a page link is normalised: its spelling', () => {
  test.each([
    ['pricing', '/pricing'],
    ['/pricing/', '/pricing'],
    ['//pricing///', '/pricing'],
    ['/', '/'],
    ['///', '/'],
    ['.', '/'],
    ['..', '/'],
    ['/a/./b/.', '/a/b'],
    ['/a/b/../c', '/a/c'],
    ['/a/..', '/'],
    ['/../../a', '/a'],
    ['/a//../b', '/b'],
    ['/a/%2E%2e/b', '/b'],
    ['/a/...', '/a/...'],
    ['/a/.b', '/a/.b'],
    ['/Pricing', '/Pricing'],
    ['/%70ricing', '/pricing'],
    ['/%C3%BCber-uns', '/über-uns'],
    ['/%c3%bcber-uns', '/über-uns'],
    ['/u\u0308ber-uns', '/über-uns'],
    ['/u%CC%88ber-uns', '/über-uns'],
    ['/a b', '/a%20b'],
    ['/a\u3000b', '/a%E3%80%80b'],
    ['/100%25', '/100%25'],
    ['/a%2Fb', '/a%2Fb'],
    ['/a%2fb', '/a%2Fb'],
    ['/..%2F..', '/..%2F..'],
    ['/a%3Fb%23c', '/a%3Fb%23c'],
    ['/a\\b', '/a%5Cb'],
    ['/a%00b', '/a%00b'],
    ['/%F0%9F%92%A9', '/\u{1f4a9}'],
    ['/https://x', '/https:/x'],
    ['mailto:x', '/mailto:x'],
  ])('%j is %j', (path, expected) => expect(normalisePath(path)).toBe(expected));

  test.each(['https://x/y', 'git+ssh://x', '/a?b', '/a#b', '/100%', '/%zz', '/%C3', '/%FF', '/%C0%AF'])(
    '%j is not a path',
    (path) => expect(normalisePath(path)).toBeUndefined(),
  );

  test('changes nothing the second time', () => {
    fc.assert(
      fc.property(pathLike, (path) => {
        const normal = normalisePath(path);
        if (normal === undefined) return;
        expect(normalisePath(normal)).toBe(normal);
        expect(normal).toMatch(/^(?:\/|(?:\/[^/]+)+)$/);
        expect(normal).not.toMatch(/[?#\\\s\p{Cc}]|\/\.\.?(?:\/|$)/u);
      }),
      { numRuns: 2000 },
    );
  });

  test('does not depend on the escapes', () => {
    const escaped = (character: string) =>
      [...new TextEncoder().encode(character)]
        .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
        .join('');
    fc.assert(
      fc.property(pathLike, fc.infiniteStream(fc.boolean()), (path, choices) => {
        const normal = normalisePath(path);
        if (normal === undefined) return;
        const choose = () => choices.next().value;
        // An escape is encoded already, and a slash is a separator. Neither has another spelling.
        const spelling = normal.replace(/%..|[^/]/gu, (part) =>
          part.length === 3 && part.startsWith('%') ? part : choose() ? escaped(part) : part,
        );
        expect(normalisePath(spelling)).toBe(normal);
      }),
      { numRuns: 1000 },
    );
  });
});

/** The trigrams of the tokenizer: every three adjacent characters. */
function trigrams(text: string): string[] {
  const characters = [...text];
  return characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''));
}
/** How FTS5 matches a quoted phrase: its trigrams must follow each other. */
function matches(path: string, query: string): boolean {
  const folded = foldPath(query);
  if (folded === '') return true;
  const text = phraseOf(folded).slice(1, -1).replaceAll('""', '"');
  expect(trigrams(text).length).toBeGreaterThan(0);
  return `\n${trigrams(searchPathOf(path)).join('\n')}\n`.includes(`\n${trigrams(text).join('\n')}\n`);
}
/** The text that a search must find, without marks and trigrams. */
const plain = (text: string) => fold(text.replace(/[\s\p{Cc}]/gu, encodeURIComponent)).replaceAll('ς', 'σ');

describe('the search text of a path', () => {
  test.each([
    ['/ab', '/ab\u0002\u0002/\u0002\u0002a\u0002\u0002b\u0002/a\u0002ab'],
    ['/', '/\u0002\u0002/'],
    ['/Üa', '/ua\u0002\u0002/\u0002\u0002u\u0002\u0002a\u0002/u\u0002ua'],
    ['/aaa', '/aaa\u0002\u0002/\u0002\u0002a\u0002/a\u0002aa'],
  ])('of %j is %j', (path, text) => expect(searchPathOf(path)).toBe(text));

  test.each([
    ['a', '"\u0002\u0002a"'],
    ['aB', '"\u0002ab"'],
    ['Über', '"uber"'],
    [' ', '"%20"'],
    ['\u0000', '"%00"'],
    ['\u0002a', '"%02a"'],
    ['"', '"\u0002\u0002"""'],
    ['a*"', '"a*"""'],
    ['ΟΔΟΣ', '"οδοσ"'],
    ['\u{1f4a9}', '"\u0002\u0002\u{1f4a9}"'],
  ])('is searched for %j with %j', (query, phrase) => expect(phraseOf(foldPath(query))).toBe(phrase));

  test.each(['', '\u0308'])('is not searched for %j', (query) => expect(foldPath(query)).toBe(''));

  test('is searched for the first 64 characters', () => {
    const text = '\u{1f4a9}'.repeat(64);
    expect([isPhrase(text), phraseOf(text)]).toEqual([true, `"${text}"`]);
    expect([isPhrase(`${text}a`), phraseOf(`${text}a`)]).toEqual([false, `"${text}"`]);
  });

  test('matches a query if and only if the folded path contains it', () => {
    const fromPath = fc
      .tuple(pathLike, fc.nat(30), fc.nat(5))
      .map(([path, start, length]): [string, string] => {
        const normal = normalisePath(path) ?? '/';
        return [
          normal,
          [...normal]
            .slice(start % (normal.length + 1))
            .slice(0, length)
            .join(''),
        ];
      });
    const free = fc.tuple(
      pathLike.map((path) => normalisePath(path) ?? '/'),
      pathLike,
    );
    fc.assert(
      fc.property(fc.oneof(fromPath, free), ([path, query]) => {
        expect(matches(path, query)).toBe(plain(path).includes(plain(query)));
      }),
      { numRuns: 5000 },
    );
  });

  test('finds every part of a path in any case', () => {
    expect(matches('/ΟΔΟΣ/ΑΘΗΝΑ', 'οδοσ')).toBe(true);
    expect(matches('/ΟΔΟΣΑ', 'ΟΔΟΣ')).toBe(true);
    expect(matches('/Straße', 'STRASSE')).toBe(true);
  });
});

let pageId = '';
beforeAll(async () => {
  pageId = await newPageId();
});

describe('the path that a page link has', () => {
  test.each([
    ['PRICING', '/PRICING'],
    ['//über//uns/', '/über/uns'],
    ['/%C3%BCber%20alles', '/über%20alles'],
    ['/a/../b/./c', '/b/c'],
    ['/50%25', '/50%25'],
  ])('%j is stored as %j', async (path, stored) => {
    const tenantDomainId = await newDomain();
    const target = { targetType: 'page', pageId };
    expect((await newLink({ path, tenantDomainId, target })).path).toBe(stored);
  });

  test.each(['/a/ü', 'a/ü', '//a//ü//', '/a/ü/', '/a/%C3%BC', '/a/u\u0308', '/%61/ü', '/x/../a/./ü'])(
    'is accepted in the spelling %j too',
    async (path) => {
      const tenantDomainId = await newDomain();
      const target = { targetType: 'page', pageId };
      const holder = await newLink({ path: '/a/ü', tenantDomainId, target });
      const other = await newLink({ path: '/other', tenantDomainId, target });
      await writesNothing(async () => {
        for (const reply of [
          await post({ path, tenantDomainId, target }),
          await patch(other, { path }),
          await patch(other, { path, tenantDomainId }),
        ]) {
          expect(outcome(reply)).toEqual([409, 'path_taken']);
          expect(reply.body).toMatchObject({ field: 'path', conflictingId: holder.pageLinkId });
        }
      });
      // The link itself does not take up its own path.
      expect((await patch(holder, { path })).body.path).toBe('/a/ü');
    },
  );

  test('is case-sensitive', async () => {
    const path = `/${unique()}`;
    await newLink({ path, target: { targetType: 'page', pageId } });
    await newLink({ path: path.toUpperCase(), target: { targetType: 'page', pageId } });
  });

  test('of 2,048 characters is accepted in its longest spelling', async () => {
    const path = `/${'\u{1f4a9}'.repeat(2047)}`;
    const spelling = encodeURI(path);
    const link = await newLink({
      path: spelling,
      tenantDomainId: await newDomain(),
      target: { targetType: 'page', pageId },
    });
    expect(link.path).toBe(path);
    expect((await patch(link, { path: link.path })).body.path).toBe(path);
  });
});
