import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inTurn } from '../turns.ts';
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
async function holds(
  fill: (cases: Filling[]) => Promise<string[]> | string[],
  cases = fillings,
): Promise<void> {
  const [filled, expected] = await Promise.all([
    read(await fill(cases)),
    read(cases.map((one) => one.filled ?? one.html)),
  ]);
  const named = (trees: string[]) => cases.map(({ name }, place) => `${name}: ${trees[place]}`);
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

describe.skipIf(!chromium)('the script for pages of another host', () => {
  /** What the document of the script says that a page has in its head. */
  const snippet = /```html\n(\s*<style>.*?)```/s.exec(
    readFileSync(path.join(root, 'docs/developers/websites/script.md'), 'utf8'),
  )?.[1];
  let way: Way;
  let host: HttpServer;
  let address: string;
  let shown: Filling = { name: '', html: '' };
  let key: string;
  /** What is sent of a page before the rest of it, which waits for `go`. */
  let go: (() => void) | undefined;

  const tagged = (page: string) => {
    const [src, sample] = ['https://footfall.your-company.example', 'ff_main_…'];
    return page.replace('</head>', `${snippet?.replace(src, way.address).replace(sample, key)}</head>`);
  };

  beforeAll(async () => {
    way = await wayTo(server);
    host = createServer(async (request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      const page = tagged(request.url === '/case' ? shown.html : html);
      if (request.url !== '/for/slow') return void response.end(page);
      const half = page.indexOf('<p data-footfall="story">') + 28;
      response.write(page.slice(0, half));
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      response.end(page.slice(half));
    });
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    await new Promise<void>((resolve) => host.listen(port, '127.0.0.1', resolve));
    await call(server, 'POST', '/v0/websites', { origin: address });
    // Of a key that is in use, the service may not know a new website for ten seconds.
    const scopes = ['resolve', 'collect'];
    key = (await call<{ key: string }>(server, 'POST', '/v0/api_keys', { name: 'script', scopes })).body.key;
    const target = { targetType: 'audience', audienceId: made.retail.audienceId };
    await call(server, 'POST', '/v0/page_links', { path: '/for/slow', target });
  });
  afterAll(() => {
    way?.stop();
    host?.close();
  });

  /** A tab in which 300 ms last for 30 s: no test passes by speed. */
  async function slowTab(): Promise<Page> {
    const page = await browser.newPage();
    await page.addInitScript(watch);
    await page.route(`${site}/*.png`, (route) => route.fulfill({ contentType: 'image/png', body: pixel }));
    const session = await page.context().newCDPSession(page);
    await session.send('Animation.enable');
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
    return page;
  }
  const isVisible = "getComputedStyle(document.documentElement).visibility === 'visible'";

  test('fills pages as the other programs do', async () => {
    const page = await slowTab();
    await page.route('**/v0/page_links/resolve?**', (route) => {
      const content = { fields: shown.fields ?? {}, metadata: shown.metadata ?? {} };
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      return route.fulfill({ headers, json: { pageId: 'page_1', audienceId: null, content } });
    });
    await page.route('**/visit.js', (route) => route.fulfill({ body: '' }));
    const fill = async (cases: Filling[]) => {
      const filled: string[] = [];
      for (const one of cases) {
        shown = one;
        await page.goto(`${address}/case`);
        await page.waitForFunction("document.querySelector('script[data-page]')");
        filled.push(
          await page.evaluate(`
            for (const one of document.querySelectorAll('head style, script[data-key]')) one.remove();
            document.documentElement.outerHTML.replace(/ style="[^"]*"/, '')`),
        );
      }
      return filled;
    };
    const cases = fillings.filter(({ isOfServer }) => !isOfServer);
    await holds(fill, inTurn(cases, 4));
    await page.close();
  });

  test('shows the words with the first paint, and lets the tracker run', async () => {
    const page = await slowTab();
    const visit = page.waitForResponse((answer) => answer.url().endsWith('/v0/visits'));
    await page.goto(`${address}/retail?utm_source=mail`);
    await page.waitForFunction("document.querySelector('script[data-page]')");
    expect(await look(page)).toEqual({
      title: 'Acme for shops',
      hero: words.retail.hero,
      first: words.retail.hero,
      proofs: words.retail.proofs,
      shift: 0,
      robots: null,
      tag: [made.pageId, made.retail.audienceId],
    });
    expect(await page.evaluate(isVisible)).toBe(true);
    expect((await visit).status()).toBe(202);
    await page.goto(`${address}/for/zoe`);
    await page.waitForFunction("document.querySelector('script[data-page]')");
    expect(await look(page)).toMatchObject({ title: hostile, hero: hostile, robots: 'noindex' });
    await page.close();
  });

  test('fills what comes later, each element when it is whole', async () => {
    const page = await slowTab();
    await page.goto(`${address}/for/slow`, { waitUntil: 'commit' });
    await page.waitForFunction("document.querySelector('script[data-page]')");
    const stories = "document.querySelector('[data-footfall=story]')?.innerHTML";
    expect(await page.evaluate(stories)).toBe('Own');
    expect(await page.evaluate("document.querySelector('h1').textContent")).toBe(words.retail.hero);
    go?.();
    await page.waitForFunction("document.readyState === 'complete'");
    expect(await page.evaluate(stories)).toBe('First<br>second');
    expect((await look(page)).proofs).toEqual(words.retail.proofs);
    await page.close();
  });

  test('shows a draft to whoever waits for it, and measures nothing', async () => {
    const token = await makePreview(server, made, 'Another draft');
    const seen = await browser.newPage();
    await seen.addInitScript(watch);
    await seen.goto(`${address}/retail?footfall_preview=${token}`);
    await seen.waitForFunction("document.querySelector('h1').textContent === 'Another draft'");
    expect(await look(seen)).toMatchObject({ robots: 'noindex' });
    expect((await look(seen)).tag).toBeUndefined();
    await seen.close();
  });

  test('shows words that come later than 300 ms not at all, and counts the page without its audience', async () => {
    const page = await browser.newPage();
    await page.addInitScript(watch);
    await page.route('**/v0/page_links/resolve?**', async (route) => {
      await page.waitForFunction(isVisible);
      await route.continue();
    });
    await page.goto(`${address}/retail`);
    await page.waitForFunction("document.querySelector('script[data-page]')");
    expect(await look(page)).toMatchObject({ title: 'Acme', hero: "Acme's own headline", shift: 0 });
    expect((await look(page)).tag).toEqual([made.pageId, undefined]);
    await page.close();
  });

  test.each(['hangs', 'off'] as const)(
    'hides the page for 300 ms at most when the service %s',
    async (state) => {
      await way.set(state);
      const page = await slowTab();
      await page.goto(`${address}/retail`, { waitUntil: 'commit' });
      await page.waitForFunction("document.querySelector('ul')");
      // Of a service that is off, the file of the script itself is missing.
      expect(await page.evaluate(isVisible)).toBe(false);
      const [{ hidden }] = await page.evaluate<[{ hidden: number }]>(
        'document.documentElement.getAnimations().map(({ effect }) => ({ hidden: effect.getComputedTiming().endTime }))',
      );
      expect(hidden).toBe(300);
      await page.close();
      const seen = await browser.newPage();
      await seen.addInitScript(watch);
      await seen.goto(`${address}/retail`, { waitUntil: 'commit' });
      await seen.waitForFunction(`document.querySelector('ul') && ${isVisible}`);
      expect(await look(seen)).toMatchObject({ hero: "Acme's own headline", shift: 0 });
      await seen.close();
      await way.set('on');
    },
  );
});

describe.skipIf(!chromium)('the Worker in front of a website', () => {
  let way: Way;
  let host: HttpServer;
  let worker: Miniflare;
  let address: string;
  /** Requests that the origin has got. */
  const asked: { path: string; conditions: string[] }[] = [];
  /** A page that the origin has at /case. */
  const shown: Filling = { name: '', html: '' };

  /** Bundles an entry with the sources of the kit, as a Worker. */
  async function bundled(entry: string): Promise<string> {
    const alias = { '@footfall/website/front': path.join(root, 'packages/website/src/front.ts') };
    const stdin = { contents: entry, resolveDir: root };
    const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false, alias });
    return outputFiles[0]?.text ?? '';
  }
  const started = (script: string, bindings: Record<string, string>, port = 0) =>
    new Miniflare(
      convertV4MiniflareOptions({
        modules: true,
        script,
        bindings,
        port,
        compatibilityDate: '2026-11-01',
        cf: false,
      }),
    );
  const get = (route: string, init: RequestInit = {}) =>
    fetch(address + route, { redirect: 'manual', ...init });

  beforeAll(async () => {
    way = await wayTo(server);
    host = createServer((request, response) => {
      const { url: route = '', headers } = request;
      const conditions = Object.keys(headers).filter((name) => /^if-|range/.test(name));
      asked.push({ path: route, conditions });
      const { pathname } = new URL(route, 'http://origin');
      const send = (status: number, type: string, body: string | Buffer, more: Record<string, string> = {}) =>
        response
          .writeHead(status, {
            'content-type': type,
            'content-length': String(Buffer.byteLength(body)),
            etag: '"own"',
            'last-modified': 'Sun, 01 Nov 2026 00:00:00 GMT',
            'cache-control': 'public, max-age=3600',
            expires: 'Sun, 29 Nov 2099 00:00:00 GMT',
            'x-own': 'kept',
            ...more,
          })
          .end(request.method === 'HEAD' ? undefined : body);
      const page = 'text/html; charset=utf-8';
      if (headers['if-none-match'] === '"own"') return void response.writeHead(304, { etag: '"own"' }).end();
      if (pathname === '/' || pathname === '/other') return void send(200, page, html);
      if (pathname === '/zipped') return void send(200, page, gzipSync(html), { 'content-encoding': 'gzip' });
      if (pathname === '/case') return void send(200, page, shown.html);
      if (pathname === '/latin')
        return void send(200, 'text/html', Buffer.from(html.replace('utf-8', 'latin1'), 'latin1'));
      if (pathname === '/old') return void send(301, page, 'Moved', { location: `http://${headers.host}/` });
      if (pathname === '/data') return void send(200, 'application/json', '{"h1 data-footfall":"hero"}');
      if (pathname === '/broken') return void send(503, page, html);
      send(404, page, '<!doctype html><title>Not found</title><h1>Not found</h1>');
    });
    const [port, own] = [await freePort(), await freePort()];
    await new Promise<void>((resolve) => host.listen(port, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${own}`;
    const example = readFileSync(path.join(root, 'examples/worker/src/index.js'), 'utf8');
    // Its clock goes on by a header field.
    const clock = `import worker from './worker';
      const now = Date.now; let passed = 0; Date.now = () => now() + passed;
      export default { fetch(request, ...rest) {
        passed += Number(request.headers.get('test-passed') ?? 0) * 1000;
        return worker.fetch(request, ...rest);
      } };`;
    const script = (await bundled(example)).replace(/export \{\s*(\w+) as default\s*\};/, (_, name) =>
      clock.replace(/import.*\n/, `const worker = ${name};\n`),
    );
    worker = started(
      script,
      {
        FOOTFALL_URL: way.address,
        FOOTFALL_KEY: made.key,
        FOOTFALL_SITE: site,
        FOOTFALL_ORIGIN: `http://127.0.0.1:${port}`,
      },
      own,
    );
    await worker.ready;
    for (const name of ['zipped', 'latin', 'broken', 'data', 'old'])
      await call(server, 'POST', '/v0/pages', {
        title: name,
        url: `${site}/${name}`,
        fields: [{ name: 'hero', kind: 'text', label: 'Hero', default: 'Zoë’s “words”' }],
      });
  });
  afterAll(async () => {
    await worker?.dispose();
    way?.stop();
    host?.close();
  });

  test('fills pages as a browser reads them', async () => {
    const entry = `import { filled } from '@footfall/website/front';
      export default { async fetch(request) {
        const { html, fields = {}, metadata = {} } = await request.json();
        const page = new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
        const { title = '', description = '', robots = [] } = metadata;
        return filled(page, { title, description, robots: robots.join(', '), content: { fields, metadata } });
      } };`;
    const filler = started(await bundled(entry), {});
    const fill = (cases: Filling[]) =>
      Promise.all(
        cases.map(async (one) => {
          const answer = await filler.dispatchFetch('http://filler/', {
            method: 'POST',
            body: JSON.stringify(one),
          });
          return answer.text();
        }),
      );
    await holds(fill);
    const fields = { hero: 'New', proofs: ['One', 'Two'] };
    const streamed: [html: string, filled: string][] = [
      // End tags that may be left out.
      ['<p data-footfall="hero">Own<div>R</div></p>', '<p data-footfall="hero">New<div>R</div></p>'],
      ['<p data-footfall="hero">A <b>x<p>R', '<p data-footfall="hero">New<p>R'],
      ['<div><p data-footfall="hero">A <b>x</div>R', '<div><p data-footfall="hero">New</div>R'],
      ['<ul><li data-footfall="hero">A<li>R</ul>', '<ul><li data-footfall="hero">New<li>R</ul>'],
      [
        '<ul data-footfall="proofs"><li>A <b>x<li>B</ul>R',
        '<ul data-footfall="proofs"><li>One</li><li>Two</li></ul>R',
      ],
      ['<h1 data-footfall="hero">A <b>x</h1></b>R', '<h1 data-footfall="hero">New</h1></b>R'],
      // Elements without an end.
      ['<h1 data-footfall="hero">A<br/><svg><path d="x"/></svg></h1>R', '<h1 data-footfall="hero">New</h1>R'],
      ['<svg><a data-footfall="hero"/></svg>R', '<svg><a data-footfall="hero"/></svg>R'],
      ['<h1 data-footfall="hero">A<!-- a -->B<script>c</script></h1>R', '<h1 data-footfall="hero">New</h1>R'],
      ['<h1 data-footfall="hero" title="A>B</h1>', '<h1 data-footfall="hero" title="A>B</h1>'],
      ['<h1 data-footfall="hero"', '<h1 data-footfall="hero"'],
      ['', ''],
    ];
    const cases = streamed.map(([one]) => ({ name: one, html: one, fields }));
    expect(await fill(cases)).toEqual(streamed.map(([, one]) => one));
    const inHead = '<meta name="description" content="D">';
    const heads: [html: string, filled: string][] = [
      ['<head><title>A</title></head>B', `<head><title>T</title>${inHead}</head>B`],
      ['<head><title>A</title><body>B', `<head><title>T</title>${inHead}<body>B`],
      ['<title>A</title><h1 data-footfall=hero>B', `<title>T</title>${inHead}<h1 data-footfall=hero>B`],
      ['<title>A</title>B', `<title>T</title>B${inHead}`],
      [
        '<title>A</title>B<svg><title>C</title></svg>',
        `<title>T</title>B<svg><title>C</title></svg>${inHead}`,
      ],
      // Parts of pages.
      ['<h1>A part</h1>', '<h1>A part</h1>'],
      ['<h1>A part</h1><svg><title>C</title></svg>', '<h1>A part</h1><svg><title>C</title></svg>'],
    ];
    const metadata = { title: 'T', description: 'D' };
    const parts = heads.map(([one]) => ({ name: one, html: one, metadata }));
    expect(await fill(parts)).toEqual(heads.map(([, one]) => one));
    await filler.dispose();
  });

  test('shows the words of a link with the first paint, on the page that it leads to', async () => {
    expect(await see(`${address}/retail?utm_source=mail`)).toEqual({
      title: 'Acme for shops',
      hero: words.retail.hero,
      first: words.retail.hero,
      proofs: words.retail.proofs,
      shift: 0,
      robots: null,
      tag: [made.pageId, made.retail.audienceId],
      errors: [],
    });
    expect(asked.map(({ path: route }) => route)).toContain('/?utm_source=mail');
    expect(await see(`${address}/for/zoe`)).toMatchObject({
      title: hostile,
      hero: hostile,
      robots: 'noindex',
    });
    const home = await see(`${address}/`);
    expect(home).toMatchObject({ hero: words.own.hero, tag: [made.pageId, undefined], errors: [] });
    const text = await (await get('/retail')).text();
    expect(text).toContain('<p data-footfall="story">First<br>second</p>');
    expect(text).toContain('<meta property="og:title" content="Shops">');
    expect(text).toContain('<p>The rest stays.</p>');
  });

  test('tells caches that the page is not the origin’s', async () => {
    const answer = await get('/retail', { headers: { 'if-none-match': '"own"', range: 'bytes=0-1' } });
    expect(answer.status).toBe(200);
    expect(asked.at(-1)?.conditions).toEqual([]);
    const fields = Object.fromEntries(answer.headers);
    expect(fields).toMatchObject({ 'cache-control': 'private, no-cache', 'x-own': 'kept' });
    for (const name of ['etag', 'last-modified', 'content-length', 'expires'])
      expect(fields).not.toHaveProperty(name);
    const zoe = await get('/for/zoe', { method: 'HEAD' });
    expect([zoe.status, zoe.headers.get('x-robots-tag'), await zoe.text()]).toEqual([200, 'noindex', '']);
  });

  test('passes what is no page with words, with the conditions of a file', async () => {
    const other = await get('/other');
    expect(await other.text()).toBe(html);
    expect(other.headers.get('etag')).toBe('"own"');
    expect(other.headers.get('cache-control')).toBe('public, max-age=3600');
    const file = await get('/style.css', { headers: { 'if-none-match': '"own"' } });
    expect([file.status, asked.at(-1)?.conditions]).toEqual([304, ['if-none-match']]);
    const image = await get('/retail', { headers: { 'sec-fetch-dest': 'image' } });
    expect(image.status).toBe(404);
    expect((await get('/retail', { method: 'POST', body: 'x' })).status).toBe(404);
    expect((await get('/nobody')).status).toBe(404);
    // Nobody chooses another origin.
    for (const route of ['//evil.example/a', '/\\\\evil.example/a']) {
      expect((await get(route)).status).toBe(404);
      expect(asked.at(-1)?.path).toBe('/evil.example/a');
    }
    const data = await get('/data');
    expect([await data.text(), data.headers.get('etag')]).toEqual(['{"h1 data-footfall":"hero"}', '"own"']);
    const broken = await get('/broken');
    expect([broken.status, await broken.text()]).toEqual([503, html]);
    const old = await get('/old');
    expect([old.status, old.headers.get('location')]).toEqual([301, `${address}/`]);
  });

  test('fills pages that are compressed, and of other encodings', async () => {
    expect(await (await get('/zipped')).text()).toContain('>Zoë’s “words”</h1>');
    expect(await (await get('/latin')).text()).toContain('>Zo&#235;&#8217;s &#8220;words&#8221;</h1>');
  });

  test('shows a preview that nothing keeps', async () => {
    const token = await makePreview(server, made, 'A third draft');
    const shownFor = `/retail?footfall_preview=${token}`;
    const answer = await get(shownFor);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    const seen = await see(address + shownFor);
    expect(seen).toMatchObject({ hero: 'A third draft', robots: 'noindex', errors: [] });
    expect(seen.tag).toBeUndefined();
    expect((await see(`${address}/retail`)).hero).toBe(words.retail.hero);
  });

  test('shows the last words for an hour while the service is stopped, and then the page', async () => {
    await get('/retail', { headers: { 'test-passed': '61' } });
    await way.set('off');
    await get('/other', { headers: { 'test-passed': '120' } });
    const stopped = await see(`${address}/retail`);
    expect(stopped).toMatchObject({
      hero: words.retail.hero,
      first: words.retail.hero,
      shift: 0,
      errors: [],
    });
    await get('/other', { headers: { 'test-passed': '3600' } });
    expect((await get('/retail')).status).toBe(404);
    const home = await get('/');
    expect(await home.text()).toBe(html);
    // The words may be there with the next request.
    expect(home.headers.get('cache-control')).toBe('private, no-cache');
    await way.set('on');
    await get('/other', { headers: { 'test-passed': '61' } });
    expect((await see(`${address}/retail`)).hero).toBe(words.retail.hero);
  });

  test('waits 800 ms for a service that hangs', async () => {
    await get('/other', { headers: { 'test-passed': '3700' } });
    await way.set('hangs');
    const begun = performance.now();
    expect(await (await get('/')).text()).toBe(html);
    expect(performance.now() - begun).toBeGreaterThan(700);
    await way.set('on');
  });

  test('is deployed with the settings that its document shows', () => {
    const document = readFileSync(path.join(root, 'docs/developers/websites/worker.md'), 'utf8');
    for (const file of ['src/index.js', 'wrangler.toml']) {
      expect(document).toContain(readFileSync(path.join(root, 'examples/worker', file), 'utf8'));
      expect(document).toContain(`\`${file}\``);
    }
    const lock = readFileSync(path.join(root, 'examples/worker/package-lock.json'), 'utf8');
    expect(lock.match(/"resolved": ".*"/g)).toEqual(['"resolved": "file:footfall-website-1.0.0.tgz"']);
  });
});
