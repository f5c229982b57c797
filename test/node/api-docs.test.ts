import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDocs } from '../../api-docs/build.ts';
import { llmsFile, llmsText } from '../../api-docs/llms.ts';
import { addressOf, operationsOf, readDocument } from '../../api-docs/openapi.ts';
import { exampleProblem } from '../../api-docs/problem-pages.ts';
import { problemTexts } from '../../api-docs/problems/all.ts';
import { type ErrorCode, errorCodes } from '../../src/lib/errors.ts';
import { root } from './processes.ts';

const codes = Object.keys(errorCodes) as ErrorCode[];
const operations = operationsOf(readDocument());
const folder = mkdtempSync(path.join(tmpdir(), 'footfall-docs-'));
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
beforeAll(() => buildDocs(folder));
afterAll(() => rmSync(folder, { recursive: true }));

interface Problem {
  code: string;
  detail: string;
  errors?: { code: string; message: string }[];
}

/** Every problem of the recorded answers. */
const recorded = globSync('test/fixtures/recorded/*.txt', { cwd: root }).flatMap((file) =>
  Array.from(
    readFileSync(path.join(root, file), 'utf8').matchAll(/^\{"type":"urn:footfall:problem:.*\}$/gm),
    ([text]) => JSON.parse(text) as Problem,
  ),
);

/** A text without its ids and numbers. */
const masked = (text: string) =>
  text.replaceAll(/<[^>]+>|\b[a-z]+(?:_[a-z]+)*_[0-9a-z]{26}\b/g, 'ID').replaceAll(/\d+/g, '0');

describe('the page of each problem', () => {
  test.each(codes)('%s exists, and is in the index', (code) => {
    expect(read(`problems/${code}.html`)).toContain(`<h1><code>${code}</code></h1>`);
    expect(read('problems/index.html')).toContain(`href="/docs/problems/${code}"`);
  });

  // No recorded request has so many values, or so many rows.
  const examples = codes.filter(
    (code) => !['too_many_values', 'too_many_rows', 'campaign_full'].includes(code),
  );
  test.each(examples)('%s has an example such as the service has answered', (code) => {
    const example = exampleProblem(code) as unknown as Problem;
    const same = recorded.filter((problem) => problem.code === code);
    const alike = same.filter(
      ({ detail }) => code === 'validation_failed' || masked(detail) === masked(example.detail),
    );
    expect(masked(same.map(({ detail }) => detail).join('\n'))).toContain(masked(example.detail));
    expect(alike.map((problem) => Object.keys(problem).sort())).toContainEqual(Object.keys(example).sort());
    const messages = same.flatMap(({ errors = [] }) =>
      errors.map((error) => `${error.code} ${error.message}`),
    );
    for (const error of example.errors ?? []) expect(messages).toContain(`${error.code} ${error.message}`);
  });

  test.each(codes)('%s has an example of an operation that exists', (code) => {
    if (code === 'route_not_found' || code === 'method_not_allowed') return;
    const [method, at = ''] = problemTexts[code].example.request.split(' ');
    const found = operations.find(
      (operation) =>
        operation.method === method &&
        new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(at.replace(/\?.*/, '')),
    );
    expect(found?.codes).toContain(code);
  });

  test('names only operations that exist', () => {
    const shape = (name: string) => name.replaceAll(/\{\w+\}/g, '{}');
    const known = operations.map(({ method, path: at }) => shape(`${method} ${at}`));
    const texts = Object.values(problemTexts).flatMap(({ means, todo }) => [...means, ...todo]);
    const named = texts.flatMap((text) =>
      [...text.matchAll(/`((?:GET|POST|PATCH|DELETE) \/v0[^`?]*)/g)].map(([, name = '']) => shape(name)),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('what is built', () => {
  const pages = () => globSync('**/*.html', { cwd: folder });

  test('has no inline script, style or handler, and loads only files of its own', () => {
    for (const page of pages()) {
      const html = read(page);
      expect(html, page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:/);
      for (const [, url = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g))
        expect(url, page).toMatch(/^(?:\/docs\/|\/openapi\.json$|\/llms\.txt$|\/console\/$|data:,$)/);
      for (const [, asset = ''] of html.matchAll(/"\/docs\/(assets\/[^"]+)"/g))
        expect(globSync(asset, { cwd: folder }), page).toEqual([asset]);
    }
  });

  test('loads Scalar only at /docs/', () => {
    const loading = pages().filter((page) => /<script/.test(read(page)));
    expect(loading).toEqual(['index.html']);
    expect(globSync('assets/scalar-license.txt', { cwd: folder })).toHaveLength(1);
  });

  test('links to operations by the address that the documents give them', () => {
    const addresses = new Set(operations.map(addressOf));
    const links = pages().flatMap((page) =>
      [...read(page).matchAll(/href="(\/docs\/#[^"]+)"/g)].map(([, link = '']) => link),
    );
    expect(links.length).toBeGreaterThan(codes.length);
    expect(links.filter((link) => !addresses.has(link))).toEqual([]);
  });
});

describe('llms.txt', () => {
  const text = readFileSync(llmsFile, 'utf8');

  test('is what its sources build: npm run build', () => expect(text).toBe(llmsText()));

  test('names every operation with its scope', () => {
    for (const { method, path: at, scopes } of operations) {
      const needed = scopes.length > 0 ? `scope \`${scopes.join('` or `')}\`` : 'no key';
      expect(text).toMatch(new RegExp(`^- \`${method} ${RegExp.escape(at)}\`: .+ \\(${needed}\\)$`, 'm'));
    }
    expect(operations.filter(({ scopes }) => scopes.length === 0).map(({ path: at }) => at)).toEqual([
      '/v0/intake/{source}',
      '/visit.js',
      '/v0/sign_in',
      '/health',
      '/openapi.json',
    ]);
  });

  test('names only operations that exist, and links only to files of the service', () => {
    const known = operations.map(({ method, path: at }) => `${method} ${at}`);
    const named = [...text.matchAll(/`((?:GET|POST|PATCH|DELETE) \/v0[^`?]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
    expect(links).toEqual(['/openapi.json', '/docs/', '/docs/problems/', '/console/']);
  });
});
