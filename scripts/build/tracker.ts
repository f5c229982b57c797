import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../lib/settings.ts';

/** Where the worker serves the tracker from. */
export const trackerFile = path.join(root, 'public/visit.js');

/** The script that websites include, as text. */
export async function buildTracker(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'src/visits/tracker/visit.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2021',
    charset: 'utf8',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Writes the tracker into public/. */
export const writeTracker = async (): Promise<void> => writeFileSync(trackerFile, await buildTracker());
