import path from 'node:path';
import { rolldown } from 'rolldown';
import { cached } from '../lib/cache.ts';
import { root } from '../lib/settings.ts';
import { withoutTexts } from './undescribed.ts';

/** The folder of the built Worker, which wrangler.toml names. */
export const workerFolder = path.join(root, 'dist/worker');

/**
 * Builds the Worker of a project into a folder, minified, with source maps: `index.js` with all that a start needs, and
 * modules for what only `import()` names.
 */
export async function buildWorker(folder: string, project = root): Promise<void> {
  await using bundle = await rolldown({
    cwd: project,
    input: { index: 'src/index.ts' },
    external: /^(node|cloudflare):/,
    plugins: [withoutTexts],
    resolve: {
      conditionNames: ['workerd', 'worker', 'browser', 'import'],
      alias: { '@modelcontextprotocol/server/_shims': path.join(root, 'src/mcp/server/shims.ts') },
    },
  });
  await bundle.write({
    dir: folder,
    cleanDir: true,
    minify: true,
    sourcemap: true,
    // Without a hash, which gzip cannot shorten: all modules of a version are uploaded together.
    chunkFileNames: '[name].js',
    // All that a start needs is one module: each more takes a tenth of a millisecond of it.
    codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
  });
}

/** The folder of the Worker for this machine. It is built when a source has changed. */
export const builtWorker = (): Promise<string> =>
  cached(
    'worker',
    ['src', 'scripts/build/worker.ts', 'scripts/build/undescribed.ts', 'tsconfig.json'],
    buildWorker,
  );
