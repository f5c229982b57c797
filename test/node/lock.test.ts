import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './processes.ts';

interface Locked {
  /** A folder of this repository. */
  link?: boolean;
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
const locked = Object.entries(packages)
  .filter(([place, { link }]) => place.includes('node_modules/') && !link)
  .map(([place, entry]) => ({ name: place.replace(/^.*node_modules\//, ''), ...entry }));

/** Packages for other systems whose metadata the registry did not have: see docs/contributors/dependencies.md. */
const unknown = [
  '@biomejs/cli-android-arm64',
  '@biomejs/cli-android-x64',
  '@biomejs/cli-darwin-arm64',
  '@biomejs/cli-darwin-x64',
  '@biomejs/cli-linux-arm64-musl',
  '@biomejs/cli-linux-x64-musl',
  '@biomejs/cli-win32-arm64',
  '@biomejs/cli-win32-x64',
  '@cloudflare/workerd-darwin-64',
  '@cloudflare/workerd-darwin-arm64',
  '@cloudflare/workerd-windows-64',
];

test('the lock file has the hash of every package, except the documented ones for other systems', () => {
  const without = locked.filter(({ integrity }) => !integrity?.startsWith('sha512-'));
  expect(without.map(({ name }) => name)).toEqual(unknown);
  expect(
    unknown.filter((name) => !read('docs/contributors/dependencies.md').includes(`\`${name}\``)),
  ).toEqual([]);
});

test('the lock file names only npm’s public registry', () => {
  const elsewhere = locked.filter(({ resolved = 'https://registry.npmjs.org/' }) => {
    return !resolved.startsWith('https://registry.npmjs.org/');
  });
  expect(elsewhere).toEqual([]);
  expect(read('.npmrc')).not.toMatch(/registry/);
});

test('every install script is allowed or refused by name', () => {
  const scripted = new Set(locked.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  expect([...scripted].filter((name) => !(name in allowScripts) && name !== 'fsevents')).toEqual([]);
});

/** SHA-256 of the Node program in the packages of npm's public registry, by system. */
const nodes: Record<string, string> = {
  'linux x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  'linux arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
};
const expected = nodes[`${process.platform} ${process.arch}`];

test.skipIf(!expected)(
  'the Node program, which its package fetches outside the lock file, has the pinned hash',
  () => {
    const program = readFileSync(path.join(root, 'node_modules/node/bin/node'));
    expect(packages['node_modules/node']?.version).toBe('24.21.0');
    expect(createHash('sha256').update(program).digest('hex')).toBe(expected);
  },
);
