import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { root } from '../processes.ts';

/** The bytes of a module of the kit, minified with all that it needs. */
async function bytesOf(name: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, `packages/website/src/${name}.ts`)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles.reduce((sum, { contents }) => sum + contents.length, 0);
}

test('the kit is under 3.7 KB, minified and not compressed, and an adapter adds little', async () => {
  expect(await bytesOf('index')).toBeLessThan(3.7 * 1024);
  for (const name of ['node', 'worker', 'hono', 'astro'])
    expect(await bytesOf(name), name).toBeLessThan(5.5 * 1024);
  // The metadata of a page are more.
  expect(await bytesOf('next')).toBeLessThan(6 * 1024);
  // It runs in a Worker, and no browser loads it.
  expect(await bytesOf('front')).toBeLessThan(10.25 * 1024);
});
