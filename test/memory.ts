import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';
import { isAlive } from '../scripts/lib/processes.ts';

/** Files below it are in memory, on Linux. */
const memory = '/dev/shm';
/** The bytes that must be free: several times what the databases and browser profiles of the tests take at once. */
const needed = 4 * 2 ** 30;

const roomIn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, freemem());
};

/** Removes the folders of runs that were killed. */
function removeOld(): void {
  for (const name of readdirSync(memory)) {
    const run = /^footfall-(\d+)-/.exec(name)?.[1];
    if (run && !isAlive(Number(run))) rmSync(path.join(memory, name), { recursive: true, force: true });
  }
}

/**
 * Keeps the temporary files of this process and its children in memory, where there is room, until it ends. D1 waits
 * for the disk after each write, and workerd does nothing else meanwhile. TMPDIR names another place.
 */
export function keepInMemory(): void {
  if (process.env.TMPDIR || !existsSync(memory)) return;
  removeOld();
  if (roomIn(memory) < needed) return;
  const folder = mkdtempSync(path.join(memory, `footfall-${process.pid}-`));
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}
