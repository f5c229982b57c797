import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../lib/settings.ts';

/** Where the worker serves the tracker from. */
export const trackerFile = path.join(root, 'public/visit.js');
/** Where the platform serves the script from that fills pages. */
export const wordsFile = path.join(root, 'public/words.js');

/** A script that websites include, as text. Rolldown makes it 80 bytes of gzip shorter than esbuild. */
async function buildScript(source: string): Promise<string> {
  await using bundle = await rolldown({
    input: path.join(root, 'src/visits/tracker', source),
    transform: { target: 'es2021' },
    // No property that is read there does anything.
    treeshake: { propertyReadSideEffects: false },
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true, strict: false, comments: false });
  return output[0].code;
}

/** The tracker, as text. */
export const buildTracker = (): Promise<string> => buildScript('visit.ts');
/** The script that fills pages of other hosts, as text. */
export const buildWords = (): Promise<string> => buildScript('words.ts');

/** Writes the scripts of websites into public/. */
export async function writeTracker(): Promise<void> {
  writeFileSync(trackerFile, await buildTracker());
  writeFileSync(wordsFile, await buildWords());
}
