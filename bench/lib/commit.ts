import { execFileSync } from 'node:child_process';

/** The files that a measurement itself renews. */
const results = [':!bench/README.md', ':!bench/results.*'];

/** The commit of a checkout, and whether it has changes besides the results of measurements. */
export function commitOf(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const commit = git('describe', '--always', '--exclude=*');
    return git('status', '--porcelain', '--', '.', ...results) ? `${commit}-dirty` : commit;
  } catch {
    return 'unknown';
  }
}
