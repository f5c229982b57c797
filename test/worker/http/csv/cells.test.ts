import { parse } from 'csv-parse/sync';
import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { lineOf } from '../../../../src/http/csv/cells.ts';

test.each([
  ['no value is an empty cell', [null, undefined, 'a'], ',,a'],
  ['an empty text is not', ['', 'a'], '"",a'],
  ['numbers are as in JSON', [0, -1.5, 1e21, 12345678901], '0,-1.5,1e+21,12345678901'],
  ['yes and no', [true, false], 'true,false'],
  [
    'a comma, a quote and the ends of lines need quotes',
    ['a,b', 'a"b', 'a\nb', 'a\r\nb'],
    '"a,b","a""b","a\nb","a\r\nb"',
  ],
  ['spaces at the ends are kept', [' a', 'a ', '\u00a0a'], '" a","a ","\u00a0a"'],
  [
    'what has members is JSON text',
    [['read', 'write'], { a: 1 }, []],
    '"[""read"",""write""]","{""a"":1}",[]',
  ],
  ['other scripts and emoji are as they are', ['Zoë', '東京', '😀'], 'Zoë,東京,😀'],
])('%s', (_, values, line) => {
  expect(lineOf(values)).toBe(`${line}\r\n`);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+4930123456', "'+4930123456"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', `"  '=1"`],
  ['\r\n=1', `"\r\n'=1"`],
  ['＝1+1', "'＝1+1"],
  // Where semicolons or tabs separate cells.
  ['a;=cmd|/C calc!A0;b', `"a;'=cmd|/C calc!A0;b"`],
  ['a\t+1', `"a\t'+1"`],
  ["'=1", "''=1"],
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
])('the text %j is made harmless', (text, cell) => {
  expect(lineOf([text])).toBe(`${cell}\r\n`);
});

test('a number is no formula, and a text with a sign in it neither', () => {
  expect(lineOf([-1, 'a=1', 'a@b.example', '1-2', "it's"])).toBe("-1,a=1,a@b.example,1-2,it's\r\n");
});

const texts = oneof(
  string({ unit: 'grapheme', maxLength: 20 }),
  string({ unit: constantFrom('"', ',', '\r', '\n', ' ', 'a', "'", '=', '\t', ';', '-'), maxLength: 8 }),
);
const files = array(array(texts, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 });

test('a reader of RFC 4180 gets back every text, when it takes the apostrophes off', () => {
  const bare = (text = '') => text.replace(/(^|[;\t\r\n])(\s*)'(?='*[=+\-@＝＋－＠])/gu, '$1$2');
  assert(
    property(files, (rows) => {
      const read = parse(rows.map(lineOf).join(''), { record_delimiter: '\r\n' }) as string[][];
      expect(read.map((row) => row.map(bare))).toEqual(rows);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['commas, with quotes', [','], '"'],
  ['semicolons', [';'], false],
  ['tabs', ['\t'], false],
  ['any of them, with quotes', [',', ';', '\t'], '"'],
] as const)('no cell is a formula for a reader that takes %s', (_, delimiter, quote) => {
  assert(
    property(files, (rows) => {
      const text = rows.map((row) => lineOf(['id', ...row])).join('');
      const options = { delimiter: [...delimiter], quote, relax_column_count: true };
      const read = parse(text, options) as string[][];
      expect(read.flat().filter((cell) => /^\s*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
