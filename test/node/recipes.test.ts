import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { seed } from '../turns.ts';

// The recipes of CONTRIBUTING.md, followed in copies of the repository. npm run test:all follows them. A patch of
// test/recipes/ is what people write by hand; the rest is generated.

const root = path.resolve(import.meta.dirname, '../..');
const mostFiles = 5;
const copies: string[] = [];

/** A copy of the repository's files, which uses its installed packages. */
function copyOf(repository: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'footfall-recipe-'));
  copies.push(copy);
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: repository, encoding: 'utf8' });
  for (const file of listed.split('\0').filter(Boolean))
    cpSync(path.join(repository, file), path.join(copy, file));
  const link = (name: string) => symlinkSync(path.join(repository, name), path.join(copy, name));
  link('packages/client/node_modules');
  // The client is the copy's own.
  mkdirSync(path.join(copy, 'node_modules/@footfall'), { recursive: true });
  symlinkSync(path.join(copy, 'packages/client'), path.join(copy, 'node_modules/@footfall/client'));
  for (const name of readdirSync(path.join(repository, 'node_modules')))
    if (name !== '@footfall' && name !== '.cache') link(`node_modules/${name}`);
  return copy;
}

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

interface Recipe {
  patch: string;
  migration: string;
  /** Where one begins. What it needs elsewhere is a type error or a red test that names the other file. */
  declaration: string;
  tests: string[];
}

const recipes: Recipe[] = [
  {
    patch: 'measure.patch',
    migration: 'count_outbound_clicks',
    declaration: 'src/vocabulary/visit-facts.ts',
    tests: [
      'worker/models/sessions',
      'worker/analytics/analytics',
      'worker/analytics/blocks',
      'worker/analytics/text-sums',
      'worker/visits/beacons',
      'worker/visits/sessions/import',
      'node/tracker.test',
      'node/documents',
      'test/console/measures',
    ],
  },
  {
    patch: 'dimension.patch',
    migration: 'add_visit_language',
    declaration: 'src/vocabulary/visit-facts.ts',
    tests: [
      'worker/models/sessions',
      'worker/analytics/analytics',
      'worker/analytics/blocks',
      'worker/visits/beacons',
      'worker/visits/sessions/import',
    ],
  },
  {
    patch: 'event.patch',
    migration: 'tell_named_audiences',
    declaration: 'src/vocabulary/events.ts',
    tests: [
      'worker/outbound/events',
      'worker/outbound/webhooks/format',
      'test/console/history',
      'test/console/webhooks',
      'faults',
      'node/kills.test',
    ],
  },
  {
    patch: 'field.patch',
    migration: 'add_job_title',
    declaration: 'src/people/persons/body-schemas.ts',
    tests: ['worker/people/persons', 'worker/outbound/events/fields', 'worker/mcp'],
  },
];

const types = ['run', '-s', 'types'];
const vitest = (tests: string[]) => ['run', '-s', 'vitest', '--', ...tests];

/** Whether all commands pass in a copy, and what they say. Those of `cheap` run all, the others until one fails. */
function check(copy: string, cheap: string[][], others: string[][]): { passes: boolean; says: string } {
  const run = (args: string[]) => spawnSync('npm', args, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const runs = cheap.map(run);
  for (const args of others) if (runs.every(({ status }) => status === 0)) runs.push(run(args));
  return {
    passes: runs.every(({ status }) => status === 0),
    says: runs.map(({ stdout, stderr }) => stdout + stderr).join('\n'),
  };
}

describe.skipIf(seed !== 'all').each(recipes)('$patch', ({ patch, migration, declaration, tests }) => {
  const file = path.join(root, 'test/recipes', patch);
  const parts = readFileSync(file, 'utf8').split(/^(?=--- a\/)/m);
  const changed = parts.map((part) => /^--- a\/(.*)$/m.exec(part)?.[1] ?? '');

  /** A copy with the patch, or with all of it but one file. */
  function patched(without?: string): string {
    const copy = copyOf(root);
    const input = parts.filter((_, index) => changed[index] !== without).join('');
    execFileSync('patch', ['-p1'], { cwd: copy, stdio: ['pipe', 'pipe', 'pipe'], input });
    return copy;
  }
  const generated = [
    ['run', '-s', 'db:generate', '--', '--name', migration],
    ['run', '-s', 'db:schema'],
    ['run', '-s', 'build'],
  ];

  test('is all that it takes by hand', { timeout: 1_200_000 }, () => {
    expect(changed.length).toBeLessThanOrEqual(mostFiles);
    const { passes, says } = check(patched(), [], [...generated, types, vitest(tests)]);
    expect(passes, says.slice(-20_000)).toBe(true);
  });

  test.each(changed.filter((name) => name !== declaration))(
    'is red without %s, and says so',
    { timeout: 1_200_000 },
    (name) => {
      const looks = [types, vitest(['node/forgotten'])];
      // Without the column, nothing can be generated.
      const { passes, says } = name.includes('/tables/')
        ? check(patched(name), looks, [])
        : check(patched(name), [...generated, ...looks], [vitest(tests)]);
      expect(passes).toBe(false);
      expect(says).toContain(name);
    },
  );
});
