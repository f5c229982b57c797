import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './processes.ts';
import { UserError } from './settings.ts';

/** Programs that keep a state folder for as long as they run. */
export type Keeper = 'npm start' | 'npm run dev';

interface Holder {
  pid: number;
  /** Undefined for a command that will be done in a moment. */
  keeper?: Keeper;
}

const holderFile = (folder: string) => path.join(folder, 'holder.json');

/** Who holds the state folder, as far as is known: a process that was killed leaves its name behind. */
export function holderOf(folder: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(holderFile(folder), 'utf8')) as Holder;
    return isAlive(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** A holder in the words of a message. */
export const nameOf = (holder: Holder | undefined): string =>
  holder ? `${holder.keeper ?? 'another command'} (process ${holder.pid})` : 'another program';

/** Locks of this process; one that nothing refers to would be collected, and with that released. */
const held = new Set<DatabaseSync>();

/**
 * Takes the state folder for this process, if no other has it: two workerd on the same files refuse each other's
 * writes with SQLITE_BUSY. Gives what ends it. The lock is SQLite's own, which the system drops when a
 * process dies, however it dies.
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

/** Milliseconds that a program waits for a command that has the state folder. */
export const patience = 60_000;

/**
 * Takes the state folder for a program that keeps it, once no command has it. Throws UserError when another
 * such program does.
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
