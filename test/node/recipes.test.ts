import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { seed } from '../turns.ts';

// The recipes of CONTRIBUTING.md, followed in a copy of the repository. npm run test:all follows them.

const root = path.resolve(import.meta.dirname, '../..');
const mostFiles = 5;

/** A copy of the repository's files, which uses its installed packages. */
function copyOf(repository: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'footfall-recipe-'));
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: repository, encoding: 'utf8' });
  for (const file of listed.split('\0').filter(Boolean))
    cpSync(path.join(repository, file), path.join(copy, file));
  for (const folder of ['node_modules', 'packages/client/node_modules'])
    symlinkSync(path.join(repository, folder), path.join(copy, folder));
  return copy;
}

const recipes = [
  {
    patch: 'dimension.patch',
    migration: 'add_visit_language',
    tests: [
      'models/sessions',
      'analytics/blocks',
      'analytics/analytics',
      'visits/beacons',
      'visits/sessions/import',
    ],
  },
];

test.skipIf(seed !== 'all').each(recipes)(
  '$patch is all that it takes by hand',
  ({ patch, migration, tests }) => {
    const file = path.join(root, 'test/recipes', patch);
    expect(readFileSync(file, 'utf8').match(/^\+\+\+ /gm)?.length).toBeLessThanOrEqual(mostFiles);
    const copy = copyOf(root);
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: copy, stdio: 'pipe' });
    try {
      run('patch', '-p1', '-i', file);
      run('npm', 'run', 'db:generate', '--', '--name', migration);
      run('npm', 'run', 'db:schema');
      run('npm', 'run', 'build');
      run('npm', 'run', 'types');
      run('npx', 'vitest', 'run', '--project', 'worker', ...tests.map((name) => `test/worker/${name}`));
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
  600_000,
);
