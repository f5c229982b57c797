import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, newStateDir, root, startServer } from '../processes.ts';

// The package as its users get it: packed, and installed in a project of its own.

const run = promisify(execFile);
const project = mkdtempSync(path.join(tmpdir(), 'footfall-package-'));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
let packed: string[] = [];

beforeAll(async () => {
  const pack = ['pack', '--json', '--workspace', '@footfall/client', '--pack-destination', project];
  const { stdout } = await run('npm', pack, { cwd: root });
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ];
  packed = files.map((file) => file.path);
  writeFileSync(path.join(project, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', `./${filename}`], { cwd: project });
});

afterAll(() => {
  cleanUp();
  rmSync(project, { recursive: true });
});

test('the package has code with types, its README and its licence, and nothing else', () => {
  const rest = packed.filter((file) => !/^dist\/(?:[\w-]+|generated\/[\w./-]+)\.(?:js|d\.ts)$/.test(file));
  expect(rest.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
  const compiled = packed.filter((file) => file.endsWith('.js'));
  expect(compiled).toContain('dist/index.js');
  expect(
    compiled.map((file) => file.replace(/js$/, 'd.ts')).filter((file) => !packed.includes(file)),
  ).toEqual([]);
});

test('the package has no dependencies', () => {
  const { dependencies, peerDependencies, ...manifest } = JSON.parse(read('packages/client/package.json'));
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
  expect(manifest).toMatchObject({ type: 'module', sideEffects: false });
  expect(existsSync(path.join(project, 'node_modules/@footfall/client/dist/index.d.ts'))).toBe(true);
});

test.each(['nodenext', 'bundler'])(
  'its types refuse wrong fields (moduleResolution %s)',
  async (resolution) => {
    const folder = path.join(project, resolution);
    mkdirSync(folder);
    const fixture = read('packages/client/test/types.ts').replace('../src/index.ts', '@footfall/client');
    writeFileSync(path.join(folder, 'types.ts'), fixture);
    const compilerOptions = {
      module: resolution === 'bundler' ? 'esnext' : resolution,
      moduleResolution: resolution,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      strict: true,
      noEmit: true,
      // The types of the package are checked too.
      skipLibCheck: false,
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
    expect(stdout).toBe('');
  },
);

/** The code blocks of the README's section on the client. */
const blocks = () =>
  [
    ...(read('README.md').split('\n## Client\n')[1]?.split('\n## ')[0] ?? '').matchAll(/```\w*\n(.*?)```/gs),
  ].map(([, code = '']) => code);

/** The Node of this process, and that of the machine, which may be older. */
const nodes = [process.execPath, '/usr/bin/node'].filter(existsSync);

test('the example of the README prints what the README says', async () => {
  const { address, key } = await startServer(newStateDir());
  const [example = '', output] = blocks();
  writeFileSync(path.join(project, 'example.mjs'), example.replace('http://127.0.0.1:8787', address));
  for (const node of nodes) {
    const { stdout } = await run(node, ['example.mjs'], { cwd: project, env: { KEY: key } });
    expect(stdout).toBe(output);
  }
});
