import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  packNumbers,
  packTexts,
  textsOf,
  unpackNumbers,
  unpackTexts,
} from '../../../src/analytics/columns.ts';

/** Numbers of each width, at and beside its limits. */
const number = fc.oneof(
  fc.constantFrom(0, 1, 255, 256, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 45),
  fc.nat(300),
  fc.nat(2 ** 31 - 1),
  fc.maxSafeNat().map((n) => n % 2 ** 45),
);
const text = fc.option(
  fc.oneof(
    fc.constantFrom(
      '',
      '\n',
      '"',
      '\\',
      '[',
      '=',
      '[1,2]',
      '=5',
      'b',
      '__proto__',
      '\u0000',
      '\ud800',
      '\u{1f4a9}',
    ),
    fc.string({ unit: 'binary' }),
  ),
  { nil: null },
);

const textsIn = ({ codes, texts }: ReturnType<typeof unpackTexts>) =>
  Array.from(codes, (code) => (code === 0 ? null : texts[code - 1]));

test('numbers are as they were', () => {
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 50 }), (numbers) => {
      expect([...Array.from(unpackNumbers(packNumbers(numbers), numbers.length))]).toEqual(numbers);
    }),
    { numRuns: 500 },
  );
});

test('texts are as they were, of which null is none', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 50 }), (texts) => {
      expect(textsIn(unpackTexts(packTexts(texts), texts.length))).toEqual(texts);
    }),
    { numRuns: 500 },
  );
});

test('more than 255 and more than 65,535 different texts are as they were', () => {
  for (const count of [255, 256, 70_000]) {
    const texts = Array.from({ length: count }, (_, n) => `${n}`);
    expect(textsIn(unpackTexts(packTexts(texts), count))).toEqual(texts);
  }
});

test('JSON arrays, as SQL makes them, are columns too', () => {
  fc.assert(
    fc.property(fc.array(number), fc.array(text), (numbers, texts) => {
      expect([...Array.from(unpackNumbers(JSON.stringify(numbers), numbers.length))]).toEqual(numbers);
      expect(textsIn(unpackTexts(JSON.stringify(texts), texts.length))).toEqual(texts);
      expect(textsIn(textsOf(texts))).toEqual(texts);
    }),
  );
});

test('a column takes the bytes of its widest number, and a constant one only that number', () => {
  const bytes = (most: number) => packNumbers([0, most]).length;
  expect([255, 256, 65_536, 2 ** 32].map(bytes)).toEqual([5, 9, 13, 25]);
  expect(packNumbers(Array(1000).fill(7))).toBe('=7');
  expect(packTexts(Array(1000).fill(null))).toBe('=0\n[]');
});
