import { describe, expect, test } from 'vitest';
import { fileName, joined, reordered } from '../../console/src/data/file.ts';

test.each([
  ['Accounts', 'footfall-accounts-2026-11-25.csv'],
  ['Visits by UTM source', 'footfall-visits-by-utm-source-2026-11-25.csv'],
  ['Zoë, ../../etc', 'footfall-zoe-etc-2026-11-25.csv'],
  ['東京', 'footfall-2026-11-25.csv'],
])('the file of %j is called %s', (what, name) => {
  expect(fileName(what, new Date('2026-11-25T23:00:00Z'))).toBe(name);
});

describe('one file of several', () => {
  const mark = '\u{FEFF}';
  const [head, empty] = [`${mark}a,b\r\n`, `${mark}a\r\n`];

  test('has one line of names, and the rows of all', () => {
    expect(joined([`${head}1,2\r\n`, `${head}3,4\r\n5,6\r\n`])).toBe(`${head}1,2\r\n3,4\r\n5,6\r\n`);
  });

  test('leaves out those without rows, whose columns may be fewer', () => {
    expect(joined([empty, `${head}1,2\r\n`])).toBe(`${head}1,2\r\n`);
  });

  test('is refused if the lists have different columns', () => {
    expect(() => joined([`${head}1,2\r\n`, `${mark}a,c\r\n1,2\r\n`])).toThrow('different columns');
  });

  test('keeps the names if nothing has rows', () => {
    expect(joined([empty, empty])).toBe(empty);
  });

  test('has one mark, whether the others have kept theirs or not', () => {
    expect(joined([`a\r\n1\r\n`, `${mark}a\r\n2\r\n`])).toBe(`${mark}a\r\n1\r\n2\r\n`);
  });
});

test('a file is in the order of the screen, also with lines within cells; what the screen has not loaded follows', () => {
  const head = '\u{FEFF}id,name\r\n';
  const [a, b, c] = ['a,"one\r\n""two"", x"\r\n', 'b,\r\n', 'c,"",\r\n'];
  const file = `${head}${a}${b}${c}`;
  expect(reordered(file, { by: 'id', ids: ['c', 'a'] })).toBe(`${head}${c}${a}${b}`);
  expect(reordered(file, { by: 'none', ids: ['c'] })).toBe(file);
  expect(reordered(head, { by: 'id', ids: ['c'] })).toBe(head);
});
