import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './settings.ts';

/** Where files are written before they are renamed. It is on the disk of public/, and is not served. */
const unfinished = path.join(root, '.wrangler/tmp');

/** The paths of all files below a folder, relative to it. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));

/** Writes a file in one step, and only if its content changes. A reader sees the old file or the new one. */
function place(file: string, content: Buffer): void {
  if (existsSync(file) && readFileSync(file).equals(content)) return;
  mkdirSync(unfinished, { recursive: true });
  mkdirSync(path.dirname(file), { recursive: true });
  const begun = path.join(unfinished, `${process.pid}-${path.basename(file)}`);
  writeFileSync(begun, content);
  renameSync(begun, file);
}

/**
 * Makes a folder have the files of another one. Several processes may do this at once, while a server reads the
 * folder.
 */
export function placeFolder(from: string, to: string): void {
  const files = filesBelow(from);
  for (const file of files) place(path.join(to, file), readFileSync(path.join(from, file)));
  const known = new Set(files);
  for (const file of filesBelow(to)) if (!known.has(file)) rmSync(path.join(to, file), { force: true });
}
