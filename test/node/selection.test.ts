import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesThatWait, groupsOf, mayBreak, seconds } from '../selection.ts';
import { root } from './processes.ts';

const groups = groupsOf(seconds);
const seeds = Array.from({ length: 2400 }, (_, index) => 1_795_770_000 + index);
/** Whether each file of a group runs, in a clone without changes. */
const runs = seeds.map((seed) => {
  const waiting = new Set(filesThatWait(seed, []));
  return groups.map((group) => group.filter((file) => !waiting.has(file)));
});

test('every file with a time exists', () =>
  expect(Object.keys(seconds).filter((file) => !existsSync(path.join(root, file)))).toEqual([]));

test('a run has one file of each group, and TEST_SEED=all has them all', () => {
  expect(new Set(runs.flat().map(({ length }) => length))).toEqual(new Set([1]));
  expect(filesThatWait('all')).toEqual([]);
});

test('each file has its share of the runs, whatever the remainder of the seed that turns.ts takes', () => {
  for (const cases of [1, 3, 4, 5, 6, 12])
    for (const [place, group] of groups.entries())
      for (const file of group) {
        const count = runs.filter(
          (run, index) => (seeds[index] ?? 0) % cases === 0 && run[place]?.[0] === file,
        ).length;
        const expected = seeds.length / cases / group.length;
        expect(Math.abs(count - expected), file).toBeLessThan(5 * Math.sqrt(expected));
      }
});

test('a run takes about as long as any other', () => {
  const times = runs.map((run) => run.flat().reduce((sum, file) => sum + (seconds[file] ?? 0), 0));
  expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.4);
});

test.each([
  ['src/outbound/alerts/store/weekly-report.ts', 'test/worker/outbound/alerts/fire.test.ts'],
  // Its model, whose helpers import from it.
  ['src/outbound/alerts/worker/fire.ts', 'test/worker/models/alerts.test.ts'],
  ['src/content/versions/store/open.ts', 'test/worker/models/publishing.test.ts'],
  ['src/people/persons/store/search.ts', 'test/worker/people/persons/search.test.ts'],
  // Searches import from the cursors of lib.
  ['src/lib/cursor.ts', 'test/worker/visits/page-links/search.test.ts'],
  ['console/src/screens/links/links.tsx', 'test/node/console/links.test.ts'],
  ['console/src/kit/stat.tsx', 'test/node/console/overview.test.ts'],
  ['scripts/deploy.ts', 'test/node/deploy.test.ts'],
  ['examples/express/website.mjs', 'test/node/website/examples.test.ts'],
  ['test/node/tracker.test.ts', 'test/node/tracker.test.ts'],
])('a change of %s runs %s', (changed, file) => expect(mayBreak([changed])(file)).toBe(true));

test('a change runs no long file that it does not concern', () => {
  const isConcerned = mayBreak(['src/outbound/alerts/store/weekly-report.ts', 'docs/README.md']);
  expect(groups.flat().filter(isConcerned)).toEqual(
    expect.not.arrayContaining(['test/node/kills.test.ts', 'test/node/console/links.test.ts']),
  );
});

test('npm test runs every project of vitest.config.ts once', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const run = ['vitest:node', 'vitest:worker'].flatMap((script) =>
    Array.from((scripts[script] ?? '').matchAll(/--project[ =](\S+)/g), ([, name]) => name),
  );
  // The text, because to import the file takes two seconds of CPU time.
  const text = readFileSync(path.join(root, 'vitest.config.ts'), 'utf8');
  const names = Array.from(text.matchAll(/^ {10}name: '(.+)',$/gm), ([, name]) => name);
  expect(names.length).toBeGreaterThan(1);
  expect(run.toSorted()).toEqual(names.toSorted());
});
