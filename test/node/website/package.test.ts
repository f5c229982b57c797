import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../processes.ts';

// The package as its users get it: packed, and installed in a project of its own, with the commands of its README.

const run = promisify(execFile);
const project = mkdtempSync(path.join(tmpdir(), 'footfall-website-'));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const write = (file: string, text: string) => writeFileSync(path.join(project, file), text);
const readme = read('packages/website/README.md');
let packed: string[] = [];

beforeAll(async () => {
  const lines = readme.split('\n');
  const pack = lines.find((line) => line.startsWith('npm pack')) ?? '';
  const install = lines.find((line) => line.endsWith('.tgz')) ?? '';
  const sh = (command: string, cwd: string) => run('sh', ['-c', command], { cwd });
  const { stdout } = await sh(`${pack.replace('../your-project', project)} --json`, root);
  const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ files: { path: string }[] }];
  packed = files.map((file) => file.path);
  write('package.json', '{ "private": true, "type": "module" }');
  await sh(`${install} --offline --no-audit`, project);
});
afterAll(() => rmSync(project, { recursive: true }));

const manifest = JSON.parse(read('packages/website/package.json'));
const entries = Object.keys(manifest.exports).map((name) => name.replace('.', '@footfall/website'));

test('the package has code with types, its README and its licence, no dependency, and nothing else', () => {
  const rest = packed.filter((file) => !/^dist\/[\w-]+\.(?:js|d\.ts)$/.test(file));
  expect(rest.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
});

test('every entry loads in Node, also of CommonJS, and the README names it', async () => {
  expect(entries).toHaveLength(9);
  expect(entries.filter((entry) => !readme.includes(`\`${entry}\``))).toEqual([]);
  write(
    'load.mjs',
    `for (const entry of ${JSON.stringify(entries)}) console.log(Object.keys(await import(entry)).length);`,
  );
  const { stdout } = await run(process.execPath, ['load.mjs'], { cwd: project });
  expect(
    stdout
      .trim()
      .split('\n')
      .filter((count) => Number(count) < 2),
  ).toEqual([]);
  write('load.cjs', `console.log(typeof require('@footfall/website/express').wordsOf);`);
  expect((await run(process.execPath, ['load.cjs'], { cwd: project })).stdout).toBe('function\n');
});

test('the Worker of the README shows own words where nothing is configured', async () => {
  const [, example = ''] = /```js\n(.*?)```/s.exec(readme) ?? [];
  write('worker.mjs', example);
  write(
    'ask.mjs',
    `import worker from './worker.mjs';
    const response = await worker.fetch(new Request('https://www.acme.example/'), {}, { waitUntil() {} });
    console.log(await response.text());`,
  );
  const { stdout, stderr } = await run(process.execPath, ['ask.mjs'], { cwd: project });
  expect(stdout).toBe('<!doctype html><title>Acme</title><h1>Our own words, for everyone</h1>\n');
  expect(stderr).toBe('Footfall: needs FOOTFALL_URL\n');
});

test.each(['nodenext', 'bundler'])(
  'its types accept what they should, and nothing else (moduleResolution %s)',
  async (moduleResolution) => {
    mkdirSync(path.join(project, moduleResolution));
    const uses = read('packages/website/test/types.ts')
      .replaceAll(
        /'\.\.\/src\/(\w+)\.ts'/g,
        (_, name) => `'@footfall/website${name === 'index' ? '' : `/${name}`}'`,
      )
      .replace(/^.*\bPageLinkResolution\b.*\n/gm, '')
      .replace('resolution;', 'undefined as never;');
    write(`${moduleResolution}/types.ts`, uses);
    write(`${moduleResolution}/all.ts`, entries.map((entry) => `import '${entry}';`).join('\n'));
    const compilerOptions = {
      module: moduleResolution === 'bundler' ? 'esnext' : moduleResolution,
      moduleResolution,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      strict: true,
      noEmit: true,
      // The types of the package are checked too.
      skipLibCheck: false,
    };
    write(`${moduleResolution}/tsconfig.json`, JSON.stringify({ compilerOptions }));
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', moduleResolution], { cwd: project }).catch(
      (error) => error,
    );
    expect(stdout).toBe('');
  },
);
