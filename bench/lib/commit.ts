import { execFileSync } from 'node:child_process';

/** The commit of a checkout, and whether it has changes. */
export function commitOf(folder: string): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
