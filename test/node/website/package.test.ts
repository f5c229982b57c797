import { expect, test } from 'vitest';
import { packedPackage, read, run } from '../packed.ts';

const { project, readme, packed, write, checkTypes } = packedPackage('website');
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
    const uses = read('packages/website/test/types.ts')
      .replaceAll(
        /'\.\.\/src\/(\w+)\.ts'/g,
        (_, name) => `'@footfall/website${name === 'index' ? '' : `/${name}`}'`,
      )
      .replace(/^.*\bPageLinkResolution\b.*\n/gm, '')
      .replace('resolution;', 'undefined as never;');
    const all = entries.map((entry) => `import '${entry}';`).join('\n');
    expect(await checkTypes(moduleResolution, { 'types.ts': uses, 'all.ts': all })).toBe('');
  },
);
