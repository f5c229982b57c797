import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeHashSet, encodeHashSet } from '../../../src/lib/hash-set.ts';

test('every member is in the set', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 50 }), (texts) => {
      const has = decodeHashSet(encodeHashSet(texts));
      for (const text of texts) expect(has(text), text).toBe(true);
    }),
  );
});

test('an empty set has nothing', () => {
  const has = decodeHashSet(encodeHashSet([]));
  for (const text of ['', 'a', 'gmail.com']) expect(has(text)).toBe(false);
});

test('of 9,000 members none is lost, and of 200,000 others a handful seems to be one', () => {
  const domains = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `company-${from + n}.example`);
  const members = domains(0, 9000);
  const has = decodeHashSet(encodeHashSet(members));
  expect(members.every(has)).toBe(true);
  expect(domains(9000, 209_000).filter(has).length).toBeLessThan(10);
});
