import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { always, type Files, filesThatWait, groups, hasTurn } from '../long-files.ts';
import { root } from './processes.ts';

const parts = Object.values(groups).flat();
const all = [...parts, always].flatMap((files) => Object.keys(files)).map((file) => `test/${file}.test.ts`);
const timeOf = (files: Files) => Object.values(files).reduce((sum, seconds) => sum + seconds, 0);
const seeds = Array.from({ length: 5000 }, (_, index) => 1_795_770_000 + index);

test('every long file exists, and is listed once', () => {
  expect(all.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});

test('a run has one part of each group, and TEST_SEED=all has them all', () => {
  for (const among of Object.values(groups).map(({ length }) => length)) {
    const places = Array.from({ length: among }, (_, place) => place);
    for (const seed of seeds.slice(0, 100))
      expect(places.filter((place) => hasTurn(seed, place, among))).toHaveLength(1);
  }
  expect(filesThatWait('all')).toEqual([]);
});

test('every long file runs after a few runs, with each remainder of the seed that turns.ts may take', () => {
  for (const among of [1, 2, 3, 4, 6, 12, 26]) {
    for (let remainder = 0; remainder < among; remainder++) {
      const some = seeds.filter((seed) => seed % among === remainder).slice(0, 40);
      const waiting = some.map((seed) => new Set(filesThatWait(seed)));
      expect(all.filter((file) => waiting.every((files) => files.has(file)))).toEqual([]);
    }
  }
});

test('a run takes about as long as any other', () => {
  const whole = parts.map(timeOf).reduce((sum, seconds) => sum + seconds);
  const times = seeds.slice(0, 100).map((seed) => {
    const taken = Object.values(groups).map((group) =>
      timeOf(group.find((_, place) => hasTurn(seed, place, group.length)) ?? {}),
    );
    return taken.reduce((sum, seconds) => sum + seconds);
  });
  expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.15);
  expect(Math.max(...times)).toBeLessThan(whole / 2);
});
