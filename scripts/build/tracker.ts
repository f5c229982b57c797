import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../lib/settings.ts';

/** Where the worker serves the tracker from. */
export const trackerFile = path.join(root, 'public/visit.js');

/** The script that websites include, as text. Rolldown makes it 80 bytes of gzip shorter than esbuild. */
export async function buildTracker(): Promise<string> {
  await using bundle = await rolldown({
    input: path.join(root, 'src/visits/tracker/visit.ts'),
    transform: { target: 'es2021' },
    // No property that is read there does anything.
    treeshake: { propertyReadSideEffects: false },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true, strict: false, comments: false });
  return output[0].code;
}

/** Writes the tracker into public/. */
export const writeTracker = async (): Promise<void> => writeFileSync(trackerFile, await buildTracker());
