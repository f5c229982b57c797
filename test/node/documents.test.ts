import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'packages/*/README.md'], { cwd: root });
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (name: string) =>
  [...read(name).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

function isThere(name: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? name : path.join(path.dirname(name), file);
  if (!existsSync(path.join(root, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor);
}

/** Whether a file is there and has a test. */
const holdsTests = (file: string) =>
  existsSync(file) && /\b(?:test|\w+Test)(?:\.\w+)?\(/.test(readFileSync(file, 'utf8'));

/** Whether a file in a document exists: relative to the repository, to src/ or to the document. */
const isFile = (name: string, file: string) =>
  ['', 'src', path.dirname(name)].some((folder) => existsSync(path.join(root, folder, file)));

describe.each(documents)('%s', (name) => {
  test('has no broken link', () => {
    const links = [...read(name).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const inside = links.filter((link) => !/^\w+:/.test(link));
    expect(inside.filter((link) => !isThere(name, link))).toEqual([]);
  });

  test('names only files that exist', () => {
    const files = [...read(name).matchAll(/`([\w.-]+\/[\w./-]+\.(?:ts|sql|json|md|toml|svg|sha256))`/g)];
    expect(files.map(([, file = '']) => file).filter((file) => !isFile(name, file))).toEqual([]);
  });
});

test('docs/developers/keys.md shows how to make a key for an integration, which may only write logs', () => {
  const commands = [...read('docs/developers/keys.md').matchAll(/^npm run key -- create .+$/gm)].map(
    ([command]) => command,
  );
  expect(commands).toContain('npm run key -- create --name "CRM webhook" --scopes log');
});

describe('docs/developers/semantics.md', () => {
  const comment = /<!-- test: ([\w/-]+(?:, [\w/-]+)*) -->/g;
  /** The file of a test that a comment names: below `test/worker/`, or below `test/` by the name of its folder. */
  const fileOf = (name: string) =>
    `test/${/^(?:node|console|scale|faults)\//.test(name) ? '' : 'worker/'}${name}.test.ts`;
  const text = read('docs/developers/semantics.md');

  test('names the tests of each rule in a comment at its end', () => {
    const rules = text.split('\n').filter((line) => line.startsWith('- '));
    expect(rules.length).toBeGreaterThan(250);
    expect(rules.filter((rule) => !/<!-- test: [^<>]+ -->$/.test(rule))).toEqual([]);
  });

  test('names tests that exist', () => {
    const comments = [...text.matchAll(comment)];
    expect(comments).toHaveLength(text.split('<!--').length - 1);
    const named = new Set(comments.flatMap(([, names = '']) => names.split(', ').map(fileOf)));
    expect([...named].filter((file) => !holdsTests(path.join(root, file)))).toEqual([]);
  });
});
