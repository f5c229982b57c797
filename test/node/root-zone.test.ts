import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publicNames, rootBitsFile, rootBitsSource } from '../../scripts/build/root-bits.ts';
import { isOfRoot } from '../../src/outbound/webhooks/root-zone.ts';

test('the filter of top-level domains is that of the installed list', async () => {
  expect(readFileSync(rootBitsFile, 'utf8')).toBe(await rootBitsSource());
});

test('every top-level domain of the root zone passes, and hardly any other name', () => {
  expect(publicNames.length).toBeGreaterThan(1000);
  expect([...publicNames, 'de', 'io', 'xn--p1ai'].filter((name) => !isOfRoot(name))).toEqual([]);
  const known = new Set(publicNames);
  // Twelve thousand names that no list has: 26 letters, twice, around each of 18 words.
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const words =
    'lan home corp svc node rack vpn dmz prod stage net1 office wifi data hub lab dev1 cloudy'.split(' ');
  const made = words.flatMap((word) =>
    [...letters].flatMap((a) => [...letters].map((b) => `${a}${word}${b}`)),
  );
  const passing = made.filter((name) => !known.has(name) && isOfRoot(name));
  expect(passing.length / made.length).toBeLessThan(0.02);
});
