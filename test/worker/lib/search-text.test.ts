import fc from 'fast-check';
import { matchQuery, searchName, slugBase } from '../../../src/lib/search-text.ts';

/** The mark for the start of a word in the index. src/schema/derived/person-search.sql.ts writes the same. */
const mark = '\u0002\u0002';
const marked = (...words: string[]) => words.map((word) => mark + word).join(' ');
/** The quoted phrases of a query. Quotes in them are doubled. */
const phrases = (...words: string[]) => words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');

describe('the search text of a name', () => {
  test.each([
    ['one word', 'Anna', ['anna']],
    ['words', 'Anna Maria Berg', ['anna', 'maria', 'berg']],
    ['a word twice', 'Anna anna ANNA', ['anna']],
    ['any white space', ' Anna\tMaria\u00a0Berg\u3000Lund ', ['anna', 'maria', 'berg', 'lund']],
    ['accents', 'Zo\u00eb Bj\u00f6rk \u00c9mile', ['zoe', 'bjork', 'emile']],
    ['decomposed accents', 'Zoe\u0308', ['zoe']],
    [
      'letters that do not decompose',
      'Stra\u00dfe \u0141\u0105cki S\u00f8ren \u00c6r\u00f8 \u0152uvre',
      ['strasse', 'lacki', 'soren', 'aero', 'oeuvre'],
    ],
    ['a Turkish capital', '\u0130stanbul', ['istanbul']],
    ['a hyphen', 'Anna-Lena', ['anna-lena', 'anna', 'lena']],
    ['an apostrophe', "O'Neil", ["o'neil", 'o', 'neil']],
    ['quotes', '"Bob" Smith', ['"bob"', 'smith', 'bob']],
    ['control characters', 'a\u0000b\u0002c', ['a', 'b', 'c']],
    ['full-width letters', '\uff21\uff4e\uff4e\uff41', ['anna']],
    ['a ligature', '\ufb01ona', ['fiona']],
    ['an emoji', '\u{1f4a9} Bob', ['\u{1f4a9}', 'bob']],
    ['CJK', '\u738b\u4f1f', ['\u738b\u4f1f', '\u4f1f']],
    ['three of CJK', '王小明', ['王小明', '小明', '明']],
    ['Hangul and Latin', 'kim지민x', ['kim지민x', '지민', '민x']],
    ['Kana', 'さくら', ['さくら', 'くら', 'ら']],
    ['half-width Kana', 'ｻﾄｳ', ['サトウ', 'トウ', 'ウ']],
    ['Thai', 'สมชาย', ['สมชาย', 'มช', 'ชา', 'าย', 'ย']],
    ['only punctuation', '--', ['--']],
    ['nothing', '', []],
  ])('marks the words of %s', (_what, name, words) => expect(searchName(name)).toBe(marked(...words)));
});

describe('the words of a search query', () => {
  test.each([
    ['one word', 'Anna', ['anna']],
    ['words in any order', 'Berg  anna', ['berg', 'anna']],
    ['a word twice', 'anna ANNA', ['anna']],
    ['one and two characters', 'a be ber', [`${mark}a`, `${mark}be`, 'ber']],
    [
      'letters that do not decompose',
      '\u0141\u0105cki S\u00d8REN stra\u00dfe',
      ['lacki', 'soren', 'strasse'],
    ],
    ['a capital sharp s', 'GRO\u1e9eMANN', ['grossmann']],
    ['a letter that becomes two', '\u00df', [`${mark}ss`]],
    ['a hyphen', 'Anna-Lena', ['anna-lena']],
    ['a quote', 'say"hi', ['say"hi']],
    ['only quotes', '"""', ['"""']],
    ['one quote', '"', [`${mark}"`]],
    ['a control character', 'ann\u0000berg', ['ann', 'berg']],
    ['the mark of a word', '\u0002\u0002ann', ['ann']],
    ['FTS operators', 'AND OR NOT NEAR(anna', ['and', `${mark}or`, 'not', 'near(anna']],
    [
      'FTS syntax',
      'anna* ^anna -anna {name}:anna (anna)',
      ['anna*', '^anna', '-anna', '{name}:anna', '(anna)'],
    ],
    ['LIKE syntax', '%%% a_b', ['%%%', 'a_b']],
    ['three emoji', '\u{1f4a9}\u{1f4a9}\u{1f4a9}', ['\u{1f4a9}\u{1f4a9}\u{1f4a9}']],
    ['two CJK characters', '\u738b\u4f1f', [`${mark}\u738b\u4f1f`]],
    ['an e-mail address', 'Anna@Acme.com', ['anna@acme.com']],
    ['a phone number', '+49151', ['+49151']],
    ['a pasted LinkedIn URL', 'https://de.linkedin.com/in/Anna/?x=1', ['https://www.linkedin.com/in/Anna']],
    ['a LinkedIn URL among words', 'berg linkedin.com/in/anna', ['berg', 'https://www.linkedin.com/in/anna']],
    ['a LinkedIn URL with a quote', 'linkedin.com/in/an"na', ['https://www.linkedin.com/in/an%22na']],
    ['what only looks like a LinkedIn URL', 'x@linkedin.com/in', ['x@linkedin.com/in']],
  ])('quotes the words of %s', (_what, query, words) => expect(matchQuery(query)).toBe(phrases(...words)));

  test('searches for both cases of a profile with letters outside ASCII', () => {
    const [small, capital] = ['zo%c3%ab', 'zo%c3%8b'].map(
      (handle) => `"https://www.linkedin.com/in/${handle}"`,
    );
    for (const spelling of ['zoë', 'ZOË', 'zo%C3%AB', 'zo%c3%8b'])
      expect(matchQuery(`linkedin.com/in/${spelling} berg`)).toBe(
        spelling === 'ZOË' || spelling === 'zo%c3%8b'
          ? `(${capital} OR ${small}) AND "berg"`
          : `(${small} OR ${capital}) AND "berg"`,
      );
  });

  test.each(['', ' ', '\t\n\u00a0\u3000', '\u0000', '\u0002\u0002', '\u0308'])('is null for %j', (query) =>
    expect(matchQuery(query)).toBeNull(),
  );

  test('finds every word of a name in its index text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        const query = matchQuery(name);
        if (query === null || /linkedin\.com\//i.test(name)) return;
        for (const phrase of query.slice(1, -1).split('" AND "')) {
          expect(searchName(name)).toContain(phrase.replaceAll('""', '"'));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is always a list of closed phrases, whatever is typed', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('"', "'", '*', '(', ')', ' ', '^', ':', '-', 'a', '\u0000', '\\'),
    });
    fc.assert(
      fc.property(hostile, (query) => {
        expect(matchQuery(query) ?? '""').toMatch(/^"(?:[^"]|"")*"(?: AND "(?:[^"]|"")*")*$/);
      }),
    );
  });
});

describe('the slug of a name', () => {
  test.each([
    ['Anna Berg', 'anna-berg'],
    ["Zo\u00eb O'Neil", 'zoe-o-neil'],
    ['Stra\u00dfe \u0141\u0105cki S\u00f8ren', 'strasse-lacki-soren'],
    ['  --Anna--  ', 'anna'],
    ['a/b?c#d%e', 'a-b-c-d-e'],
    ['../../etc', 'etc'],
    ['\u738b\u4f1f', 'person'],
    ['', 'person'],
    ['R2-D2', 'r2-d2'],
    ['a'.repeat(61), 'a'.repeat(60)],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
  ])('of %j is %j', (name, slug) => expect(slugBase(name)).toBe(slug));

  test('fits a URL for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (name) => {
        const slug = slugBase(name);
        expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(60);
      }),
    );
  });
});
