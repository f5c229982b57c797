import { parse } from 'csv-parse/sync';
import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { lineOf } from '../../../src/csv/cells.ts';

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
  ['=1+1', `'=1+1`],
  ["=cmd|' /C calc'!A0", `'=cmd|' /C calc'!A0`],
  ['+4930123456', `'+4930123456`],
  ['-1', `'-1`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['  =1', `"'  =1"`.replace('"', '').replace('"', '')],
  ['\t=1', `'\t=1`],
  ['\rx', `"'\rx"`],
  ['＝1+1', `'＝1+1`],
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
])('the text %j is made harmless', (text, cell) => {
  expect(lineOf([text])).toBe(`${cell}\r\n`);
});

test('a number is no formula, and a text with a sign in it neither', () => {
  expect(lineOf([-1, 'a=1', 'a@b.example', '1-2'])).toBe('-1,a=1,a@b.example,1-2\r\n');
});

test('a reader of RFC 4180 gets back every text, but for the apostrophe of a formula', () => {
  const texts = oneof(
    string({ unit: 'grapheme', maxLength: 20 }),
    string({ unit: constantFrom('"', ',', '\r', '\n', ' ', 'a', "'", '=', '\t', ';'), maxLength: 8 }),
  );
  assert(
    property(array(array(texts, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }), (rows) => {
      const read = parse(rows.map(lineOf).join(''), { record_delimiter: '\r\n' }) as string[][];
      expect(read).toHaveLength(rows.length);
      for (const [at, row] of rows.entries())
        for (const [column, text] of row.entries()) expect([text, `'${text}`]).toContain(read[at]?.[column]);
      // What a program would run begins with one of these.
      expect(read.flat().filter((text) => /^\s*[=+\-@]/u.test(text))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
