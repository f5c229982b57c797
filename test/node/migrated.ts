import { cpSync } from 'node:fs';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { cleanUp, newStateDir, npmRun } from './processes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A state folder with migrated databases. */
    migrated: string;
  }
}

/** Migrates once, before all files of the project. */
export async function setup({ provide }: TestProject): Promise<void> {
  const STATE_DIR = newStateDir();
  const { code, stderr } = await npmRun(['db:migrate'], { STATE_DIR });
  if (code !== 0) throw new Error(stderr);
  provide('migrated', STATE_DIR);
}

export const teardown = (): void => cleanUp();

/** A new state folder whose databases are migrated already: a copy, because a migration takes seconds. */
export function migratedStateDir(): string {
  const folder = newStateDir();
  cpSync(inject('migrated'), folder, { recursive: true });
  return folder;
}
