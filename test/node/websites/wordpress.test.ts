import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { placeOf } from '../../../src/visits/experiments/unit.ts';
import { anyVisitor, armVectors, drawnAnswer } from '../../arms.ts';
import { seed } from '../../turns.ts';
import { call, freePort, root } from '../processes.ts';
import { see } from '../website/seen.ts';
import { holds, holdsForAny } from './filled.ts';
import { html, makePreview, makeTest, site, words } from './service.ts';
import { browser, chromium, made, prepareWebsites, retailSeen, server, way, zoeSeen } from './setup.ts';
import { holdsInTest } from './tested.ts';

const php =
  spawnSync('php', ['-r', 'echo extension_loaded("mbstring");'], { encoding: 'utf8' }).stdout === '1';
if (!php)
  // biome-ignore lint/suspicious/noConsole: a skipped suite must not look like one that passed
  console.warn(
    '\nNO PHP: tests of the plugin for WordPress are SKIPPED. apt-get install -y php-cli php-mbstring\n',
  );

prepareWebsites();
const folder = mkdtempSync(path.join(tmpdir(), 'footfall-wordpress-'));
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!php || !chromium)('the plugin for WordPress', () => {
  const plugin = path.join(root, 'examples/wordpress/footfall.php');
  const state = path.join(folder, 'state');
  const pages = path.join(folder, 'pages');
  let address: string;
  /** Starts PHP with the plugin in a WordPress of a few lines. Warnings become part of a page. */
  const serve = (port: number, key: string, STATE: string, service = way.address, THEME = '') => {
    const stub = path.join(root, 'test/node/websites/stub.php');
    const settings = { FOOTFALL_URL: service, FOOTFALL_KEY: key, FOOTFALL_SITE: site };
    const env = { ...process.env, ...settings, STATE, PLUGIN: plugin, PAGES: pages, THEME };
    const args = ['-d', 'display_errors=1', '-S', `127.0.0.1:${port}`, stub];
    children.push(spawn('php', args, { env, stdio: 'ignore' }));
  };
  const get = (route: string, init: RequestInit = {}) =>
    fetch(address + route, { redirect: 'manual', ...init });
  const textOf = async (route: string) => (await get(route)).text();

  beforeAll(async () => {
    for (const one of [pages, state]) mkdirSync(one);
    writeFileSync(path.join(pages, 'home.html'), html);
    const tag = '<script async src="https://footfall.example/visit.js"></script></head>';
    writeFileSync(path.join(pages, 'tagged.html'), html.replace('</head>', tag));
    await call(server, 'POST', '/v0/pages', { title: 'Tagged', url: `${site}/tagged` });
    for (const name of ['other', 'linked']) writeFileSync(path.join(pages, `${name}.html`), html);
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    const other = await call<{ pageId: string }>(server, 'POST', '/v0/pages', {
      title: 'Other',
      url: `${site}/linked`,
      fields: [{ name: 'hero', kind: 'text', label: 'Hero', default: 'Words of another page' }],
    });
    const target = { targetType: 'page', pageId: other.body.pageId };
    await call(server, 'POST', '/v0/page_links', { path: '/to-other', target });
    serve(port, made.key, state);
    await vi.waitFor(() => get('/other.css'), { timeout: 60_000 });
  });

  /** What a program of PHP makes of each case with the functions of the plugin. */
  function runWith<T>(program: string, cases: readonly unknown[]): T[] {
    const file = path.join(root, 'test/node/websites', program);
    const input = JSON.stringify(cases);
    const { stdout, stderr } = spawnSync('php', [file, plugin], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    return JSON.parse(stdout) as T[];
  }

  test('fills pages as a browser reads them, and leaves what it cannot read', async () => {
    const fill = (cases: object[]) => runWith<string>('fill.php', cases);
    await holds(browser, fill);
    await holdsForAny(browser, fill);
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
    const retail = await see(browser, `${address}/retail?utm_source=mail`);
    expect(retail).toEqual({ ...retailSeen(), errors: [] });
    const zoe = await see(browser, `${address}/for/zoe/`);
    expect(zoe).toMatchObject({ ...zoeSeen, errors: [] });
    // The address of the link stays, though WordPress writes the one of this page with a slash.
    expect(await textOf('/to-other')).toContain('Words of another page');
    const home = await see(browser, `${address}/`);
    expect(home).toMatchObject({ hero: words.own.hero, tag: [made.pageId, undefined, undefined] });
    const text = await textOf('/retail');
    expect(text).toContain('<p data-footfall="story">First<br>second</p>');
    expect(text).toContain('data-footfall="buttonUrl" href="https://www.acme.example/demo?a=1&amp;b=2">');
    expect(text).toContain('content="Shops"');
    expect(text).toContain('<p>The rest stays.</p>');
  });

  test('leaves other pages, files and other methods as they are', async () => {
    expect(await textOf('/other/')).toBe(html);
    expect((await get('/other')).headers.get('location')).toBe('/other/');
    // With these parameters, WordPress shows a search and a draft.
    for (const route of ['/?s=shoes', '/?p=5&preview=true']) expect(await textOf(route), route).toBe(html);
    expect(await textOf('/?ref=mail')).toContain(words.own.hero);
    for (const route of ['/nobody', '/retail.css', '/wp-json/retail', '/retail/feed/'])
      expect((await get(route)).status, route).toBe(404);
    expect((await get('/retail', { method: 'POST' })).status).toBe(404);
  });

  test('adds no script where the theme has one', async () => {
    const text = await textOf('/tagged/');
    expect(text.match(/visit\.js/g)).toHaveLength(1);
    expect(text).not.toContain(made.key);
  });

  test('shows a preview that nothing keeps', async () => {
    const token = await makePreview(server, made, 'A draft');
    const shown = await get(`/retail?footfall_preview=${token}`);
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    expect(shown.headers.get('x-robots-tag')).toBe('noindex');
    const seen = await see(browser, `${address}/retail?footfall_preview=${token}`);
    expect(seen).toMatchObject({ hero: 'A draft', robots: 'noindex', errors: [] });
    expect(seen.tag).toBeUndefined();
    expect((await see(browser, `${address}/retail?footfall_preview=made-up`)).hero).toBe(words.retail.hero);
    expect((await see(browser, `${address}/retail`)).hero).toBe(words.retail.hero);
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
    const stopped = await see(browser, `${address}/retail`);
    expect(stopped).toMatchObject({ hero: words.retail.hero, first: words.retail.hero, shift: 0 });
    expect(await heroAfter(58)).toBe(false);
    expect((await see(browser, `${address}/`)).hero).toBe("Acme's own headline");
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

  test('keeps the words of a path once, in however many ways visitors write it', async () => {
    const port = await freePort();
    const own = path.join(folder, 'spellings');
    mkdirSync(own);
    serve(port, made.key, own);
    const show = (route: string) =>
      fetch(`http://127.0.0.1:${port}${route}`).then((answer) => answer.text(), String);
    await expect.poll(() => show('/retail')).toContain(words.retail.hero);
    // As it is, escaped, with slashes, and pasted from a sentence.
    for (const route of ['/retail/', '/%72etail', '/r%65t%61il//', '/retail.', '/retail).', '/retail.).'])
      expect(await show(route), route).toContain(words.retail.hero);
    expect(await show('/')).toContain(words.own.hero);
    expect(readdirSync(own)).toHaveLength(2);
    // A link with letters of another language, as a browser asks for it.
    const target = { targetType: 'audience', audienceId: made.retail.audienceId };
    await call(server, 'POST', '/v0/page_links', { path: '/für (alle) & mich', target });
    for (const route of ['/für (alle) & mich', '/f%c3%bcr%20(alle)%20&%20mich'])
      expect(await show(route)).toContain(words.retail.hero);
    expect(readdirSync(own)).toHaveLength(3);
  });

  test('asks nothing for ten seconds after no answer, whatever a visitor adds to the address', async () => {
    let questions = 0;
    const service = createServer((_, response) => {
      questions++;
      response.writeHead(503).end('{}');
    });
    const [port, own] = [await freePort(), await freePort()];
    await new Promise<void>((resolve) => service.listen(own, '127.0.0.1', resolve));
    const kept = path.join(folder, 'outage');
    mkdirSync(kept);
    serve(port, 'ff_main_1', kept, `http://127.0.0.1:${own}`);
    const show = (route: string) =>
      fetch(`http://127.0.0.1:${port}${route}`).then((answer) => answer.text(), String);
    // A preview that has no answer is the first to know.
    await expect.poll(() => show('/?footfall_preview=made-up')).toBe(html);
    const asked = questions;
    for (const route of ['/', '/retail', '/?footfall_preview=another']) await show(route);
    expect([asked, questions]).toEqual([1, 1]);
    service.close();
  });

  test('takes no refusal of one address for an outage, and no 404 of something else for an answer', async () => {
    let questions = 0;
    let isProxy = false;
    const service = createServer(({ url = '' }, response) => {
      const send = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
      if (url.includes('busy')) return void send(429, { code: 'rate_limited' });
      if (url.includes('bad')) return void send(400, { code: 'validation_failed' });
      if (isProxy) return void send(404, { code: 'not_found' });
      const content = { url: `${site}/`, metadata: {}, fields: { hero: `Words ${++questions}.` } };
      send(200, { pageId: 'page_1', audienceId: null, path: null, content });
    });
    const [port, own] = [await freePort(), await freePort()];
    await new Promise<void>((resolve) => service.listen(own, '127.0.0.1', resolve));
    const kept = path.join(folder, 'refusals');
    mkdirSync(kept);
    serve(port, 'ff_main_1', kept, `http://127.0.0.1:${own}`);
    const show = (route: string) =>
      fetch(`http://127.0.0.1:${port}${route}`).then((answer) => answer.text(), String);
    await expect.poll(() => show('/')).toContain('Words');
    for (const route of ['/busy', '/bad']) {
      await show(route);
      const before = questions;
      expect(await show('/'), route).toContain(`Words ${before + 1}.`);
    }
    isProxy = true;
    for (const _ of [1, 2]) expect(await show('/')).toContain(`Words ${questions}.`);
    service.close();
  });

  test('shows a copy of the service until it is an hour old, and asks anew meanwhile', async () => {
    const content = { url: `${site}/`, metadata: {}, fields: { hero: 'A copy' } };
    let questions = 0;
    const service = createServer((_, response) => {
      questions++;
      response.setHeader('cache-control', 'private, max-age=0').setHeader('age', '3500');
      response.end(JSON.stringify({ pageId: 'page_1', audienceId: null, path: null, content }));
    });
    const [port, own] = [await freePort(), await freePort()];
    await new Promise<void>((resolve) => service.listen(own, '127.0.0.1', resolve));
    const kept = path.join(folder, 'copies');
    mkdirSync(kept);
    serve(port, 'ff_main_1', kept, `http://127.0.0.1:${own}`);
    const show = (route: string) =>
      fetch(`http://127.0.0.1:${port}${route}`).then((answer) => answer.text(), String);
    await expect.poll(() => show('/')).toContain('A copy');
    const before = questions;
    expect(await show('/')).toContain('A copy');
    expect(questions).toBe(before + 1);
    service.close();
    service.closeAllConnections();
    expect(await show('/')).toContain('A copy');
    for (const _ of [1, 2]) await show('/test-ages');
    expect(await show('/')).toContain("Acme's own headline");
  });

  describe('in a test of versions', () => {
    type Chosen = ReturnType<typeof drawnAnswer>;
    const choose = (cases: [answer: object, visitor: string][]) => runWith<Chosen>('choose.php', cases);

    test('chooses as the service does, for any visitor and weights', () => {
      const vectors = armVectors.map(([experimentId, visitor, weights]) => ({
        experimentId,
        visitor,
        weights,
      }));
      const any = fc.sample(anyVisitor, { numRuns: 500, seed: seed === 'all' ? 1 : seed });
      const cases = [...vectors, ...any];
      const chosen = choose(
        cases.map(({ experimentId, visitor, weights }) => [drawnAnswer(experimentId, weights), visitor]),
      );
      for (const [place, { experimentId, visitor, weights }] of cases.entries()) {
        const { arm, unit } = placeOf(experimentId, visitor, weights);
        const { experiment: drawn, ...answer } = drawnAnswer(experimentId, weights);
        const { versionId, content } = drawn.arms[arm] ?? {};
        expect(chosen[place]).toEqual({ ...answer, versionId, content, experiment: { experimentId, unit } });
      }
      expect(
        chosen.slice(0, armVectors.length).map(({ versionId, experiment }) => [versionId, experiment.unit]),
      ).toEqual(armVectors.map(([, , , arm, unit]) => [`version_${arm}`, unit]));
    });

    test('draws by the weights for a visitor who is not known, and leaves what is in no test', () => {
      const drawn = choose(Array.from({ length: 2000 }, () => [drawnAnswer('experiment_1', [1, 4]), '']));
      expect(new Set(drawn.map(({ experiment }) => experiment.unit))).toEqual(new Set([null]));
      const first = drawn.filter(({ versionId }) => versionId === 'version_0').length;
      // 400 are expected. That it is further away has a chance of one in a billion.
      expect(Math.abs(first - 400)).toBeLessThan(110);
      const others = [{ pageId: 'page_1', experiment: null }, { pageId: 'page_1' }];
      expect(choose(others.map((one) => [one, 'a']))).toEqual(others);
    });

    test('shows each visitor their version, by the filter of the document', async () => {
      const document = readFileSync(path.join(root, 'docs/developers/websites/wordpress.md'), 'utf8');
      const [, filter = ''] = /```php\n\s*(add_filter.*?)```/s.exec(document) ?? [];
      const theme = path.join(folder, 'functions.php');
      writeFileSync(theme, `<?php ${filter}`);
      const kept = path.join(folder, 'tested');
      mkdirSync(kept);
      const port = await freePort();
      const running = await makeTest(server, made, '/tested');
      serve(port, made.key, kept, way.address, theme);
      const openWith = (cookie: string) =>
        fetch(`http://127.0.0.1:${port}/tested`, { headers: cookie ? { cookie } : {} });
      await vi.waitFor(() => openWith(''), { timeout: 60_000 });
      const holds = () =>
        holdsInTest(running, (visitor) => openWith(visitor === undefined ? '' : `a=b; acme_id=${visitor}`));
      await holds();
      const signedIn = await (await openWith('signed_in=7; acme_id=visitor-1')).text();
      expect(signedIn).toContain(placeOf(running.experimentId, 'user-7', [1, 1]).unit);
      // The plugin has the words of all versions, once.
      expect(readdirSync(kept)).toHaveLength(1);
      await way.set('off');
      await holds();
      await fetch(`http://127.0.0.1:${port}/test-ages`);
      await holds();
      await way.set('on');
    });

    test('asks once a minute, and each time while a copy older than that is all that there is', async () => {
      let questions = 0;
      let age = '0';
      const service = createServer((_, response) => {
        questions++;
        response.setHeader('cache-control', 'private, no-store').setHeader('age', age);
        response.end(JSON.stringify(drawnAnswer('experiment_1', [1, 1])));
      });
      const [port, own] = [await freePort(), await freePort()];
      await new Promise<void>((resolve) => service.listen(own, '127.0.0.1', resolve));
      const kept = path.join(folder, 'arms');
      mkdirSync(kept);
      serve(port, 'ff_main_1', kept, `http://127.0.0.1:${own}`);
      const show = (route = '/retail') =>
        fetch(`http://127.0.0.1:${port}${route}`).then((answer) => answer.text(), String);
      await expect.poll(() => show()).toContain('Words ');
      for (const _ of [1, 2, 3]) expect(await show()).toContain('Words ');
      expect(questions).toBe(1);
      await show('/test-ages');
      age = '1800';
      for (const _ of [1, 2]) expect(await show()).toContain('Words ');
      expect(questions).toBe(3);
      service.close();
      service.closeAllConnections();
    });
  });
});
