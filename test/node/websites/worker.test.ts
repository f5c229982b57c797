import { readFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, freePort, root } from '../processes.ts';
import { see } from '../website/seen.ts';
import type { Filling } from './cases.ts';
import { holds, holdsForAny } from './filled.ts';
import { html, makePreview, makeTest, site, words } from './service.ts';
import { browser, chromium, made, prepareWebsites, retailSeen, server, way, zoeSeen } from './setup.ts';
import { holdsInTest } from './tested.ts';

prepareWebsites();

describe.skipIf(!chromium)('the Worker in front of a website', () => {
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
        FOOTFALL_VISITOR_COOKIE: 'acme_id',
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
    host?.close();
  });

  test('fills pages as a browser reads them', async () => {
    const entry = `import { filled } from '@footfall/website/front';
      export default { async fetch(request) {
        const { html, fields = {}, metadata = {}, page: inFootfall, tag } = await request.json();
        const page = new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
        const { title = '', description = '', robots = [] } = metadata;
        return filled(page, { title, description, robots: robots.join(', '), content: { ...inFootfall, fields, metadata }, tag });
      } };`;
    const filler = started(await bundled(entry), {});
    const fill = (cases: (Filling & { tag?: object })[]) =>
      Promise.all(
        cases.map(async (one) => {
          const answer = await filler.dispatchFetch('http://filler/', {
            method: 'POST',
            body: JSON.stringify(one),
          });
          return answer.text();
        }),
      );
    await holds(browser, fill);
    await holdsForAny(browser, fill);
    await holdsForAny(browser, fill, true);
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
      ['<ul><li><p data-footfall="hero">A<li>R</ul>', '<ul><li><p data-footfall="hero">New<li>R</ul>'],
      // Lists in items, and tables in cells.
      [
        '<ul><li data-footfall="hero">A<ul><li>B<li>C</ul><b>x</b></li><li>R</li></ul>',
        '<ul><li data-footfall="hero">New</li><li>R</li></ul>',
      ],
      [
        '<table><tr><td data-footfall="hero">A<table><tr><td>B</table><td>R</table>',
        '<table><tr><td data-footfall="hero">New<td>R</table>',
      ],
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
    // A tag of the page itself does not know the audience.
    const own =
      '<head><script async src="https://a.example/visit.js" data-key="k"></script></head><h1>A</h1>';
    const tag = { src: 'https://b.example/visit.js', 'data-audience': 'a"b' };
    expect(await fill([{ name: own, html: own, tag }])).toEqual([
      '<head><script async src="https://b.example/visit.js" data-audience="a&#34;b"></script></head><h1>A</h1>',
    ]);
    await filler.dispose();
  });

  test('shows the words of a link with the first paint, on the page that it leads to', async () => {
    expect(await see(browser, `${address}/retail?utm_source=mail`)).toEqual({ ...retailSeen(), errors: [] });
    expect(asked.map(({ path: route }) => route)).toContain('/?utm_source=mail');
    expect(await see(browser, `${address}/for/zoe`)).toMatchObject(zoeSeen);
    const home = await see(browser, `${address}/`);
    expect(home).toMatchObject({
      hero: words.own.hero,
      tag: [made.pageId, undefined, undefined],
      errors: [],
    });
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

  test('shows each visitor their version of a test, by the cookie of the website that a setting names', async () => {
    const open = (visitor?: string) =>
      get('/tested', { headers: visitor === undefined ? {} : { cookie: `a=b; acme_id=${visitor}` } });
    await holdsInTest(await makeTest(server, made, '/tested'), open);
  });

  test('shows a preview that nothing keeps', async () => {
    const token = await makePreview(server, made, 'A third draft');
    const shownFor = `/retail?footfall_preview=${token}`;
    const answer = await get(shownFor);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    const seen = await see(browser, address + shownFor);
    expect(seen).toMatchObject({ hero: 'A third draft', robots: 'noindex', errors: [] });
    expect(seen.tag).toBeUndefined();
    expect((await see(browser, `${address}/retail`)).hero).toBe(words.retail.hero);
  });

  test('shows the last words for an hour while the service is stopped, and then the page', async () => {
    await get('/retail', { headers: { 'test-passed': '61' } });
    await way.set('off');
    await get('/other', { headers: { 'test-passed': '120' } });
    const stopped = await see(browser, `${address}/retail`);
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
    expect((await see(browser, `${address}/retail`)).hero).toBe(words.retail.hero);
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
