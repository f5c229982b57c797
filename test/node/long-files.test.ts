import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { always, type Files, filesThatWait, groups, hasTurn } from '../long-files.ts';
import { root } from './processes.ts';

const parts = Object.values(groups).flat();
const all = [...parts, always].flatMap((files) => Object.keys(files)).map((file) => `test/${file}.test.ts`);
const timeOf = (files: Files) => Object.values(files).reduce((sum, seconds) => sum + seconds, 0);
const seeds = Array.from({ length: 12_000 }, (_, index) => 1_795_770_000 + index);

/** Every group, and the place that has its turn with each of the seeds. */
const turns = Object.entries(groups).map(([group, { length }]) => ({
  among: length,
  places: seeds.map((seed) =>
    Array.from({ length }, (_, place) => place).findIndex((place) => hasTurn(seed, group, place, length)),
  ),
}));

test('every long file exists, and is listed once', () => {
  expect(all.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});

test('a run has one part of each group, and TEST_SEED=all has them all', () => {
  const inGroups = parts.flatMap((files) => Object.keys(files)).map((file) => `test/${file}.test.ts`);
  for (const seed of seeds.slice(0, 100)) {
    const waiting = new Set(filesThatWait(seed));
    const taken = Object.values(groups).map(
      (group) =>
        group.filter((files) => Object.keys(files).every((file) => !waiting.has(`test/${file}.test.ts`)))
          .length,
    );
    expect(new Set(taken)).toEqual(new Set([1]));
    expect(inGroups.filter((file) => waiting.has(file))).toHaveLength(waiting.size);
  }
  expect(filesThatWait('all')).toEqual([]);
});

test('almost every run has a set of files of its own', () => {
  const sets = seeds.map((_, run) => turns.map(({ places }) => places[run]).join());
  expect(new Set(sets).size).toBeGreaterThan(0.99 * seeds.length);
});

test('each part has its share of the runs, whatever the remainder of the seed that turns.ts takes', () => {
  for (const cases of [1, 2, 3, 4, 6, 12, 26]) {
    for (const { among, places } of turns) {
      const runs = Array.from({ length: cases * among }, () => 0);
      for (const [run, place] of places.entries()) {
        const kind = ((seeds[run] ?? 0) % cases) * among + place;
        runs[kind] = (runs[kind] ?? 0) + 1;
      }
      // Some 115 runs or more are expected of each kind: so many differ by less than five standard deviations.
      const expected = seeds.length / cases / among;
      expect(Math.min(...runs)).toBeGreaterThan(expected - 5 * Math.sqrt(expected));
      expect(Math.max(...runs)).toBeLessThan(expected + 5 * Math.sqrt(expected));
    }
  }
});

test('the part of one group says nothing about the part of another', () => {
  for (const [index, one] of turns.entries()) {
    for (const other of turns.slice(index + 1)) {
      const runs = Array.from({ length: one.among * other.among }, () => 0);
      for (const [run, place] of one.places.entries()) {
        const pair = place * other.among + (other.places[run] ?? 0);
        runs[pair] = (runs[pair] ?? 0) + 1;
      }
      const expected = seeds.length / runs.length;
      expect(Math.min(...runs)).toBeGreaterThan(expected - 5 * Math.sqrt(expected));
      expect(Math.max(...runs)).toBeLessThan(expected + 5 * Math.sqrt(expected));
    }
  }
});

test('a run takes about as long as any other', () => {
  const whole = parts.map(timeOf).reduce((sum, seconds) => sum + seconds);
  const times = seeds.map((_, run) =>
    Object.values(groups)
      .map((group, index) => timeOf(group[turns[index]?.places[run] ?? -1] ?? {}))
      .reduce((sum, seconds) => sum + seconds),
  );
  expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.15);
  expect(Math.max(...times)).toBeLessThan(whole / 2);
});

test('npm test runs every project of vitest.config.ts once', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const run = ['vitest:node', 'vitest:worker'].flatMap((script) =>
    Array.from((scripts[script] ?? '').matchAll(/--project[ =](\S+)/g), ([, name]) => name),
  );
  // The text, because to import the file takes two seconds of CPU time. The linter keeps its indents.
  const text = readFileSync(path.join(root, 'vitest.config.ts'), 'utf8');
  const projects = /^ {4}projects: \[\n(.*?)^ {4}\],\n/ms.exec(text)?.[1] ?? '';
  const names = Array.from(
    projects.matchAll(/^ {6}\S.*?^ {6}\},$/gms),
    ([project]) => /^ {10}name: '(.+)',$/m.exec(project)?.[1] ?? project,
  );
  expect(names.length).toBeGreaterThan(1);
  expect(run.toSorted()).toEqual(names.toSorted());
});
