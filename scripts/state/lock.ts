import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../lib/processes.ts';
import { UserError } from '../lib/settings.ts';

/** Programs that use a state folder for as long as they run. */
type Keeper = 'npm start' | 'npm run dev';

interface Holder {
  pid: number;
  /** Undefined for a command, which ends soon. */
  keeper?: Keeper;
}

const holderFile = (folder: string) => path.join(folder, 'holder.json');

/** The process that holds the state folder, as far as is known: a killed process does not remove its note. */
export function holderOf(folder: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(holderFile(folder), 'utf8')) as Holder;
    return isAlive(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** A holder in words, for a message. */
export const nameOf = (holder: Holder | undefined): string =>
  holder ? `${holder.keeper ?? 'another command'} (process ${holder.pid})` : 'another program';

/** The locks of this process. A lock without a reference would be garbage-collected, which releases it. */
const held = new Set<DatabaseSync>();

/**
 * Takes the state folder for this process, unless another process has it: two workerd on the same files refuse each
 * other's writes with SQLITE_BUSY. Returns a function that releases it. The lock is SQLite's own, and the system
 * releases it when the process ends for any reason.
 */
export function tryLock(folder: string, keeper?: Keeper): (() => void) | undefined {
  const lock = new DatabaseSync(path.join(folder, 'lock.sqlite'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) return undefined;
    throw new UserError(
      `the state folder ${folder} cannot be locked: ${error instanceof Error && error.message}.`,
    );
  }
  const holder: Holder = { pid: process.pid, ...(keeper && { keeper }) };
  writeFileSync(holderFile(folder), JSON.stringify(holder));
  held.add(lock);
  const release = () => {
    if (!held.delete(lock)) return;
    rmSync(holderFile(folder), { force: true });
    lock.close();
  };
  process.once('exit', release);
  return release;
}

/** How long, in milliseconds, a program waits for a command that has the state folder. */
export const patience = 60_000;

/**
 * Takes the state folder for a program that uses it as long as it runs. Waits for commands. Throws UserError when
 * another such program has it.
 */
export async function lock(folder: string, keeper: Keeper): Promise<() => void> {
  const deadline = Date.now() + patience;
  for (;;) {
    const release = tryLock(folder, keeper);
    if (release) return release;
    const holder = holderOf(folder);
    if (holder?.keeper || Date.now() > deadline) {
      throw new UserError(`${nameOf(holder)} runs on ${folder}; stop it or set STATE_DIR to another folder.`);
    }
    await sleep(50);
  }
}
