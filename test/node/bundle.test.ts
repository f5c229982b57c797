import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moduleOf, modulesOf } from '../../scripts/checks/bundle-modules.ts';

const root = mkdtempSync(path.join(tmpdir(), 'footfall-bundle-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Text that gzip reduces only to about three quarters. */
const noise = (bytes: number) => `export const noise = '${randomBytes(bytes).toString('base64')}';\n`;
const repeated = `export const repeated = '${'to and fro '.repeat(400)}';\n`;

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

beforeAll(async () => {
  write('node_modules/@scope/noise/index.js', noise(3000));
  // A package that ships a source map, with a source that is in no folder of the package.
  write('node_modules/mapped/index.js', `${noise(2000)}//# sourceMappingURL=index.js.map\n`);
  const map = { version: 3, sources: ['../src/index.ts'], names: [], mappings: 'AAAA' };
  write('node_modules/mapped/index.js.map', JSON.stringify(map));
  write('src/rooms/room.ts', repeated);
  write(
    'src/index.ts',
    `import { noise } from '@scope/noise';
import { noise as mapped } from 'mapped';
import { repeated } from './rooms/room';
console.log(noise, mapped, repeated);`,
  );
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/index.ts'],
    outfile: 'dist/index.js',
    bundle: true,
    minify: true,
    sourcemap: true,
    metafile: true,
    format: 'esm',
  });
  write('dist/bundle-meta.json', JSON.stringify(metafile));
});

test('the bundle is split by package and by folder of src/', () => {
  const modules = modulesOf(path.join(root, 'dist/index.js'), path.join(root, 'dist/bundle-meta.json'), root);
  expect(modules.map(({ name }) => name)).toEqual(['@scope/noise', 'mapped', 'src', 'src/rooms']);
  const [scoped, mapped, , rooms] = modules;
  // gzip reduces base64 to three quarters, and repeated text to almost nothing.
  expect(scoped?.minified).toBeGreaterThan(4000);
  expect(scoped?.gzip).toBeGreaterThan(3000);
  expect(mapped?.gzip).toBeGreaterThan(2000);
  expect(mapped?.gzip).toBeLessThan(2400);
  expect(rooms?.minified).toBeGreaterThan(4400);
  expect(rooms?.gzip).toBeLessThan(200);
});

test.each([
  ['node_modules/zod/v4/core/util.js', 'zod'],
  ['node_modules/@hono/zod-validator/dist/index.js', '@hono/zod-validator'],
  ['node_modules/a/node_modules/b/index.js', 'b'],
  ['src/people/persons/store/create.ts', 'src/people'],
  ['src/app.ts', 'src'],
])('%s belongs to %s', (input, module) => {
  expect(moduleOf(input)).toBe(module);
});
