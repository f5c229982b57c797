import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** In how many files of the Workers and of the console a name may stand: where it is declared, and one more. */
const most = { 'page_link.updated': 2, ctaSessions: 2, utmTerm: 3 };

test.for(Object.entries(most))('%s stands in at most %d files', ([name, count]) => {
  const files = globSync('{src,console/src}/**/*.*', { cwd: root }).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes(name),
  );
  expect(files.slice(count), `also in ${files.slice(0, count).join(', ')}`).toEqual([]);
});
