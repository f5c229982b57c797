import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
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

const day = 86_400_000;

/** Removes folders of this name that nobody has asked for in a day, and what killed processes left behind. */
function removeOld(name: string): void {
  for (const entry of readdirSync(folder)) {
    const at = path.join(folder, entry);
    const used = statSync(at, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (entry.startsWith(`${name}-`) && used < Date.now() - day) rmSync(at, { recursive: true, force: true });
  }
}

/**
 * A folder with the files that `make` builds from sources, which are paths in the project's folder. It is built when
 * it is missing or a source has changed. Several processes may ask for it at once.
 */
export async function cached(
  name: string,
  sources: string[],
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const key = keyOf(sources);
  const wanted = path.join(folder, `${name}-${key}`);
  if (existsSync(wanted)) {
    utimesSync(wanted, new Date(), new Date());
    return wanted;
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeOld(name);
  const begun = mkdtempSync(`${wanted}.`);
  try {
    await make(begun);
    // A source that changed meanwhile may be in the build or not.
    if (keyOf(sources) !== key) return await cached(name, sources, make);
    renameSync(begun, wanted);
  } catch (error) {
    // Another process may have built it first.
    if (!existsSync(wanted)) throw error;
  } finally {
    rmSync(begun, { recursive: true, force: true });
  }
  return wanted;
}
