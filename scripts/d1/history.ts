import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../lib/settings.ts';
import { baseline, migrations } from './migrations.ts';

const files = ':(glob)drizzle/*.sql';

/** The lines that git prints in a folder. Throws without git, or when it fails. */
const git = (folder: string, args: string[]): string[] =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

/** Migrations that commits added or deleted, the newest first: the git object of each text, and its name. */
const changesIn = (folder: string, options: string[]): [object: string, name: string][] =>
  git(folder, [
    'log',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '--full-history',
    '--relative',
    '--format=',
    ...options,
    '--',
    files,
  ])
    .map((line): [string, string] => {
      const [head = '', file = ''] = line.split('\t');
      return [head.split(' ')[3] ?? '', file.replace('drizzle/', '')];
    })
    .filter(([, name]) => name > baseline);

/** The git object of each migration as it is now. */
function objectsIn(folder: string): Map<string, string> {
  const names = migrations(path.join(folder, 'drizzle')).map(({ name }) => name);
  const objects = git(folder, ['hash-object', '--', ...names.map((name) => `drizzle/${name}`)]);
  return new Map(names.map((name, place) => [name, objects[place] ?? '']));
}

/** Whether git knows the commits of a checkout: not without git, and not in a shallow clone. */
function hasHistory(folder: string): boolean {
  try {
    return (
      git(folder, ['rev-parse', '--is-shallow-repository'])[0] === 'false' &&
      git(folder, ['rev-parse', 'HEAD']).length > 0
    );
  } catch {
    return false;
  }
}

/** Instead of an object: the migration is not there any more. */
const removed = 'removed';

/**
 * The migrations since the baseline whose text is not the one of the commit that added them, each with the git object of
 * its text, or `removed`. Undefined in a checkout without history.
 */
export function editedMigrations(folder: string = root): Record<string, string> | undefined {
  if (!hasHistory(folder)) return undefined;
  const now = objectsIn(folder);
  // Of a name that was added twice, the oldest counts.
  const added = new Map(changesIn(folder, ['-m', '--diff-filter=A']).map(([object, name]) => [name, object]));
  const edited = [...now].filter(([name, object]) => (added.get(name) ?? object) !== object);
  // A merge may give a migration of one side a new number.
  const gone = changesIn(folder, ['--no-merges', '--diff-filter=D']).filter(([, name]) => !now.has(name));
  return Object.fromEntries([...edited, ...gone.map(([, name]) => [name, removed] as const)]);
}
