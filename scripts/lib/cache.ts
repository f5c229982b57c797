import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './settings.ts';

const folder = path.join(root, 'node_modules/.cache/footfall');

/** The files of a path of the project. For a folder: all files below it. None when the path does not exist. */
function filesOf(source: string): string[] {
  const at = path.join(root, source);
  if (!existsSync(at)) return [];
  if (statSync(at).isFile()) return [source];
  const entries = readdirSync(at, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name))).sort();
}

/** A key that changes with the text of a source, the folder of the project and the installed packages. */
function keyOf(sources: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([root, process.env.CLOUDFLARE_ENV]));
  for (const file of [...sources, 'package-lock.json'].flatMap(filesOf))
    hash.update(`\n${file}\n`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 20);
}

/**
 * A folder with the result of `make` for source files, which are given as paths from the project's folder. It is made
 * when it is missing or a source has changed. Several processes may call this at once.
 */
export async function cached(
  name: string,
  sources: string[],
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const wanted = path.join(folder, `${name}-${keyOf(sources)}`);
  if (existsSync(wanted)) return wanted;
  const begun = `${wanted}.${process.pid}`;
  mkdirSync(begun, { recursive: true });
  try {
    await make(begun);
    for (const other of readdirSync(folder))
      if (other.startsWith(`${name}-`) && !other.includes('.') && path.join(folder, other) !== wanted)
        rmSync(path.join(folder, other), { recursive: true, force: true });
    if (!existsSync(wanted)) renameSync(begun, wanted);
  } catch (error) {
    // Another process has made it meanwhile.
    if (!existsSync(wanted)) throw error;
  } finally {
    rmSync(begun, { recursive: true, force: true });
  }
  return wanted;
}
