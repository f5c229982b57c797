import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import getPort from 'get-port';
import { copyInto, type Report, seededFile } from './database.ts';
import type { Scale } from './seed.ts';
import { build, type Server, serve } from './serve.ts';

/** The checkout of this file. By default its Worker is compared with the floor. */
export const root = path.resolve(import.meta.dirname, '../..');
const floorSource = path.join(root, 'bench/floor');

export const freePort = (): Promise<number> => getPort({ host: '127.0.0.1' });

/** One side of the comparison: the floor or the service. */
export interface Side {
  name: 'floor' | 'ours';
  /** The folder of the built Worker. */
  worker: string;
  /** The file of its database, which may be read only when no server runs. */
  file: string;
  /** Starts a server on the side's own database. Only one may run at a time. */
  start: (port?: number) => Promise<Server>;
}

export interface Pair {
  floor: Side;
  ours: Side;
  /** Removes what was built and copied. */
  remove: () => void;
}

/** Builds the floor and the checkout in `ours`, and gives each a copy of the same database. */
export async function makePair(ours: string, scale: Scale, report: Report): Promise<Pair> {
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-pair-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const sideOf = async (name: Side['name'], source: string, file: string): Promise<Side> => {
    const state = path.join(folder, name);
    const worker = path.join(state, 'worker');
    await build(source, worker);
    const start = async (port?: number) => serve(source, worker, state, port ?? (await freePort()));
    return { name, worker, file: copyInto(state, file), start };
  };
  try {
    // A checkout gets a database with its own migrations.
    const files = [await seededFile(root, scale, report), await seededFile(ours, scale, report)] as const;
    const [floor, other] = await Promise.all([
      sideOf('floor', floorSource, files[0]),
      sideOf('ours', ours, files[1]),
    ]);
    return { floor, ours: other, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
