import path from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { seed } from '../../turns.ts';
import { root } from '../processes.ts';
import { type Filling, fillings } from './cases.ts';
import { fields, randomPages } from './random.ts';

/** The tree of a page's elements and texts, with attributes in order. */
const treesOf = `(pages) => {
  const treeOf = (node) => {
    if (node.nodeType === 3) return JSON.stringify(node.nodeValue.trim());
    if (node.nodeType !== 1) return '';
    const attributes = [...node.attributes].map(({ name, value }) => ' ' + name + '=' + value).sort();
    const within = [...node.childNodes].map(treeOf).filter((text) => text !== '""');
    return '\\n<' + node.localName + attributes.join('') + '>' + within.join('') + '</>';
  };
  return pages.map((page) => treeOf(new DOMParser().parseFromString(page, 'text/html').documentElement));
}`;

/** HTML as a browser reads it: what programs write differently is the same there. */
async function read(browser: Browser, pages: string[]): Promise<string[]> {
  const page = await browser.newPage();
  const trees = await page.evaluate<string[]>(`(${treesOf})(${JSON.stringify(pages)})`);
  await page.close();
  return trees;
}

/** Compares what a program makes of the pages of `cases.ts` with what they should be. */
export async function holds(
  browser: Browser,
  fill: (cases: Filling[]) => Promise<string[]> | string[],
  cases = fillings,
): Promise<void> {
  const [filled, expected] = await Promise.all([
    read(browser, await fill(cases)),
    read(
      browser,
      cases.map((one) => one.filled ?? one.html),
    ),
  ]);
  const named = (trees: string[]) => cases.map(({ name }, place) => `${name}: ${trees[place]}`);
  expect(named(filled)).toEqual(named(expected));
}

/** Pages as the script for browsers fills them, which has their elements as the browser reads them. */
async function filledInBrowser(browser: Browser, pages: string[]): Promise<string[]> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'src/visits/tracker/fill.ts')],
    bundle: true,
    format: 'iife',
    globalName: 'filler',
    write: false,
  });
  const page = await browser.newPage();
  const filled = await page.evaluate<string[]>(`
    ${outputFiles[0]?.text}
    const fields = ${JSON.stringify(fields)};
    ${JSON.stringify(pages)}.map((page) => {
      const read = new DOMParser().parseFromString(page, 'text/html');
      // Elements are of the document whose script fills them.
      const body = document.adoptNode(read.body);
      for (const element of body.querySelectorAll('[data-footfall]')) {
        const name = element.getAttribute('data-footfall');
        if (body.contains(element) && Object.hasOwn(fields, name)) filler.fill(element, fields[name]);
      }
      // What stands side by side without a comment in between is one text.
      const comments = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
      const all = [];
      while (comments.nextNode()) all.push(comments.currentNode);
      for (const one of all) one.remove();
      return read.documentElement.outerHTML + body.outerHTML;
    })`);
  await page.close();
  return filled;
}

/** Whether a program makes of pages that are made up what a browser does. */
export async function holdsForAny(
  browser: Browser,
  fill: (cases: Filling[]) => Promise<string[]> | string[],
  endsAreLeftOut = false,
): Promise<void> {
  const pages = randomPages(seed === 'all' ? 1 : seed, seed === 'all' ? 1000 : 100, endsAreLeftOut);
  const filled = await fill(pages.map((html) => ({ name: html, html, fields })));
  const withoutComments = filled.map((html) => html.replaceAll('<!-- c -->', ''));
  const [found, expected] = await Promise.all([
    read(browser, withoutComments),
    read(browser, await filledInBrowser(browser, pages)),
  ]);
  const named = (trees: string[]) => trees.map((tree, place) => `${pages[place]}\n${tree}`);
  expect(named(found)).toEqual(named(expected));
}
