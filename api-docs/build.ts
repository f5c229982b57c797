import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/lib/settings.ts';
import { operationsOf, readDocument } from './openapi.ts';
import { writeProblemPages } from './problem-pages.ts';

/** What the pages under /docs/ are made from. */
export const docsSources = ['api-docs', 'public/openapi.json', 'src/lib/errors.ts', 'src/http/status.ts'];

const browser = path.join(import.meta.dirname, 'browser');
const license = path.join(root, 'node_modules/@scalar/fastify-api-reference/LICENSE');

/** Writes a file below assets/ and returns its path on the server, with a hash of the content in its name. */
function writeAsset(folder: string, name: string, content: string): string {
  const { name: stem, ext } = path.parse(name);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const file = `assets/${stem}-${hash}${ext}`;
  writeFileSync(path.join(folder, file), content);
  return `/docs/${file}`;
}

/** Writes what is served under /docs/ into a folder: the API documents, and a page for each problem. */
export async function buildDocs(folder: string): Promise<void> {
  mkdirSync(path.join(folder, 'assets'));
  // Scalar's 5 MB are loaded only when the pages are built.
  const { scalarScript } = await import('./scalar.ts');
  const source = (name: string) => readFileSync(path.join(browser, name), 'utf8');
  const assets: Record<string, string> = {
    reference: writeAsset(folder, 'reference.css', source('reference.css')),
    scalar: writeAsset(folder, 'scalar.js', scalarScript()),
    init: writeAsset(folder, 'init.js', source('init.js')),
  };
  copyFileSync(license, path.join(folder, 'assets/scalar-license.txt'));
  const index = source('index.html').replace(/\{\{(\w+)\}\}/g, (_, name: string) => assets[name] ?? '');
  writeFileSync(path.join(folder, 'index.html'), index);
  const style = writeAsset(folder, 'problems.css', source('problems.css'));
  writeProblemPages(path.join(folder, 'problems'), style, operationsOf(readDocument()));
}
