import { expect, test } from 'vitest';
import { visible } from '../../src/lib/visible.ts';

test.each([
  ['goo\u200bgle.com', 'goo[U+200B]gle.com'],
  ['\u202egpj.exe\u202c', '[U+202E]gpj.exe[U+202C]'],
  ['\u2066a\u2069', '[U+2066]a[U+2069]'],
  ['google\u200e.com', 'google[U+200E].com'],
  ['\ufeffspring', '[U+FEFF]spring'],
  ['a\u2028b\u2029c', 'a[U+2028]b[U+2029]c'],
  ['spr\u00ading', 'spr[U+00AD]ing'],
  ['goo\u200dgle', 'goo[U+200D]gle'],
  ['a\0b', 'a[U+0000]b'],
])('%j is shown as %s', (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each([
  ['words of several lines', 'one\n\ttwo'],
  ['a family and a flag', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u{1f3f4}\u{e0067}\u{e0062}\u{e007f}'],
  ['a Persian word', 'می\u200cخواهم'],
  ['a date in Arabic', '٢٢\u200f/١١\u200f/٢٠٢٦'],
  ['a number in Hebrew', '\u200e-5'],
  ['a name in Hebrew', 'דוד כהן'],
])('%s stays as it is', (_, text) => {
  expect(visible(text)).toBe(text);
});
