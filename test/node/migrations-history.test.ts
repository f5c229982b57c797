import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { editedMigrations } from '../../scripts/d1/history.ts';
import { cleanUp, emptyStateDir } from './processes.ts';

// What is found in the history of a repository with two migrations, of which one is of the baseline.

afterAll(cleanUp);

const landed = '0090_add_a.sql';
let folder = '';

function git(...args: string[]): void {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'ignore' });
}
const write = (name: string, text: string) => writeFileSync(path.join(folder, 'drizzle', name), text);
function commit(name: string, text: string): void {
  write(name, text);
  git('add', '-A');
  git('commit', '-m', name);
}

beforeEach(() => {
  folder = emptyStateDir();
  mkdirSync(path.join(folder, 'drizzle'));
  git('init', '-b', 'main');
  commit('0058_block_format.sql', 'select 58;');
  commit(landed, 'select 1;');
});

test('nothing is edited when each migration is as it was added, and new ones are not committed', () => {
  commit('0091_add_b.sql', 'select 2;');
  write('0092_add_c.sql', 'select 3;');
  commit('0058_block_format.sql', 'select 59;');
  expect(editedMigrations(folder)).toEqual({});
});

test('an edit is found before it is committed, in its commit and in all commits after it', () => {
  write(landed, 'select 2;');
  const edited = { [landed]: expect.stringMatching(/^[0-9a-f]{40}$/) };
  expect(editedMigrations(folder)).toEqual(edited);
  commit(landed, 'select 2;');
  expect(editedMigrations(folder)).toEqual(edited);
  commit('0091_add_b.sql', 'select 3;');
  expect(editedMigrations(folder)).toEqual(edited);
  commit(landed, 'select 1;');
  expect(editedMigrations(folder)).toEqual({});
});

test('a migration that is removed is found, also when it comes back with another text', () => {
  rmSync(path.join(folder, 'drizzle', landed));
  git('commit', '-am', 'removed');
  expect(editedMigrations(folder)).toEqual({ [landed]: 'removed' });
  commit(landed, 'select 2;');
  expect(editedMigrations(folder)).toEqual({ [landed]: expect.stringMatching(/^[0-9a-f]{40}$/) });
});

test('an edit in a branch is found after its merge; a merge may give a migration a new number', () => {
  git('checkout', '-b', 'branch');
  commit('0091_add_b.sql', 'select 2;');
  git('checkout', 'main');
  commit('0091_add_c.sql', 'select 3;');
  git('merge', '--no-commit', '--no-ff', 'branch');
  git('mv', 'drizzle/0091_add_b.sql', 'drizzle/0092_add_b.sql');
  git('commit', '-m', 'merged');
  expect(editedMigrations(folder)).toEqual({});
  git('checkout', '-b', 'other');
  commit(landed, 'select 4;');
  git('checkout', 'main');
  git('merge', '--no-ff', '-m', 'merged', 'other');
  expect(Object.keys(editedMigrations(folder) ?? {})).toEqual([landed]);
});

test('a shallow clone and a folder without git have no history', () => {
  commit(landed, 'select 2;');
  const clone = path.join(emptyStateDir(), 'clone');
  git('clone', '--depth', '1', `file://${folder}`, clone);
  expect(editedMigrations(clone)).toBeUndefined();
  expect(editedMigrations(emptyStateDir())).toBeUndefined();
});
