import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { root, UserError } from '../lib/settings.ts';

/** What a state folder has: the files of D1 and queues, the lock, the socket, keys and notes. */
const own = /^(?:v3|lock\.sqlite.*|holder\.json|server\.sock|demo-(?:key|collect-key|loaded)|bench\.json)$/;

/** Takes a file or folder away from other users. One that is gone, or belongs to somebody else, stays as it is. */
function takeFromOthers(at: string, mode: number): void {
  try {
    chmodSync(at, mode);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'EPERM') throw error;
  }
}

/**
 * Takes what a state folder has away from other users: earlier versions left that to the umask. The folder itself only
 * if it has nothing else, because STATE_DIR may be a folder that others need.
 */
function makePrivate(folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  const ours = entries.filter(({ name }) => own.test(name));
  if (ours.length === entries.length) takeFromOthers(folder, 0o700);
  const isFolder = (entry: (typeof ours)[number]) => entry.isDirectory();
  const below = ours
    .filter(isFolder)
    .flatMap(({ name }) => readdirSync(path.join(folder, name), { recursive: true, withFileTypes: true }));
  for (const entry of [...ours, ...below])
    if (!entry.isSymbolicLink())
      takeFromOthers(path.join(entry.parentPath, entry.name), isFolder(entry) ? 0o700 : 0o600);
}

/**
 * `STATE_DIR`, the folder of the local D1, which is created if missing. Only its owner may read it: it has keys and
 * data. So are all files that this process and its children create from now on, such as those of workerd. Throws
 * UserError when the folder cannot be written.
 */
export function stateDir(): string {
  const folder = path.resolve(root, process.env.STATE_DIR || '.wrangler/state');
  process.umask(0o077);
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    makePrivate(folder);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new UserError(
      `the state folder ${folder} cannot be written (${reason}); set STATE_DIR to another.`,
    );
  }
  return folder;
}
