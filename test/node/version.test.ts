import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { version } from '../../src/vocabulary/version.ts';
import { root } from './processes.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test.each(['package.json', 'packages/client/package.json', 'packages/website/package.json'])(
  '%s has the version of src/vocabulary/version.ts',
  (file) => {
    expect(JSON.parse(read(file)).version).toBe(version);
  },
);

test('the document of the API, the changelog and the READMEs of the packages name it', () => {
  expect(JSON.parse(read('public/openapi.json')).info.version).toBe(version);
  expect(read('CHANGELOG.md')).toContain(`\n## [${version}] - `);
  for (const name of ['client', 'website'])
    expect(read(`packages/${name}/README.md`)).toContain(`footfall-${name}-${version}.tgz`);
});
