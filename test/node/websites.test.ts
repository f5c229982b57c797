import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findChromium, launchBrowser } from './browser.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, freePort, root, type Server, startServer } from './processes.ts';
import { type Filling, fillings } from './websites/cases.ts';
import {
  hostile,
  html,
  type Made,
  makeContent,
  makePreview,
  site,
  type Way,
  wayTo,
  words,
} from './websites/service.ts';

const chromium = findChromium();
const php =
  spawnSync('php', ['-r', 'echo extension_loaded("mbstring");'], { encoding: 'utf8' }).stdout === '1';
if (!php)
  // biome-ignore lint/suspicious/noConsole: a skipped suite must not look like one that passed
  console.warn(
    '\nNO PHP: tests of the plugin for WordPress are SKIPPED. apt-get install -y php-cli php-mbstring\n',
  );

let server: Server;
let made: Made;
let browser: Browser;
const folder = mkdtempSync(path.join(tmpdir(), 'footfall-websites-'));
const children: ChildProcess[] = [];

beforeAll(async () => {
  if (!chromium) return;
  [server, browser] = await Promise.all([startServer(migratedStateDir()), launchBrowser(chromium)]);
  made = await makeContent(server);
});
afterAll(async () => {
  for (const child of children) child.kill();
  await browser?.close();
  cleanUp();
  rmSync(folder, { recursive: true, force: true });
});

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** What a visitor sees, and by how much the layout shifted meanwhile. */
interface Seen {
  title: string;
  hero: string;
  /** The headline when the page was painted first. */
  first: string;
  proofs: string[];
  shift: number;
  robots: string | null;
  /** The attributes of the tracker's tag: its page and its audience. Undefined without one. */
  tag: [page: string | undefined, audience: string | undefined] | undefined;
  errors: string[];
}

/** Notes shifts of the layout, and the headline of the first paint. */
const watch = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver(() => {
    window.first ??= document.querySelector('h1')?.textContent;
  }).observe({ type: 'paint', buffered: true });
`;

async function look(page: Page): Promise<Omit<Seen, 'errors'>> {
  return page.evaluate(`(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    const tag = document.querySelector('script[src$="/visit.js"]')?.dataset;
    return {
      title: document.title,
      hero: document.querySelector('h1').textContent,
      first: window.first,
      proofs: [...document.querySelectorAll('.proof')].map((one) => one.textContent),
      shift,
      robots: document.querySelector('meta[name=robots]')?.content ?? null,
      tag: tag && [tag.page, tag.audience],
    };
  })()`);
}

/** Opens an address in a new tab, as a visitor. */
async function see(url: string): Promise<Seen> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(watch);
  // The pictures of the words.
  await page.route(`${site}/*.png`, (route) => route.fulfill({ contentType: 'image/png', body: pixel }));
  await page.goto(url);
  const seen = { ...(await look(page)), errors };
  await page.close();
  return seen;
}

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
async function read(pages: string[]): Promise<string[]> {
  const page = await browser.newPage();
  const trees = await page.evaluate<string[]>(`(${treesOf})(${JSON.stringify(pages)})`);
  await page.close();
  return trees;
}

/** Compares what a program makes of the pages of `cases.ts` with what they should be. */
async function holds(fill: (cases: Filling[]) => Promise<string[]> | string[]): Promise<void> {
  const [filled, expected] = await Promise.all([
    read(await fill(fillings)),
    read(fillings.map((one) => one.filled ?? one.html)),
  ]);
  const named = (trees: string[]) => fillings.map(({ name }, place) => `${name}: ${trees[place]}`);
  expect(named(filled)).toEqual(named(expected));
}

describe.skipIf(!php || !chromium)('the plugin for WordPress', () => {
  const plugin = path.join(root, 'examples/wordpress/footfall.php');
  const state = path.join(folder, 'state');
  const pages = path.join(folder, 'pages');
  let way: Way;
  let address: string;
  /** Starts PHP with the plugin in a WordPress of a few lines. Warnings become part of a page. */
  const serve = (port: number, key: string, STATE: string) => {
    const stub = path.join(root, 'test/node/websites/wordpress.php');
    const settings = { FOOTFALL_URL: way.address, FOOTFALL_KEY: key, FOOTFALL_SITE: site };
    const env = { ...process.env, ...settings, STATE, PLUGIN: plugin, PAGES: pages };
    const args = ['-d', 'display_errors=1', '-S', `127.0.0.1:${port}`, stub];
    children.push(spawn('php', args, { env, stdio: 'ignore' }));
  };
  const get = (route: string, init: RequestInit = {}) =>
    fetch(address + route, { redirect: 'manual', ...init });
  const textOf = async (route: string) => (await get(route)).text();

  beforeAll(async () => {
    way = await wayTo(server);
    for (const one of [pages, state]) mkdirSync(one);
    writeFileSync(path.join(pages, 'home.html'), html);
    writeFileSync(path.join(pages, 'other.html'), html);
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    serve(port, made.key, state);
    await vi.waitFor(() => get('/other.css'), { timeout: 60_000 });
  });
  afterAll(() => way?.stop());

  test('fills pages as a browser reads them, and leaves what it cannot read', async () => {
    const fill = (cases: object[]) => {
      const run = path.join(root, 'test/node/websites/fill.php');
      const { stdout, stderr } = spawnSync('php', [run, plugin], {
        input: JSON.stringify(cases),
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      return JSON.parse(stdout) as string[];
    };
    await holds(fill);
    const fields = { hero: 'New “für”', proofs: ['New'] };
    // Broken, or with an end that a browser would read elsewhere.
    const left = [
      '<h1 data-footfall="hero">Own',
      '<p data-footfall="hero">Own<div>Rest</div></p>',
      '<p data-footfall="hero">Own<p>Rest</p>',
      '<ul><li data-footfall="hero">Own<li>Rest</ul>',
      '<h1 data-footfall="hero">Own <b>words</h1></b>',
      '<h1 data-footfall="hero" title="Own>Words</h1>',
      '<h1 data-footfall="hero">Own</h1><!-- no end',
      '<h1 data-footfall="hero">Own</h1><script>no end',
      '<h1 data-footfall="hero">Own</h1><script><!--<script></script>--></script>',
      '<h1 data-footfall="hero">Own</h1><plaintext>',
      '<h1 data-footfall="hero"',
      '\x1f\x8b\x08 <h1 data-footfall="hero">\x00',
      'Own words < 3 <- and no tag',
      '',
      '<ul data-footfall="proofs"><li>Own<li>Rest</ul>',
    ];
    expect(fill(left.map((one) => ({ html: one, fields })))).toEqual(left);
    const [latin] = fill([{ html: '<h1 data-footfall="hero">Own</h1>', fields, charset: 'ISO-8859-1' }]);
    expect(latin).toBe('<h1 data-footfall="hero">New &#8220;f&#252;r&#8221;</h1>');
  });

  test('shows the words of a link, as text, with the page that it leads to', async () => {
    const retail = await see(`${address}/retail?utm_source=mail`);
    expect(retail).toEqual({
      title: 'Acme for shops',
      hero: words.retail.hero,
      first: words.retail.hero,
      proofs: words.retail.proofs,
      shift: 0,
      robots: null,
      tag: [made.pageId, made.retail.audienceId],
      errors: [],
    });
    const zoe = await see(`${address}/for/zoe/`);
    expect(zoe).toMatchObject({ title: hostile, hero: hostile, robots: 'noindex', errors: [] });
    const home = await see(`${address}/`);
    expect(home).toMatchObject({ hero: words.own.hero, tag: [made.pageId, undefined] });
    const text = await textOf('/retail');
    expect(text).toContain('<p data-footfall="story">First<br>second</p>');
    expect(text).toContain('data-footfall="buttonUrl" href="https://www.acme.example/demo?a=1&amp;b=2">');
    expect(text).toContain('content="Shops"');
    expect(text).toContain('<p>The rest stays.</p>');
  });

  test('leaves other pages, files and other methods as they are', async () => {
    expect(await textOf('/other')).toBe(html);
    for (const route of ['/nobody', '/retail.css', '/wp-json/retail', '/retail/feed/'])
      expect((await get(route)).status, route).toBe(404);
    expect((await get('/retail', { method: 'POST' })).status).toBe(404);
  });

  test('shows a preview that nothing keeps', async () => {
    const token = await makePreview(server, made, 'A draft');
    const shown = await get(`/retail?footfall_preview=${token}`);
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    expect(shown.headers.get('x-robots-tag')).toBe('noindex');
    const seen = await see(`${address}/retail?footfall_preview=${token}`);
    expect(seen).toMatchObject({ hero: 'A draft', robots: 'noindex', errors: [] });
    expect(seen.tag).toBeUndefined();
    expect((await see(`${address}/retail?footfall_preview=made-up`)).hero).toBe(words.retail.hero);
    expect((await see(`${address}/retail`)).hero).toBe(words.retail.hero);
  });

  test('shows the last words for an hour while the service is stopped, and then the page', async () => {
    await get('/retail');
    await way.set('off');
    expect(await textOf('/retail')).toContain(words.retail.hero);
    const heroAfter = async (minutes: number) => {
      for (let passed = 0; passed < minutes; passed++) await get('/test-ages');
      return (await get('/retail')).ok;
    };
    expect(await heroAfter(2)).toBe(true);
    const stopped = await see(`${address}/retail`);
    expect(stopped).toMatchObject({ hero: words.retail.hero, first: words.retail.hero, shift: 0 });
    expect(await heroAfter(58)).toBe(false);
    expect((await see(`${address}/`)).hero).toBe("Acme's own headline");
    await way.set('on');
    await get('/test-ages');
    expect(await heroAfter(0)).toBe(true);
  });

  test('waits a second for a service that hangs, and then not again for a while', async () => {
    for (let passed = 0; passed < 60; passed++) await get('/test-ages');
    await way.set('hangs');
    const begun = performance.now();
    expect(await textOf('/')).toContain("Acme's own headline");
    const first = performance.now() - begun;
    expect(await textOf('/')).toContain("Acme's own headline");
    expect(first).toBeGreaterThan(900);
    await way.set('on');
    await get('/test-ages');
    expect(await textOf('/')).toContain(words.own.hero);
  });

  test('puts no key into a page that can read more than words', async () => {
    const reads = await call<{ key: string }>(server, 'POST', '/v0/api_keys', {
      name: 'r',
      scopes: ['read'],
    });
    const port = await freePort();
    const own = path.join(folder, 'reads');
    mkdirSync(own);
    serve(port, reads.body.key, own);
    const ask = () => fetch(`http://127.0.0.1:${port}/retail`).then((answer) => answer.text(), String);
    await expect.poll(ask).toContain(words.retail.hero);
    expect(await ask()).not.toContain('ff_main_');
  });
});
