import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyStateDir, startServer, stop } from './processes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the state folder with the demo data is, once a test has asked for it. */
    demo: string;
  }
}

/** A place for the demo data of this run, which all projects share. */
export const demoFolder = (): string => path.join(tmpdir(), `footfall-demo-${process.pid}`);

/** Makes a folder. False if it is there already. */
function makes(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Loads the demo data into a state folder by `npm start`, and stops it. */
async function load(demo: string): Promise<void> {
  const server = await startServer(path.join(demo, 'state'));
  const site = /Demo website\s+(\S+)/.exec(server.printed())?.[1] ?? '';
  await stop(server, 'SIGTERM', 'npm');
  writeFileSync(path.join(demo, 'loaded'), new URL(site).port);
}

/** The port of the demo website whose visits the demo data allow. One server at a time may have it. */
export const demoSitePort = (demo: string): string => readFileSync(path.join(demo, 'loaded'), 'utf8');

/**
 * A new state folder with the demo data: a copy, because it takes ten seconds to load them. The first call in a run
 * loads them, and the others wait for it.
 */
export async function demoStateDir(demo: string): Promise<string> {
  if (makes(demo)) {
    mkdirSync(path.join(demo, 'state'));
    await load(demo);
  }
  while (!existsSync(path.join(demo, 'loaded'))) await sleep(100);
  const folder = emptyStateDir();
  cpSync(path.join(demo, 'state'), folder, { recursive: true });
  return folder;
}
