import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { freeMailDomains, freeMailFile, freeMailModule } from '../../scripts/lib/free-mail.ts';

test('the list of free mail is the one that npm run build makes', () => {
  expect(readFileSync(freeMailFile, 'utf8')).toBe(freeMailModule());
});

test('it has at most 20 KiB in the bundle', () => {
  expect(gzipSync(freeMailModule(), { level: 9 }).length).toBeLessThanOrEqual(20 * 1024);
});

test('what is added to the package is not in it, and is added once', () => {
  const { listed, lacked } = freeMailDomains();
  const known = new Set(listed);
  expect(lacked.filter((domain) => known.has(domain))).toEqual([]);
  expect(new Set(lacked).size).toBe(lacked.length);
});
