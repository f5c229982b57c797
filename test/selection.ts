import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chunk } from 'es-toolkit';
import type { Seed } from './seed.ts';

// Which test files a run has. One rule: what a change may break runs, long files that it does not concern take turns,
// and TEST_SEED=all has them all.

const root = path.resolve(import.meta.dirname, '..');
const timesFile = path.join(root, 'test/seconds.json');
/** The seconds of the test files that take one or more, by path: `TEST_TIMES=1` with any run renews those that it has. */
export const seconds: Record<string, number> = JSON.parse(readFileSync(timesFile, 'utf8'));

/** A file that takes so many seconds takes turns, one of so many files at a time. */
const [long, among] = [2, 14];
/** And one that takes a second: there are many. */
const amongShort = 4;
/** What a change breaks most often, wherever it is made. */
const always =
  /^test\/(?:faults\/|scale\/budget|node\/(?:start|backup\.test|client\/generated)|worker\/(?:recorded|analytics\/seal|models\/sessions))\b/;

/** A number from 0 to 2^32 - 1 that depends on every bit of the other: the finalizer of MurmurHash3. */
function mixed(number: number): number {
  const half = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  const most = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return (most ^ (most >>> 16)) >>> 0;
}

/**
 * Long files, in groups of similar length: programs, screens and workers apart. A run has one of each group. The files at
 * one place of the groups take about as long as those at any other: the longest of a group joins what is shortest so far.
 */
export function groupsOf(times: Record<string, number>): string[][] {
  const isLong = (file: string) => (times[file] ?? 0) >= long;
  const kind = (file: string) => `${/^test\/(?:node\/console|\w+)/.exec(file)?.[0]} ${isLong(file)}`;
  const files = Object.keys(times)
    .filter((file) => !always.test(file))
    .toSorted((a, b) => (times[b] ?? 0) - (times[a] ?? 0));
  // The last group of a kind may have fewer, and has the shortest.
  const groups = [...Map.groupBy(files, kind).values()].flatMap((ofKind) =>
    chunk(ofKind, isLong(ofKind[0] ?? '') ? among : amongShort),
  );
  const turns = Array.from({ length: among }, () => ({ total: 0, file: '' }));
  return groups.map((group) => {
    if (group.length < among) return group;
    for (const [rank, turn] of turns.toSorted((a, b) => a.total - b.total).entries()) {
      turn.file = group[rank] ?? '';
      turn.total += times[turn.file] ?? 0;
    }
    return turns.map(({ file }) => file);
  });
}

/** The folder below src/ of a source, or of the test that mirrors it: `people/persons`, `analytics`. */
const sliceOf = (file: string) =>
  /^(?:src|test\/worker)\/((?:access|content|outbound|people|visits)\/[\w-]+|[\w-]+)\//.exec(file)?.[1];

/** The slices from which files import. */
const importedBy = (files: readonly string[]) =>
  new Set(
    files.flatMap((file) =>
      Array.from(readFileSync(path.join(root, file), 'utf8').matchAll(/from '(\.[^']+)'/g), ([, to = '']) =>
        sliceOf(path.posix.join(path.posix.dirname(file), to)),
      ),
    ),
  );

/**
 * Whether a change of these files may break a test file: it mirrors or imports a slice that is touched, or one that
 * imports from it; or it draws the screen, or starts the programs, or the examples of websites, that are.
 */
export function mayBreak(changed: readonly string[]): (file: string) => boolean {
  const touched = new Set(changed.map(sliceOf).filter((slice) => slice !== undefined));
  const isTouched = (slice?: string) => slice !== undefined && touched.has(slice);
  const all = touched.size > 0 ? globSync('src/**/*.ts', { cwd: root }) : [];
  const sources = Map.groupBy(all, sliceOf);
  const slices = new Set(touched);
  for (const [slice, files] of sources)
    if (slice && [...importedBy(files)].some(isTouched)) slices.add(slice);
  const screens = changed.flatMap(
    (file) => /^console\/src\/(?:screens\/)?([\w-]+)/.exec(file)?.slice(1) ?? [],
  );
  const isScreen = (name: string) => existsSync(path.join(root, 'console/src/screens', name));
  const areProgramsTouched = changed.some((file) => /^(?:scripts|packages|drizzle)\//.test(file));
  const areExamplesTouched = changed.some((file) => file.startsWith('examples/'));
  return (file) => {
    if (changed.includes(file)) return true;
    const name = path.basename(file, '.test.ts');
    if (file.startsWith('test/node/console/'))
      return screens.some((screen) => !isScreen(screen) || name.startsWith(screen));
    if (file.startsWith('test/node/website') && areExamplesTouched) return true;
    if (file.startsWith('test/node/')) return areProgramsTouched;
    if (slices.size === 0) return false;
    const helpers = globSync(`${file.replace('.test.ts', '')}/*.ts`, { cwd: root });
    return [sliceOf(file), ...importedBy([file, ...helpers])].some((slice) => slice && slices.has(slice));
  };
}

/**
 * What has changed since the branch left main, committed or not. Nothing in a fresh clone, and nothing in CI, which has
 * six minutes for any change: the nightly job runs all.
 */
function changedFiles(): string[] {
  if (process.env.CI) return [];
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim().split('\n');
  for (const main of ['origin/main', 'main']) {
    try {
      const [base = ''] = git('merge-base', 'HEAD', main);
      return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
    } catch {
      // There is no such branch.
    }
  }
  return [];
}

/** The files whose turn it is not. Paths are relative to the project. */
export function filesThatWait(seed: Seed, changed = seed === 'all' ? [] : changedFiles()): string[] {
  if (seed === 'all') return [];
  const isConcerned = mayBreak(changed);
  const turn = mixed(seed);
  return groupsOf(seconds)
    .flatMap((group, place) => {
      const chosen = (group.length === among ? turn : mixed(turn ^ mixed(place + 1))) % group.length;
      return group.filter((_, other) => other !== chosen);
    })
    .filter((file) => !isConcerned(file));
}

/** The files that npm run test:fast leaves out. */
export const slowFiles = (): string[] => Object.keys(seconds);

/** Notes how long files took, of those that a run has. */
export function noteTimes(times: ReadonlyMap<string, number>): void {
  const all = { ...seconds, ...Object.fromEntries(times) };
  const slow = Object.entries(all).filter(([, time]) => time >= 1);
  const sorted = Object.fromEntries(slow.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(timesFile, `${JSON.stringify(sorted, null, 2)}\n`);
}
