import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWorker } from '../../scripts/build/worker.ts';
import { loadedAtStart, ownerOf, sharesOf } from '../../scripts/checks/bundle-modules.ts';

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'footfall-bundle-')));
const built = path.join(root, 'built');
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Text that gzip reduces only to about three quarters. */
const noise = (bytes: number) => `console.log('${randomBytes(bytes).toString('base64')}');\n`;
const repeated = `console.log('${'to and fro '.repeat(400)}');\n`;

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

beforeAll(async () => {
  write('node_modules/@scope/noise/index.js', noise(3000));
  write('node_modules/later/index.js', noise(9000));
  write('src/rooms/room.ts', repeated);
  write('src/later.ts', `import 'later';\nimport { gzipSync } from 'node:zlib';\nconsole.log(gzipSync);`);
  write(
    'src/index.ts',
    `import '@scope/noise';
import { inspect } from 'node:util';
import './rooms/room';
console.log(import('./later'), inspect);`,
  );
  await buildWorker(built, root);
});

test('a build is split by package and by folder of src/', () => {
  const shares = sharesOf(built, root);
  expect(shares.map(({ name }) => name)).toEqual(['later', '@scope/noise', 'src', 'src/rooms']);
  const [later, scoped, , rooms] = shares;
  // gzip reduces base64 to three quarters, and repeated text to almost nothing.
  expect(scoped?.minified).toBeGreaterThan(4000);
  expect(scoped?.gzip).toBeGreaterThan(3000);
  expect(later?.gzip).toBeGreaterThan(9000);
  expect(rooms?.minified).toBeGreaterThan(4400);
  expect(rooms?.gzip).toBeLessThan(200);
});

test('a start loads no module that only import() names', () => {
  expect(readdirSync(built).filter((file) => /^later.*\.js$/.test(file))).toHaveLength(1);
  const { bytes, ofNode } = loadedAtStart(built);
  expect(bytes).toBeGreaterThan(8400);
  expect(bytes).toBeLessThan(9000);
  expect(ofNode).toEqual(['util']);
});

test.each([
  ['node_modules/zod/v4/core/util.js', 'zod'],
  ['node_modules/@hono/zod-validator/dist/index.js', '@hono/zod-validator'],
  ['node_modules/a/node_modules/b/index.js', 'b'],
  ['src/people/persons/store/create.ts', 'src/people'],
  ['src/app.ts', 'src'],
])('%s belongs to %s', (input, owner) => {
  expect(ownerOf(input)).toBe(owner);
});
